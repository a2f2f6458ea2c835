// Package corpus is the work that is done with and without shims, as data: our own
// scripts in rows/, each a day of some program's ordinary use, and suites that others
// wrote, each of whose scripts is a task.
//
// A task is shell source. It prints what it sees and goes on after a failure, so that one
// difference does not hide the next. Its output is the same in every run, except for what
// package compare ignores.
package corpus
