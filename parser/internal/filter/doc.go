// Package filter says what programs write that do nothing but turn their arguments and their
// input into text: echo, printf, cat, tr, sed, cut, base64 and the like. [Lookup] finds one,
// and its Output is a pure function of a [Call]: it runs nothing, and knows nothing of the
// shell. A program, or a pair that undoes each other (cat and tee, head and tail, rev and tac),
// has a file of its own.
//
// Where versions of a program differ, or an option is not known, there is no answer.
package filter
