package rules

import "strings"

// Undo is a set of ways to restore what a destructive command destroys. The zero Undo is empty: a
// rule without a considered value claims no way back.
type Undo uint8

// The ways back.
const (
	Trash    Undo = 1 << iota // a shim moves the files to the trash, if the policy says so
	Stash                     // a shim keeps the changes in the repository, if the policy says so
	Snapshot                  // the data is in the work directory: exec --review works on a copy
	Tool                      // another command of the same program reverts it: starts, scales up, rolls back
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

// UndoneBy returns the ways to restore what the rule's command destroys; "" for a rule that is
// not about destruction.
func (r *Rule) UndoneBy() string {
	if r.Class != Destructive {
		return ""
	}
	return r.Undone.String()
}
