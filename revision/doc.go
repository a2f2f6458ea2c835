// Package revision is for a person who changes their policy: it says what a text would
// change, lets them edit one, and puts it in force.
//
//	difference, err := revision.Compare("new.toml", text, os.Environ())
//	…
//	difference.Print(os.Stdout)
//
// [Compare] loads the text in the place of the user's file, under the same system's and
// project's files, and compares the outcome with the policy in force. [Edit] opens a copy
// in the person's editor and returns what they made of it once it is a policy.
//
// # Limits
//
// Nothing here replaces a file: package installation does that. Whether the caller may
// change the policy is not asked here either; the rules about shimgen's own verbs and
// files keep agents away from them.
package revision
