package policy

import "slices"

// Lifted returns the ids of the rules for which one policy is looser than another with the same
// rules, and the commands that it allows in addition.
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
