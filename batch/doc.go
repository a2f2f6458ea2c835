// Package batch answers many questions about commands, one JSON line each, as
// `shimgen check --batch` does.
//
// [Questions.Answer] reads {"id","command","dir"?} a line, judges the lines side by side on
// all processors, and writes a verdict for each, in order, with its id:
//
//	s, err := runner.Open(runner.Options{Env: os.Environ()})
//	…
//	err = batch.Questions{Session: s}.Answer(os.Stdin, os.Stdout)
//
// Whoever asks one question at a time gets each answer at once. No more lines are read
// ahead than keep the processors busy, so memory is bounded however long the batch is.
//
// # Limits
//
// Nothing is recorded in the audit trail, and nothing is run. A line that cannot be judged
// is answered with an error and the action block: it is not JSON, has no command, or is
// longer than a command may be.
package batch
