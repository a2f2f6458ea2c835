package grammar

import (
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// AwayHome is [spec.AwayHome].
const AwayHome = spec.AwayHome

// awayVars are the variables that are known of a shell elsewhere.
func awayVars(name string) (string, bool) { return AwayHome, name == "HOME" }

// awayHomes returns the home of a named user elsewhere, by hier(7).
func awayHomes(user string) (string, bool) {
	if user == "root" {
		return "/root", true
	}
	return "/home/" + user, true
}

// startAway names the directory elsewhere that a command starts in, where nobody knows it.
const startAway = "where it starts there"

// startThere is the directory that nested commands start in elsewhere.
func (r *reader) startThere() parser.Word {
	dir := parser.Word{Parts: []parser.Part{{Text: startAway, Empty: true}}}
	if r.syntax.Start != "" {
		dir = parser.Text(r.syntax.Start)
	}
	for i := range r.inv.Options {
		if g := &r.inv.Options[i]; g.Option != nil && g.Option.Role == spec.FarDir && len(g.Value.Parts) > 0 {
			dir = join(dir, g.Value)
		}
	}
	return dir
}

// IsAtUnknownStart reports whether a command elsewhere runs in the directory that it started
// in, and nobody knows which one that is.
func IsAtUnknownStart(c *parser.Command) bool {
	return len(c.Dir.Parts) == 1 && c.Dir.Parts[0].Kind == parser.Unknown && c.Dir.Parts[0].Text == startAway
}
