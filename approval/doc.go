// Package approval keeps what waits for a person's yes, and the yeses that have not been
// used up.
//
// A [Request] is a command that was asked about where nobody could answer. It waits under a
// short code, for an hour. A [Grant] is a person's yes to one: for exactly that text or
// argument vector in that directory, and for no more than rules asked about it. It is taken by
// whoever repeats the command, once or for a time.
//
//	store := approval.In(root, uid)
//	code, err := store.Ask(request)
//	…
//	grant, ok := store.Take(approval.What{Source: text, Dir: dir}, asks)
//
// [AskingSide] and [Below] tell whether a process belongs to what asked, so that an agent
// cannot answer itself at a terminal that it has made.
//
// # Limits
//
// Requests and grants are files that only their owner can read or write. They hold against
// a confined command; a program of the same user that is not confined can write them, as it
// can write the user's policy. [Below] follows parents: a process whose parents have ended
// is below nobody.
package approval
