// Package perl reads Perl. [Read] takes a program, [ReadUse] the value of perl's -M.
//
// Followed are quotes of every kind with the code inside them, here-documents, constants
// that are joined, repeated, packed, decoded or changed by plain s/// and y///, lists and blocks over constants, evaluated
// constants, functions by their names, open in all its forms, and the operands that
// <> would run. Where only knowing every function would tell a division from a pattern,
// the code cannot be read. Not followed are what printing builds up in several
// steps, ties, overloading, XS and what modules do.
package perl
