// Package builtins is what shells' builtins and options do: the [Table] of those that change
// what a shell holds, the variables that one assigns, who never reads standard input, and
// the [Options] that change what words mean.
package builtins
