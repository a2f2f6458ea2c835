// Package trail writes the audit trail of an installation: the lines that package audit
// makes, into the file of the day, within the bound that the policy sets.
//
// A [Writer] appends. Each line is written whole or not at all, whatever else writes to the
// file, and the first writer that finds a full file or an old one gives it another name or
// removes it. The gate writes to the same files by itself: see package gate.
//
//	w := trail.Writer{Root: root, Owner: uid, UID: uid, Installed: true, Policy: p.Audit}
//	err := w.Append(audit.Context{Source: "exec"}, audit.ToolCall{Tool: "bash"})
//
// The functions about decisions say what of a decision is recorded: its id, its rules and
// findings, what profile observe did not enforce, and how findings ended that it left to
// shims. Package audit/query reads the trail back.
//
// The trail belongs to the user who installed. Another user, root as a rule, appends to it
// and makes no file of his own in it.
package trail
