// Package catalogue holds the grammars of all programs that are known: rows of
// [spec.Row], one file for each domain, and what rows of one file share.
//
// To add a program, add a row to the table of its domain, with the manual that it was
// made from, and a case to the test of that domain in package grammar; then make the index
// anew (go test ./grammar ./policy/variables -run 'TestIndex$' -update). To add a domain, add its table to
// [Families]. CONTRIBUTING.md walks through an example.
//
// A row is a few names and a function that makes its [spec.Syntax]: what it makes is code
// and constants until the program is looked up. Data that points to other data costs every
// start of every program that holds it, looked up or not: the Go runtime reads through all
// of it first.
package catalogue
