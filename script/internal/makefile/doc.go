// Package makefile reads a makefile as GNU make reads it, line by line: variables of every
// flavor, functions, what eval and call give, and the files it includes. [Read] is its
// reader.
//
// make runs the commands of $(shell) and != as it reads; then those of the rules that the
// targets of the command line, or the first one, get to. Each line of commands
// is an act for the shell, or for what SHELL names. Of a conditional both
// branches count. A variable that nobody sets is left to the shell as its own,
// an automatic one that is not known is never empty.
//
// Not followed are prerequisites that only a command prints, files included by a pattern,
// vpath, and which of several rules for one pattern make would choose.
package makefile
