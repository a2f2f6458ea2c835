// Package batch judges a stream of commands, one JSON line each, as `shimgen check --batch`
// does.
//
// [Judge.Run] reads a {"id","command","dir"?} object per line, judges the lines
// concurrently on all processors, and writes a verdict for each, in order, with its id:
//
//	s, err := runner.Open(runner.Options{Env: os.Environ()})
//	…
//	err = batch.Judge{Session: s}.Run(os.Stdin, os.Stdout)
//
// A caller that asks one question at a time gets each answer at once. Run reads only
// enough lines ahead to keep the processors busy, so memory is bounded.
//
// # Limits
//
// Nothing is recorded in the audit trail, and nothing runs. A line that is not JSON, has
// no command, or is longer than a command may be is answered with an error and the action
// block.
package batch
