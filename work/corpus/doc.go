// Package corpus is the work that is done with and without shims, as data: scripts
// of our own in rows/, each a day of some program's ordinary use, and suites that
// nobody here wrote, each of whose scripts is a task.
//
// A task is shell source. It prints what it sees and goes on after a failure, so
// that one difference does not hide the next, and what it prints is the same whenever
// it is run, but for what package compare leaves out.
package corpus
