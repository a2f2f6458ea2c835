// Package heuristic is the common core of the readers of Perl and Ruby. Neither language can be
// parsed without running it: whether a slash is a division or a pattern depends on all functions
// and variables. So their readers follow statements and expressions less strictly than a
// parser, and fail on ambiguity.
//
// [Lexer] cuts quotes with any delimiters, the code inside them, and here-documents. [Interp]
// adds rounds of reading and evaluated code to absval.Interp.
package heuristic
