package guard

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
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

// notListed is the rule behind profiles that allow nothing but reading.
func notListed() *rules.Rule {
	return &rules.Rule{
		ID: "safe.unlisted", Class: rules.Hygiene, Floored: true, Least: rules.Block,
		Reason: "is not known to be read-only, and this profile allows nothing else",
		Hint:   "use a read-only command, or ask the user",
	}
}

// lifted reports whether one of the user's allowed entries covers a finding.
// An entry covers a program with its arguments, and only for certain: what
// comes from assignments, redirections or standard input stays, and so does
// what nested commands do. It lifts a catastrophic finding only if it says
// override, and never one about our own files and verbs.
func (j *judge) lifted(f rules.Finding) bool {
	if f.Truth == parser.No || own(f.Rule) {
		return false
	}
	if f.Effect != nil && f.Effect.Cause != grammar.ByArgs {
		return false
	}
	for _, e := range j.policy.Commands.Allowed {
		if f.Rule.Class == rules.Catastrophic && !e.Override {
			continue
		}
		if e.Match(f.Invocation) == parser.Yes {
			return true
		}
	}
	return false
}

func own(r *rules.Rule) bool { return len(r.ID) > 5 && r.ID[:5] == "self." }

// entries adds the user's blocked commands. An allowed entry for the same
// command comes first.
func (j *judge) entries(d *Decision) {
	if len(j.policy.Commands.Blocked) == 0 {
		return
	}
	rule := userBlocked()
	for v := range grammar.All(d.Invocations) {
		for _, e := range j.policy.Commands.Blocked {
			if t := e.Match(v); t != parser.No {
				j.add(d, rules.Finding{Rule: rule, Truth: t, Invocation: v})
				break
			}
		}
	}
}

// unlisted adds the finding that blocks whatever is not read-only.
func (j *judge) unlisted(d *Decision) {
	rule := notListed()
	for v := range grammar.All(d.Invocations) {
		if !plain(v) {
			j.add(d, rules.Finding{Rule: rule, Truth: parser.Yes, Invocation: v})
			return
		}
	}
}

// readOnly reports whether all invocations do nothing but read ordinary paths.
func readOnly(invs []*grammar.Invocation) bool {
	for v := range grammar.All(invs) {
		if !plain(v) {
			return false
		}
	}
	return true
}

// plain reports whether one invocation is read completely, is what its name
// says, and does nothing but read.
func plain(v *grammar.Invocation) bool {
	if v.Program == nil || v.Open || v.Err != nil || v.Command.Shadowed {
		return false
	}
	if name, known := v.Command.Program().Text(); !known || name != v.Name {
		return false
	}
	for _, e := range v.Effects {
		if e.Kind&^grammar.Reads != 0 {
			return false
		}
	}
	return true
}
