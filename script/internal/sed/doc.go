// Package sed reads complete scripts of GNU sed: e, w, r and the flags of s have acts. [Read] is its
// entry point. A script that sed would reject is an error.
//
// Three other places know sed: grammar/catalogue (text.go) has its options;
// parser/internal/filter (sed.go) evaluates it on known text; and the gate's plainSed accepts only
// scripts that are obviously harmless.
package sed
