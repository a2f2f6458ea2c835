package guard

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// action returns the policy's action for a finding. If the rule is about harm to this machine
// alone, and the finding certainly is, that is the local action.
func (j *judge) action(f rules.Finding) rules.Action {
	if f.Rule.Local && len(j.policy.Inside) > 0 && j.isLocal(f) {
		return j.policy.LocalAction(f.Rule)
	}
	return j.policy.Action(f.Rule)
}

// isLocal reports whether everything that a finding is about is certainly on this machine: the
// command runs here and has no network connection, and none of the paths that the rule asks
// about lies, or may lie, in the work directory, which may be mounted from elsewhere.
func (j *judge) isLocal(f rules.Finding) bool {
	v := f.Invocation
	if v.Away || v.Truth != parser.Yes {
		return false
	}
	for i := range v.Effects {
		e := &v.Effects[i]
		switch {
		case e.Away || e.Kind&(grammar.Connects|grammar.Uploads) != 0:
			return false
		case (f.Rule.Effect == 0 || e.Kind&f.Rule.Effect != 0) && e.Kind&(grammar.Writes|grammar.Deletes|grammar.Changes) != 0 && !j.zones.IsOfMachine(v, e):
			return false
		}
	}
	return true
}
