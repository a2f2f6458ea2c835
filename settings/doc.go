// Package settings edits the settings files of other programs and preserves every byte
// that is not its own: order, indentation, comments, line ends.
//
// The files are JSON, with the comments and trailing commas that many programs allow
// (JSONC). [Parse] reads one into a [Document], which knows where in the text each value
// lies. [Document.Append] and [Document.Remove] return a new text with one element more
// or less; what they write has the indentation and line ends of the file.
//
//	d, err := settings.Parse(text)
//	…
//	text, err = d.Append(`{"command":"check"}`, "hooks", "PreToolUse")
//
// # Limits
//
// Removing an appended element restores the old text, except that an empty list or object
// loses the blanks inside it. [Diff] shows a change. Nothing here touches a file.
package settings
