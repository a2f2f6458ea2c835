// Package ticket takes a command from the hook that judged it to the exec that runs it.
//
// A hook cannot confine what its agent runs. It leaves the command in a [Store], and has the
// agent run "shimgen exec" with the name under which it waits. Exec takes it once, judges the
// text again, and runs it in a sandbox.
//
//	claim, err := store.Put(d, ticket.Command{Text: text, Dir: dir})  // the hook
//	c, err := store.Take(claim)                                         // exec
//
// What waits is no permission. It holds the answer that the agent's user gave, and counts
// for an hour, in the directory and under the profile in which it was judged.
package ticket
