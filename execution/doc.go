// Package execution runs one command for a person or for an agent's loop, from its text
// to the report of how it ended: what `shimgen exec` and `shimgen run` do.
//
// [Command.Run] opens the policy, decides, prints the objections, asks if the policy
// asks, records, and runs what is permitted under its shims, limits and sandbox. The
// error carries the exit status:
//
//	err := (&execution.Command{
//		Argv: []string{"make", "test"}, Open: open, Out: os.Stdout, Err: os.Stderr, Env: os.Environ(),
//	}).Run()
//
// [Output] selects one JSON object instead of text, or a plan instead of running the
// command. [CarryOut] runs a command that an agent's hook has judged and replaced by a
// reference to the decision: it judges the command again, and always confines it.
//
// # Asking
//
// [Confirm] asks at the terminal that the process was started from, and nowhere else. If
// `shimgen run` has given the terminal to a program, or standard input is not a terminal,
// the answer is no.
//
// # Limits
//
// A process can run only one command: its directory, its terminal and its signals are the
// process's own. Packages runner and sandbox confine commands. A loop that runs many
// commands uses package runner itself.
package execution
