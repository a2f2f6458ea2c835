// Package ticket passes a command from the hook that judged it to the exec that runs it.
//
// A hook cannot confine the programs that its agent runs. So it leaves the command in a
// [Store], and makes the agent run "shimgen exec" with the name under which the command
// waits. Exec takes the command once, judges the text again, and runs it in a sandbox.
//
//	claim, err := store.Put(d, ticket.Command{Text: text, Dir: dir})  // the hook
//	c, err := store.Take(claim)                                         // exec
//
// A waiting command is no permission. It holds the answer of the agent's user. It is valid
// for an hour, in the directory and under the profile in which it was judged.
package ticket
