// Package othershell helps to read source of shells whose syntax is not that of sh.
//
// [Fish] and [Csh] rewrite source so that the parser of bash reads it, and [WithConstants] puts the
// values of constants in the place of variables in source that nobody parses:
//
//	Fish("if test -d x; rm -rf x; end")       // if test -d x;then  rm -rf x; fi
//	WithConstants("nu", `let d = "/etc"; rm $d`)
//
// The results are for reading only. They run the same commands with the same words as far as this
// package knows the language: a condition of csh becomes "true", and both branches are read anyway.
// What it does not know it refuses, and the caller reads the source as it would have without.
package othershell
