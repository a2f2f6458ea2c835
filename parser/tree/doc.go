// Package tree is what a parsed script is made of: a [Script] of [Command]s, their [Word]s,
// assignments, redirections and standard input, and what the source has made of the
// variables and files that a command finds.
//
// A [Word] is a row of parts: literal text, a pattern, or what only execution knows. A part
// may have [Values] behind it: the few words that it is one of, the elements of an array, or
// what the file of a process substitution holds. [ValueOf] is what a variable can hold of
// a word, and [Alternatives] lists what a value may be. A [Truth] answers a question about
// words that may be unknown. [Placeholders] turn a word that is known in part into text and
// back, so that what works on text alone can work on it.
//
// Everybody but the packages below parser reads these types by their names in package
// parser. Fields that say they are for the interpreter mean something only there.
package tree
