// Package brace is the common core of the readers of JavaScript and PHP. A [Language] has the
// language's own tokens, tables, constants and keywords; [Read] reads code with it.
//
// Rounds of reading learn the values of names until they reach a fixed point, then one round
// collects acts. The reader follows constants with templates and interpolated strings; lists and
// objects with their members; and functions of the code, with the arguments and results of
// calls, as long as all calls are visible. A function that is stored, exported or passed on gets
// unknown arguments as well.
//
// It does not follow fields that the code sets, getters and proxies, prototypes, methods of
// classes (their parameters are unknown), exceptions, and JSX. A slash that only a full parser
// could tell from a division is an error.
package brace
