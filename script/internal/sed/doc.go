// Package sed reads scripts of GNU sed whole: e, w, r and the flags of s have acts.
// [Read] is its reader. A script that sed would refuse is an error.
//
// Three other places know sed: its options are a row of grammar/catalogue (text.go); what it
// prints of known text is parser/internal/filter (sed.go); and the gate's plainSed gives up on
// all that is not plainly harmless.
package sed
