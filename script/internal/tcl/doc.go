// Package tcl reads Tcl as expect(1) and tclsh(1) run it, by the commands that start
// programs or delete files, wherever they stand. [Read] is its reader. Beyond words, braces and
// substitutions it knows nothing of the language: what is not a constant, or made of constants by a variable or string(n), is unknown.
package tcl
