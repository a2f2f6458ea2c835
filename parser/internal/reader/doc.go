// Package reader turns shell source into mvdan.cc/sh's syntax tree. It is the only package that
// runs that parser: [File] reads commands, [Document] the body of a here-document.
//
// It refuses a text past the limits [MaxSource], [MaxDepth] and [MaxRun] before the parser sees
// it: the parser recurses, and Go cannot recover from an exhausted stack. It hides bytes that
// the parser would read differently from a shell, and repairs some text that shells accept and
// the parser rejects. The returned [Rewrite] records this: it restores the bytes in the tree,
// and its [Lines] map positions in the rewritten text to positions in the source.
package reader
