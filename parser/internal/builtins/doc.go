// Package builtins describes the builtins and options of shells: [KindOf] tells which builtins
// change the shell's state, [AssignedBy] the variables that a builtin assigns, [MayRead]
// says which commands never read standard input, and [Options] are the options that change
// the meaning of words.
package builtins
