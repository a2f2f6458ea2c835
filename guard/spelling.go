package guard

import (
	"maps"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/spelling"
	"github.com/agent-loop/shimgen/zone"
)

// Respelling is one of a rule's hits in another spelling, with the name of its family.
type Respelling struct {
	Family  string `json:"family"`
	Hit     string `json:"hit"`
	Command string `json:"command"`
}

// Share tells how many spellings of a rule's hits were stopped, and which were not.
type Share struct {
	Held, Tried int
	Escaped     []Respelling
}

// Respell judges the hits of a rule in all families of spellings, on the model machine with a
// shim for every program. A spelling counts as held if the rule matches it, here or deferred to
// a shim; if the policy stops the plain hit and does not treat this spelling more softly; or if
// the policy stops it because it cannot be read. Respell leaves out hits that the rule does not
// match as they are, and, for a rule about what is shown, families that show nothing. If pick
// is not nil it is asked before each spelling, and false skips it.
func Respell(p *policy.Policy, r *rules.Rule, pick func() bool) Share {
	var s Share
	j := newProver(p, r)
	for _, hit := range r.Hits {
		if !matchesRule(p, r, hit) {
			continue
		}
		plain, line := j.judge(p, hit).Action, spelling.Read(hit)
		for _, f := range spelling.Families() {
			if pick != nil && !pick() || f.Hides && r.OutputUnkept {
				continue
			}
			c := f.Spell(line)
			if c == "" {
				continue
			}
			s.Tried++
			d := j.judge(&j.strict, c)
			unreadable := d.Err != nil && d.Action <= rules.Ask
			if d.stopsByRule(r.ID) || unreadable || plain <= rules.Ask && d.Action <= plain {
				s.Held++
			} else {
				s.Escaped = append(s.Escaped, Respelling{f.Name, hit, c})
			}
		}
	}
	return s
}

// prover judges spellings of one rule's hits.
type prover struct {
	machine zone.Machine
	request Request
	strict  policy.Policy // the policy, with the rule blocked
}

func newProver(p *policy.Policy, r *rules.Rule) *prover {
	j := &prover{strict: *p}
	j.machine, j.request = Model()
	j.request.Shims = func(string) bool { return true }
	j.strict.Actions = maps.Clone(p.Actions)
	j.strict.Actions[r.ID] = rules.Block
	j.strict.SafeOnly = false
	return j
}

func (j *prover) judge(p *policy.Policy, command string) Decision {
	req := j.request
	req.Source = command
	return Judge(p, j.machine, req)
}

// stopsByRule reports whether a decision stops a command because of a rule, or defers the rule to a
// shim.
func (d Decision) stopsByRule(id string) bool {
	for _, f := range d.Findings {
		if f.Rule.ID == id && f.Action <= rules.Ask {
			return true
		}
	}
	for _, f := range d.Deferred {
		if f.Rule.ID == id {
			return true
		}
	}
	return false
}
