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
// own evaluation: substitutions, functions, cd and assignments, and the text of
// eval, traps, aliases, prompts, subscripts and numbers, which is read in the
// state the shell is in there. What a program does with its arguments, such as
// the string after "sh -c", is read by package grammar, which calls [Parse]
// again for it; so it does for the words of an eval, and is given what was read.
//
// Text that only passes through filters (echo, printf, cat, tee, base64, base32,
// xxd -r, tr, rev, tac, head, tail, cut, uniq, seq, basename, dirname, awk that
// prints constants and fields, sed with s, y, p, d and q) is known, and so is what
// parameter operators and the splitting of words make of known values. All of
// this is bounded in bytes and steps; past a bound a word is unknown.
//
// A pattern is kept as a value too: in variables, arrays and parameters it stands for a
// name that it matches, or for all of them, and so do the names that a search prints
// ([Options].Prints) in what a substitution, read or mapfile takes of them. Filters and
// operators work on such values with their patterns in place. Where there may be more to
// a value, it is one of a few that are listed: the pattern, or anything. Source that is
// known in part is read in the same way, by [ParseWord].
//
// What a variable holds is followed through assignments, branches, loops over
// constants and calls of functions. What programs inherit of it is the command's
// [Environment], and a source that one of them runs starts with that. Where an error may
// break off a line, or an option of the shell may take a word away, both are read: what
// follows starts in either state, and the command is listed with the word and without.
//
// Some things are taken for granted: that a cd succeeds; that code which cannot
// be seen (a sourced file that the source has not written, an unknown word run
// by eval) leaves the directory and the caller's variables as they are; and that
// values which are not known are numbers where a number is asked for, and names
// where a name is.
//
// The types are those of package tree, by the names that all other packages use. Below are
// packages that need no state of a shell: internal/reader holds the limits of [MaxSource],
// [MaxDepth] and [MaxRun] and runs mvdan.cc/sh's parser; internal/filter says what
// programs make of known text, one file for a program or a pair; internal/expand is expansion as far as
// it depends on words alone; internal/output follows what commands write; and
// internal/builtins holds tables of what builtins and options do.
//
// What is left here is one interpreter. It goes through a syntax tree in the order of a
// shell, and its parts share one state: an expansion assigns (${x:=y}, $((x++))) and runs
// commands, an assignment is expanded and may be evaluated, and what a builtin, a loop or a
// function changes is what the next word expands to. walk.go is where to start; effects.go
// finds what a loop or a function may change before its body is read.
package parser
