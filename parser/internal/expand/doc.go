// Package expand is what of a shell's expansion depends on its words alone: braces, arithmetic,
// the operators of ${x%y} and its like, the patterns of extglob, and the splitting of values
// into words. What it has to know of the shell it is given: [Arithmetic] gets a look-up of
// variables, [Operator] that and the options that count.
//
// [Fields] collects the pieces of the words that one word of the source becomes. Where a
// value is one of a few, [Choices] collects these, and [Combinations] lists the ways to
// read the command once for each.
package expand
