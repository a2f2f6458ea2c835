package tree

// Condition is what the run of a command depends on, besides the commands before it in the text. It is
// immutable: the commands under one share it.
type Condition struct {
	Outer *Condition // the one around it, or nil
	Kind  ConditionKind

	// After is the place of the simple command that has succeeded when this runs; for other kinds
	// than Succeeded, and after a compound command, it is empty.
	After Span
}

// ConditionKind is a kind of condition.
type ConditionKind uint8

// The kinds of conditions.
const (
	ListHead  ConditionKind = iota // it is the first in a list: it runs, and decides about the others
	Succeeded                      // the command before && has succeeded
	Failed                         // the command before || has failed
	MayFail                        // if it fails, the script goes on with what follows ||
	Branch                         // it is in a branch, a loop, a case or a function, or decides about one
)

// Condition returns the condition of the command in the text that it, or the command that runs it, is
// part of.
func (c *Command) Condition() *Condition {
	for c.Source == nil && c.Outer != nil {
		c = c.Outer
	}
	return c.Under
}

// Within reports whether a condition is another one, or inside it.
func (d *Condition) Within(outer *Condition) bool {
	for ; d != nil; d = d.Outer {
		if d == outer {
			return true
		}
	}
	return outer == nil
}
