// Package makefile reads a makefile as GNU make does, line by line: variables of every flavor,
// functions, the results of eval and call, and included files. [Read] is its entry point.
//
// make runs the commands of $(shell) and != while it reads; then those of the rules that the
// targets of the command line, or the first target, need. Each recipe line is an act for the
// shell, or for the program in SHELL. Both branches of a conditional count. An unset variable is
// passed on to the shell as a shell variable; an unknown automatic variable is never empty.
//
// It does not follow prerequisites that only a command prints, files included by a pattern,
// vpath, and which of several pattern rules make would choose.
package makefile
