// Package output computes what commands write, as far as their words and their input are
// known.
//
// [Printer] follows lists of names through filters: the names that a search prints, and that
// sort or sed pass on. [BehindCarriers] skips programs that only run another one, such as env
// and nice. [InputOf] and [PassedOn] return what a command reads, known in full or in part.
package output
