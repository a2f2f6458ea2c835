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
// # Evaluation
//
// Text is data unless something evaluates it. The package follows the shell's
// own evaluation: substitutions, functions, cd and assignments, and the text of
// eval, traps, aliases, prompts, subscripts and numbers. It reads such text in the
// state that the shell has at that point. Package grammar reads what a program does with
// its arguments, such as the string after "sh -c", and calls [Parse] again for it. It also
// does so for the words of an eval, and gets the commands that this package has read.
//
// # Known values
//
// The package computes text that only passes through filters: echo, printf, cat, tee,
// base64, base32, xxd -r, tr, rev, tac, head, tail, cut, uniq, seq, basename, dirname, awk
// that prints constants and fields, sed with s, y, p, d and q. It applies parameter operators
// and field splitting to known values. All of this is bounded in bytes and steps; past a
// bound a word is unknown.
//
// A glob pattern is a value too: in a variable, an array or a parameter it represents one
// of the names that it matches, or all of them. So do the names that a search prints
// ([Options].Prints), in what a substitution, read or mapfile takes from them. Filters
// and operators work on such values and keep the patterns. If a value may be more than the
// pattern, the package lists alternatives: the pattern, or anything. [ParseWord] reads
// source that is partly known in the same way.
//
// The package follows a variable's value through assignments, branches, loops over
// constants and calls of functions. A command's [Environment] is what a program inherits
// of these variables; source that such a program runs starts with it. If an error may
// abort a line, or an option of the shell may remove a word, the package reads both cases:
// what follows starts in either state, and the command is listed with the word and without.
//
// # Limits
//
// The package assumes that a cd succeeds; that code which it cannot see (a sourced file
// that the source has not written, an unknown word run by eval) leaves the directory and
// the caller's variables as they are; and that an unknown value is a number where the shell
// needs a number, and a name where it needs a name.
//
// # Where to look
//
// The types come from package tree; other packages use them by the names here. These
// packages need no state of a shell: internal/reader holds the limits [MaxSource],
// [MaxDepth] and [MaxRun] and runs mvdan.cc/sh's parser; internal/filter computes what
// programs make of known text, one file for a program or a pair; internal/expand is
// expansion that depends on words alone; internal/output computes what commands write; and
// internal/builtins holds tables of what builtins and options do.
//
// This package itself is one interpreter. It walks a syntax tree in the order of a
// shell, and its parts share one state: an expansion assigns (${x:=y}, $((x++))) and runs
// commands, an assignment is expanded and may be evaluated, and a builtin, a loop or a
// function changes the values that the next word expands to. Start at walk.go. Before the
// interpreter reads the body of a loop or a function, effects.go finds what the body may
// change.
package parser
