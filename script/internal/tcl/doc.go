// Package tcl reads Tcl as expect(1) and tclsh(1) run it, by the commands that start programs or delete
// files, wherever they occur. [Read] is its entry point. It knows only Tcl's words, braces and
// substitutions: anything that is not a constant, or made of constants by a variable or string(n),
// is unknown.
package tcl
