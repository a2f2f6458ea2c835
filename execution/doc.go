// Package execution runs one command for a person or for an agent's loop, from the text to
// what is printed about its end: what `shimgen exec` and `shimgen run` do.
//
// [Command.Run] opens the policy, decides, says what the decision objects to, asks where the
// policy asks, records, and runs what is permitted under its shims, limits and sandbox. The
// error carries the status to end with:
//
//	err := (&execution.Command{
//		Argv: []string{"make", "test"}, Open: open, Out: os.Stdout, Err: os.Stderr, Env: os.Environ(),
//	}).Run()
//
// [Output] has it print one JSON object, or what it would do instead of doing it.
// [CarryOut] runs what an agent's hook has decided about and replaced by a reference to the
// decision: it is judged again, and always confined.
//
// # Asking
//
// [Confirm] asks at the terminal that the process was started from, and nowhere else. Where
// `shimgen run` has given the terminal to a program, or standard input is none, the answer
// is no.
//
// # Limits
//
// One command a process: its directory, its terminal and its signals are the process's own.
// How commands are confined is package runner's and package sandbox's matter. A loop that
// runs many commands uses package runner itself.
package execution
