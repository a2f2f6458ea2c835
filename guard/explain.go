package guard

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

// Explanation is a decision with all that led to it.
type Explanation struct {
	Decision

	// Holds is what holds of the decision: under a policy that only observes, it allows.
	Holds Decision

	// Work is the work directory, with links followed; "" where nothing
	// counts as inside.
	Work string

	// Steps are the invocations of the decision and all nested in them, each
	// before those it runs: the first ones, and further ones that something
	// was found about.
	Steps []Step

	// More is how many invocations there are besides.
	More int
}

// maxSteps bounds how many invocations are explained, and how many besides
// because something was found about them. A person reads fewer.
const maxSteps = 500

// Step is what was found about one invocation.
type Step struct {
	Invocation *grammar.Invocation
	Locations  []zone.Location // of its effects, in their order
	Findings   []CausedFinding
	Deferred   []CausedFinding
	Passed     []InertMatch
	Near       []rules.Miss
}

// CausedFinding is a finding and what gave it its action.
type CausedFinding struct {
	Finding
	Cause policy.Cause
}

// InertMatch is a rule that matches, or may, and that changes nothing.
type InertMatch struct {
	Rule  *rules.Rule
	Truth parser.Truth

	// Lifted says that one of the user's allowed commands covers it. Else
	// the policy allows it, by Cause.
	Lifted bool
	Cause  policy.Cause
}

// Explain judges a request as Judge does and tells what led to the decision.
// Words know where they come from.
func Explain(p *policy.Policy, m zone.Machine, req Request) Explanation {
	req.Origins = true
	j := newJudge(enforced(p), m, req)
	x := Explanation{Decision: j.decide(), Work: j.zones.Work}
	x.Holds = observed(p, x.Decision)
	view := j.view(j.Invocations)
	passed := j.passed(view)
	near := rules.NewNearness(p.Rules, x.Invocations, view)
	found := found(x.Findings, x.Deferred)
	for v := range grammar.All(x.Invocations) {
		if n := len(x.Steps); n >= 2*maxSteps || n >= maxSteps && !found[v.Written()] {
			x.More++
			continue
		}
		s := Step{Invocation: v, Passed: passed[v]}
		if found[v.Written()] {
			s.Findings, s.Deferred = j.judged(x.Findings, v), j.judged(x.Deferred, v)
		}
		for i := range v.Effects {
			s.Locations = append(s.Locations, j.zones.Locate(v, &v.Effects[i]))
		}
		s.Near = near.Of(v)
		x.Steps = append(x.Steps, s)
	}
	return x
}

// found are the commands that something was found about.
func found(lists ...[]Finding) map[*parser.Command]bool {
	out := map[*parser.Command]bool{}
	for _, list := range lists {
		for _, f := range list {
			out[f.Command] = true
		}
	}
	return out
}

// judged are the findings about one invocation, with their causes.
func (j *judge) judged(all []Finding, v *grammar.Invocation) []CausedFinding {
	var out []CausedFinding
	for _, f := range all {
		if f.Command == v.Written() {
			out = append(out, CausedFinding{f, j.cause(f)})
		}
	}
	return out
}

// cause is what gave a finding its action: for one that is only possible, and
// that no shim will see, it may be what the policy says of the class opaque.
func (j *judge) cause(f Finding) policy.Cause {
	own := j.policy.Cause(f.Rule)
	if f.Truth == parser.Yes || f.Rule.Class == rules.Opaque || f.Action == j.policy.Action(f.Rule) || f.Rule.Local && f.Action == j.policy.LocalAction(f.Rule) {
		return own
	}
	word := opaqueWord()
	c := j.policy.Cause(&word)
	c.Floor = c.Floor || f.Action != j.policy.Action(&word)
	return c
}

// passed are the rules that match and change nothing, by invocation.
func (j *judge) passed(view rules.View) map[*grammar.Invocation][]InertMatch {
	out := map[*grammar.Invocation][]InertMatch{}
	for _, f := range rules.Check(j.policy.Rules, j.Invocations, view) {
		action := j.action(f)
		if f.Truth == parser.Maybe && !j.deferrable(f) {
			action = j.opaque(f)
		}
		lifted := j.lifted(f)
		if !lifted && action != rules.Allow {
			continue
		}
		told := j.finding(f, action)
		out[f.Invocation] = append(out[f.Invocation], InertMatch{f.Rule, f.Truth, lifted, j.cause(told)})
	}
	return out
}
