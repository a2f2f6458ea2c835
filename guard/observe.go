package guard

import (
	"errors"
	"strings"

	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// observed returns the decision to enforce under a policy that only observes: it allows, and
// keeps the judged decision in Would. Two kinds of refusal stay in force: what protects shimgen
// itself, so that nobody changes the trail, and errors other than those of syntax.
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

// isSyntax reports whether every error is a syntax error of shell source. It is true of nil.
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

// enforced returns a policy that decides as p does, without observing.
func enforced(p *policy.Policy) *policy.Policy {
	if !p.Observe {
		return p
	}
	q := *p
	q.Observe = false
	return &q
}
