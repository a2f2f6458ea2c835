// Package watchdog stops judging that takes too much processor time, and turns a fault in
// it into an error.
//
// Judging counts its own steps and stops by that budget. The watchdog is for what no budget
// counts: it looks at the processor time of the whole process, which no other program's
// load changes.
//
//	answer, err := watchdog.Run(limit, &busy, hung, func(stop <-chan struct{}) int { … })
//
// The judge is told to stop first. One that does not heed it cannot be ended from outside:
// hung then ends the process, or the caller goes on without its answer.
package watchdog
