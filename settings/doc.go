// Package settings edits the settings files of other programs and leaves every
// byte that is not its own as it stands: order, indentation, comments, line ends.
//
// The files are JSON, with the comments and trailing commas that many programs
// allow (JSONC). Parse reads one into a Document, which knows where in the text
// each value lies. Append and Remove return a new text with one element more or
// less; what they write takes the indentation and line ends of the file. Removing
// what was appended gives the old text back, but for an empty list or object,
// which loses the blanks it had inside.
//
// Diff shows what a change is about. Nothing here touches a file.
package settings
