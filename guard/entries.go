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

// matches tells whether one of the entries matches an invocation.
func matches(entries []policy.CommandEntry, v *grammar.Invocation) parser.Truth {
	most := parser.Yes
	if len(v.Command.Args) > 0 {
		if _, known := v.Command.Program().Text(); !known {
			most = parser.Maybe // with an unknown program, no entry can match for certain
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

// isLifted reports whether one of the user's allowed entries covers a finding. An entry names a
// program and its arguments, and must match for certain. So it never lifts findings about
// assignments, redirections, standard input or nested commands, nor about a command whose
// options a variable sets. It lifts a catastrophic finding only with override, and never one
// about shimgen's own files and verbs or of strict mode. An entry of a trusted project's file
// lifts no block.
func (j *judge) isLifted(f rules.Finding) bool {
	if strings.HasPrefix(f.Rule.ID, "self.") || f.Rule.Strict {
		return false
	}
	if f.Effect != nil && f.Effect.Cause != grammar.ByArgs {
		return false
	}
	if f.Invocation.IsToldByVariable() {
		return false // the entry does not mention the variables
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
