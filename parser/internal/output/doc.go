// Package output says what commands write, as far as their words and their input tell.
//
// [Printer] follows lists of names through filters: what a search prints, a sort or a sed
// hands on. [BehindCarriers] finds the program that writes behind those that only start
// another, as env and nice do. [InputOf] and [PassedOn] are what a command reads, known in
// full or in part.
package output
