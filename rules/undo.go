package rules

import "strings"

// Undo is a set of what can bring back what a destructive command destroys. The zero Undo is
// nothing: a rule that nobody thought about claims no way back.
type Undo uint8

// The ways back.
const (
	Trash    Undo = 1 << iota // a shim moves it to the trash, where the policy says so
	Stash                     // a shim keeps it in the repository, where the policy says so
	Snapshot                  // it lies in the work directory: exec --review works on a copy
	Tool                      // another command of the same program: it starts it, scales it up, rolls it back
)

// String names the ways back: "trash, snapshot", or "nothing".
func (u Undo) String() string {
	var all []string
	for i, name := range [...]string{"trash", "stash", "snapshot", "tool"} {
		if u&(1<<i) != 0 {
			all = append(all, name)
		}
	}
	if len(all) == 0 {
		return "nothing"
	}
	return strings.Join(all, ", ")
}

// UndoneBy says what can bring back what the rule's command destroys; "" for a rule that is not
// about destruction.
func (r *Rule) UndoneBy() string {
	if r.Class != Destructive {
		return ""
	}
	return r.Undone.String()
}
