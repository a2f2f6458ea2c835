// Package heuristic is what reading Perl and Ruby has in common. Nobody can parse them
// without running them: only who knows every function and variable can tell a
// division from a pattern. So their readers follow statements and
// expressions more loosely than a parser would, and fail where two readings differ.
//
// [Lexer] cuts quotes with any delimiters, the code inside them, and here-documents.
// [Interp] adds to an absval.Interp the rounds of reading and code that is evaluated.
package heuristic
