// Package lex is the common part of all lexers: the [Cursor] over the text, the [Token], escape
// sequences, and [Words], constant sets of words that cost nothing when the program starts.
//
// Each language has a lexer of its own that embeds a Cursor.
package lex
