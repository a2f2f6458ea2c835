package guard

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// userBlocked is the rule behind the user's commands.blocked entries.
func userBlocked() *rules.Rule {
	return &rules.Rule{
		ID: "command.blocked", Class: rules.Destructive, Floored: true, Least: rules.Block,
		Reason: "is blocked by the policy",
		Hint:   "ask the user",
	}
}

// matches tells whether one of some entries speaks of an invocation.
func matches(entries []policy.CommandEntry, v *grammar.Invocation) parser.Truth {
	most := parser.Yes
	if len(v.Command.Args) > 0 {
		if _, known := v.Command.Program().Text(); !known {
			most = parser.Maybe // no more can be said of a program that is not known
		}
	}
	best := parser.No
	for _, e := range entries {
		if best = best.Or(e.Match(v)); best >= most {
			break
		}
	}
	return best
}

// lifted reports whether one of the user's allowed entries covers a finding.
// An entry covers a program with its arguments, and only for certain: what
// comes from assignments, and of a command that these give options, from
// redirections or standard input stays, and so does what nested commands do. It lifts a catastrophic finding only if it says
// override, and never one about our own files and verbs or of strict mode. An entry of a
// trusted project's file lifts nothing that blocks.
func (j *judge) lifted(f rules.Finding) bool {
	if strings.HasPrefix(f.Rule.ID, "self.") || f.Rule.Strict {
		return false
	}
	if f.Effect != nil && f.Effect.Cause != grammar.ByArgs {
		return false
	}
	if f.Invocation.IsToldByVariable() {
		return false // the entry says nothing of the variables
	}
	for _, e := range j.policy.AllowedCommands(f.Invocation) {
		if e.OnlyAsks && j.action(f) == rules.Block || e.Dir != "" && j.machine.Expand(e.Dir) != j.zones.Dir {
			continue
		}
		if (e.Override || f.Rule.Class != rules.Catastrophic) && e.Match(f.Invocation) == parser.Yes {
			return true
		}
	}
	return false
}
