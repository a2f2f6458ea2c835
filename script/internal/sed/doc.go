// Package sed reads scripts of GNU sed whole: e, w, r and the flags of s have acts.
// [Read] is its reader. A script that sed would refuse is an error.
package sed
