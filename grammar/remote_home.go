package grammar

import (
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// AwayHome is [spec.AwayHome].
const AwayHome = spec.AwayHome

// awayVars returns the known variables of a shell elsewhere.
func awayVars(name string) (string, bool) { return AwayHome, name == "HOME" }

// awayHomes returns the home of a named user elsewhere, by hier(7).
func awayHomes(user string) (string, bool) {
	if user == "root" {
		return "/root", true
	}
	return "/home/" + user, true
}

// startAway represents an unknown start directory elsewhere.
const startAway = "where it starts there"

// startThere returns the directory in which nested commands start elsewhere.
func (r *reader) startThere() parser.Word {
	dir := parser.Word{Parts: []parser.Part{{Text: startAway, Empty: true}}}
	if r.syntax.Start != "" {
		dir = parser.Text(r.syntax.Start)
	}
	for i := range r.inv.Options {
		if g := &r.inv.Options[i]; g.Option != nil && g.Option.Role == spec.RemoteDir && len(g.Value.Parts) > 0 {
			dir = join(dir, g.Value)
		}
	}
	return dir
}

// IsAtUnknownStart reports whether a command elsewhere runs in its start directory and that is unknown.
func IsAtUnknownStart(c *parser.Command) bool {
	return len(c.Dir.Parts) == 1 && c.Dir.Parts[0].Kind == parser.Unknown && c.Dir.Parts[0].Text == startAway
}
