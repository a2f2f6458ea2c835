// Package lex has what cutting code into tokens has in common for all languages: the
// [Cursor] over the text, the [Token], escape sequences, and [Words], which are sets that a start of
// the program does not pay for.
//
// Each language has a lexer of its own that embeds a Cursor.
package lex
