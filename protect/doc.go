// Package protect holds names that others run or trust later (.git/hooks, .envrc) where
// no mount can hold them: names that do not exist yet, in directories that a command may
// write to.
//
// [Look] records before a command, in one walk, what is there. After all its processes
// have ended, [Record.Check] says which protected names are new or changed; it reads only
// directories that have changed since. [Quarantine.Settle] moves these into the
// [Quarantine] and restores what was there before.
//
//	record, err := protect.Look(roots, names, protect.Options{Names: 20000, Depth: 20})
//	… // the command runs
//	report := record.Check(names)
//	done := quarantine.Settle(report.Changes)
//
// A git repository that the command itself made is ordinary work: Check judges its parts
// by content, and Settle reports and leaves what came with a clone.
//
// # Limits
//
// The package works by descriptor and follows no link; it opens only regular files to
// read them. If there is too much to examine, the report says so.
//
// It knows neither policy nor sandbox: [Names] says what names mean, and the caller that
// confines a command says whether existing names were held ([Options]).
package protect
