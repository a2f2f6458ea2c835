// Package tree holds the types of a parsed script: a [Script] of [Command]s, their [Word]s,
// assignments, redirections and standard input, and the variables and files that the source
// has changed before a command runs.
//
// A [Word] is a sequence of parts: literal text, a pattern, or an unknown part. A part may have
// [Values]: the few words that it is one of, the elements of an array, or the content of a
// process substitution. [ValueOf] converts a word to the value of a variable, and
// [Alternatives] returns the possible words of a value. A [Truth] answers a question about words
// that may be unknown. [Placeholders] convert a partly known word to text and back, so that
// functions on text can process it.
//
// Packages outside parser use these types by their names in package parser. Fields marked as
// being for the interpreter have no meaning there.
package tree
