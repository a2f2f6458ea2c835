// Package ruby reads Ruby. [Read] is its entry point.
//
// It follows quotes of every kind with the code inside them; here-documents; constants that are
// concatenated, repeated, packed or decoded; lists and blocks over constants; evaluated constants;
// methods by their names; and the commands of -run. Code cannot be read if only knowledge of every
// variable would tell a division from a pattern. It does not follow method_missing, refinements, the
// content of objects, and the arguments of the code's own methods.
package ruby
