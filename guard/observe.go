package guard

import (
	"errors"
	"strings"

	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// observed is what becomes of a decision under a policy that observes: what it found is
// kept in Would, and it allows. What protects shimgen itself still holds, or the trail could
// be changed, and so does a refusal of what could not be judged for another reason than
// its syntax.
func observed(p *policy.Policy, d Decision) Decision {
	if !p.Observing() || d.Would != nil || !isSyntax(d.Err) {
		return d
	}
	for _, f := range d.Findings {
		if strings.HasPrefix(f.Rule.ID, "self.") && f.Action <= rules.Ask {
			return d
		}
	}
	would := d
	d.Action, d.Err, d.Findings, d.Would = rules.Allow, nil, nil, &would
	return d
}

// isSyntax reports whether errors are all about the syntax of shell source. There may be
// none.
func isSyntax(err error) bool {
	if joined, is := err.(interface{ Unwrap() []error }); is {
		for _, e := range joined.Unwrap() {
			if !isSyntax(e) {
				return false
			}
		}
		return true
	}
	return err == nil || errors.As(err, new(*parser.SyntaxError))
}

// enforced is a policy that decides as a given one would without observing.
func enforced(p *policy.Policy) *policy.Policy {
	if !p.Observe {
		return p
	}
	q := *p
	q.Observe = false
	return &q
}
