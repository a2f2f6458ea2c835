// Package manual holds what the help of a verb and the manual page say beside the flags:
// examples, and what an exit status means.
//
//	manual.Print(out, "check")       // what --help prints below the flags
//	manual.Write(out, root, version, day) // shimgen(1), in the macros of man(7)
//
// [WritePolicy] writes agent-loop-policy(5), of a row for each key that a policy file may have
// and of the built-in profiles' own tables, and [WriteShim] shim(1).
//
// The verbs, their flags and their short descriptions come from the command line itself. A
// test reads each example as a command line.
package manual
