// Package expand holds the parts of shell expansion that depend on words alone: braces,
// arithmetic, the operators of ${x%y} and others, extglob patterns, and field splitting. The
// caller passes in what they need to know of the shell: [Arithmetic] gets a look-up of
// variables, [Operator] a look-up and the relevant options.
//
// [Fields] collects the pieces of the words that one word of the source expands to. If a value
// is one of a few, [Choices] collects them, and [Combinations] returns the ways to read the
// command once for each.
package expand
