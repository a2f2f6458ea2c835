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

	// Holds is the decision that is enforced. Under a policy that only observes, it allows.
	Holds Decision

	// Work is the canonical work directory, or "" if nothing counts as inside.
	Work string

	// Steps are the invocations of the decision, each before those nested in it: the first
	// maxSteps, and as many more that have findings.
	Steps []Step

	// More counts the invocations left out.
	More int
}

// maxSteps bounds how many invocations are explained without findings, and how many more with
// findings. Nobody reads more.
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

// CausedFinding is a finding and the reason why it has its action.
type CausedFinding struct {
	Finding
	Cause policy.Cause
}

// InertMatch is a rule that matches, or may match, without effect on the decision.
type InertMatch struct {
	Rule  *rules.Rule
	Truth parser.Truth

	// Lifted says that one of the user's allowed commands covers the match. Otherwise the
	// policy allows it, for the reason in Cause.
	Lifted bool
	Cause  policy.Cause
}

// Explain judges a request as Judge does and reports what led to the decision. It also records
// where each word comes from.
func Explain(p *policy.Policy, m zone.Machine, req Request) Explanation {
	req.Origins = true
	j := newJudge(enforced(p), m, req)
	x := Explanation{Decision: j.decide(), Work: j.zones.Work}
	x.Holds = observed(p, x.Decision)
	view := j.view(j.Invocations)
	passed := j.inertMatches(view)
	near := rules.NewNearness(p.Rules, x.Invocations, view)
	found := commandsWithFindings(x.Findings, x.Deferred)
	for v := range grammar.All(x.Invocations) {
		if n := len(x.Steps); n >= 2*maxSteps || n >= maxSteps && !found[v.Written()] {
			x.More++
			continue
		}
		s := Step{Invocation: v, Passed: passed[v]}
		if found[v.Written()] {
			s.Findings, s.Deferred = j.causedFindings(x.Findings, v), j.causedFindings(x.Deferred, v)
		}
		for i := range v.Effects {
			s.Locations = append(s.Locations, j.zones.Locate(v, &v.Effects[i]))
		}
		s.Near = near.Of(v)
		x.Steps = append(x.Steps, s)
	}
	return x
}

// commandsWithFindings returns the commands that have findings.
func commandsWithFindings(lists ...[]Finding) map[*parser.Command]bool {
	out := map[*parser.Command]bool{}
	for _, list := range lists {
		for _, f := range list {
			out[f.Command] = true
		}
	}
	return out
}

// causedFindings returns the findings about one invocation, with their causes.
func (j *judge) causedFindings(all []Finding, v *grammar.Invocation) []CausedFinding {
	var out []CausedFinding
	for _, f := range all {
		if f.Command == v.Written() {
			out = append(out, CausedFinding{f, j.cause(f)})
		}
	}
	return out
}

// cause returns why a finding has its action. For an uncertain finding that no shim will see,
// that may be the policy's action for the class opaque.
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

// inertMatches returns the rules that match without effect on the decision, by invocation.
func (j *judge) inertMatches(view rules.View) map[*grammar.Invocation][]InertMatch {
	out := map[*grammar.Invocation][]InertMatch{}
	for _, f := range rules.Check(j.policy.Rules, j.Invocations, view) {
		action := j.action(f)
		if f.Truth == parser.Maybe && !j.isDeferrable(f) {
			action = j.opaqueAction(f)
		}
		lifted := j.isLifted(f)
		if !lifted && action != rules.Allow {
			continue
		}
		reported := j.finding(f, action)
		out[f.Invocation] = append(out[f.Invocation], InertMatch{f.Rule, f.Truth, lifted, j.cause(reported)})
	}
	return out
}
