// Package parser turns shell source, or an argument vector, into the commands
// a shell would run, without running anything.
//
// A [Script] lists every simple command wherever it stands: in lists and
// pipelines, substitutions, functions, conditions and here-documents.
// Each [Command] has its words, its assignments and redirections, where its
// standard input comes from, the directory it would run in, and its place in
// the source.
//
// A [Word] is a sequence of parts: literal text, a glob pattern, or something
// only execution can tell. The package never guesses: what it does not know it
// marks as unknown, and keeps the literal text around it.
//
// Text is data unless something evaluates it. The package follows the shell's
// own evaluation (substitutions, functions, cd, constant assignments); what a
// program does with its arguments, such as the string after "sh -c", eval or
// trap, is read by package grammar, which calls [Parse] again for it.
//
// What a variable holds is followed through assignments, branches, loops over
// constants and calls of functions. Two things are taken for granted: that a cd
// succeeds, and that code which cannot be seen (a sourced file, an unknown word
// run by eval) leaves the directory and the caller's variables as they are.
//
// It is the only importer of mvdan.cc/sh, and it refuses sources past the
// limits of [MaxSource], [MaxDepth] and [MaxRun] before that parser sees them:
// the parser recurses, and Go cannot recover from an exhausted stack.
package parser
