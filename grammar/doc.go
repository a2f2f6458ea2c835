// Package grammar reads a command through the option grammar of its program.
//
// A [Program] is a row of package catalogue, written in the types of package spec: its options with
// their arity, how they may be spelt (bundled, abbreviated, mixed with operands), its subcommands,
// and the role of each operand and option value: a path to read, write or delete, a URL, a host,
// code in a language, a nested command.
//
// [Read] turns every [parser.Command] of a script into an [Invocation]: the subcommand, the options,
// the operands by role, and the [Effect]s the command would have. If a program runs a command from
// its arguments (sudo, env, xargs, sh -c, ssh), Read parses and reads that command too; it becomes
// one of the invocation's Nested.
//
// Words may be unknown, so every question has three answers: [parser.No], [parser.Maybe] and
// [parser.Yes]. If an unknown word may hide options or operands, the invocation is Open.
package grammar
