// Package perl reads Perl. [Read] takes a program, [ReadUse] the value of perl's -M.
//
// It follows quotes of every kind with the code inside them; here-documents; constants that are
// concatenated, repeated, packed, decoded or changed by plain s/// and y///; lists and blocks over
// constants; evaluated constants; functions by their names; open in all its forms; and the operands
// that <> would run. Code cannot be read if only knowledge of every function would tell a division
// from a pattern. It does not follow text printed in several steps, ties, overloading, XS and
// modules.
package perl
