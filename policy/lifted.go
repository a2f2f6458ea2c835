package policy

import "slices"

// Lifted returns the ids of the rules that one policy is looser about than another, which
// has the same rules, and the commands that it allows beyond the other's.
func Lifted(from, to *Policy) (ids, commands []string) {
	for r := range to.Rules.All() {
		if to.Action(r) > from.Action(r) {
			ids = append(ids, r.ID)
		}
	}
	var before []string
	for _, e := range from.AllAllowedCommands() {
		before = append(before, e.String())
	}
	for _, e := range to.AllAllowedCommands() {
		if !slices.Contains(before, e.String()) {
			commands = append(commands, e.String())
		}
	}
	return ids, commands
}
