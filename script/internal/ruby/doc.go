// Package ruby reads Ruby. [Read] is its reader.
//
// Followed are quotes of every kind with the code inside them, here-documents, constants
// that are joined, repeated, packed or decoded, lists and blocks over constants, evaluated
// constants, methods by their names, and the words of -run. Where only knowing every variable would tell a
// division from a pattern, the code cannot be read. Not followed are method_missing,
// refinements, what objects hold, and what methods of the code are given.
package ruby
