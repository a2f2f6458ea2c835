// Package reader turns shell source into mvdan.cc/sh's syntax tree. It is the only one that
// runs that parser: [File] reads commands, [Document] the body of a here-document.
//
// It refuses a text past the limits of [MaxSource], [MaxDepth] and [MaxRun] before the parser
// sees it: the parser recurses, and Go cannot recover from an exhausted stack. Bytes that
// the parser would read otherwise than a shell are hidden from it, and some text that only
// a shell reads is repaired first. The [Rewrite] that comes back says what was done: it puts
// the bytes back into the tree, and its [Lines] turn places of what was read into those of
// the source.
package reader
