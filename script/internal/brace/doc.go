// Package brace reads the languages with curly brackets, JavaScript and PHP. A
// [Language] has what is a language's own: its tokens, tables, constants and keywords;
// [Read] reads code with it.
//
// Rounds of reading learn what names hold until nothing changes, then one round collects
// acts. Followed are constants with templates and interpolated strings, lists and objects with
// their members; functions of the code: what their calls pass and what they return, as
// long as all calls are in sight. A function that is stored, exported or handed on gets
// unknown arguments as well.
//
// Not followed are fields that the code sets, getters and proxies, prototypes, methods of
// classes (their parameters are unknown), exceptions, JSX. A slash that only a parser
// could tell from a division is an error.
package brace
