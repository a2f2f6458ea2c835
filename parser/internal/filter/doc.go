// Package filter evaluates programs that only turn their arguments and their input into text:
// echo, printf, cat, tr, sed, cut, base64 and others. [Lookup] finds one, and its Output is a
// pure function of a [Call]: it runs nothing and has no access to the shell's state. Each
// program, or pair of related ones (cat and tee, head and tail, rev and tac), has a file of its own.
//
// There is no answer if versions of a program differ, or if an option is not known.
package filter
