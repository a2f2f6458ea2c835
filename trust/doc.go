// Package trust keeps which project files a user trusts.
//
// The record is a directory of small files that only its owner can read or write, one for
// each project file. Each binds the project file's path to a hash of its text: another
// text, or the same text at another path, is not trusted.
//
//	records := trust.In(root, uid)
//	err := records.Add("/src/app/.agent-loop.toml", text)
//	…
//	state, err := records.Look("/src/app/.agent-loop.toml", text)
//	if state == trust.Trusted { … }
//
// # Limits
//
// It guards against edits of a project file, not against a program of the same user that
// is not confined: that one can write the record, as it can write the user's own policy.
package trust
