// Package catalogue holds the grammars of all known programs: rows of [spec.Row], one file for each
// domain, and values that the rows of a file share.
//
// To add a program, add a row to the table of its domain, with the manual that it is based on, and a
// case to the test of that domain in package grammar; then rebuild the index (go test ./grammar
// ./policy/variables -run 'TestIndex$' -update). To add a domain, add its table to [Families].
// CONTRIBUTING.md walks through an example.
//
// A row is a few names and a function that returns its [spec.Syntax], so that the syntax is code and
// constants until the program is looked up. Data with pointers would slow down every start of every
// program that contains it: the Go runtime scans all of it first.
package catalogue
