package guard

import (
	"maps"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/spelling"
	"github.com/agent-loop/shimgen/zone"
)

// Respelling is a rule's hit in another spelling, by the name of its family.
type Respelling struct {
	Family  string `json:"family"`
	Hit     string `json:"hit"`
	Command string `json:"command"`
}

// Share tells how many spellings of a rule's hits were held, and which were
// not.
type Share struct {
	Held, Tried int
	Escaped     []Respelling
}

// Respell judges the hits of a rule in the families of spellings, on the model
// machine with a shim for every program. A spelling is held if the rule is
// found in it, now or by a shim, if the policy stops the plain hit and does
// nothing softer to this one, or if it stops this one since it cannot be read.
// Hits that the rule does not find as they stand are left out, and so are
// spellings that show nothing, for a rule about what is shown. If pick is not nil it is asked before each, and false leaves
// that family out.
func Respell(p *policy.Policy, r *rules.Rule, pick func() bool) Share {
	var s Share
	j := newProver(p, r)
	for _, hit := range r.Hits {
		if !finds(p, r, hit) {
			continue
		}
		plain, line := j.judge(p, hit).Action, spelling.Read(hit)
		for _, f := range spelling.Families() {
			if pick != nil && !pick() || f.Hides && r.Shown {
				continue
			}
			c := f.Spell(line)
			if c == "" {
				continue
			}
			s.Tried++
			d := j.judge(&j.strict, c)
			unreadable := d.Err != nil && d.Action <= rules.Ask
			if d.tells(r.ID) || unreadable || plain <= rules.Ask && d.Action <= plain {
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

// tells reports whether a decision stops a command because of a rule, or
// leaves that to a shim.
func (d Decision) tells(id string) bool {
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
