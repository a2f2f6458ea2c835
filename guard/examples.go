package guard

import (
	"fmt"
	"maps"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

// Model returns the machine that the examples of rules assume: user agent in /home/agent,
// working in /home/agent/work, with state in ~/.agent-loop.
func Model() (zone.Machine, Request) {
	m := zone.Machine{
		Files: zone.Tree{
			"/": "", "/home": "", "/home/agent": "", "/home/agent/work": "", "/etc": "", "/usr": "", "/tmp": "", "/dev": "",
		},
		Homes: []string{"/home/agent"},
		Own:   "/home/agent/.agent-loop",
		Temp:  place.TempDirs(),
		UserHome: func(user string) (string, bool) {
			home, ok := map[string]string{"root": "/root", "agent": "/home/agent"}[user]
			return home, ok
		},
	}
	vars := map[string]string{"HOME": "/home/agent", "PWD": "/home/agent/work", "TMPDIR": "/tmp", "USER": "agent"}
	return m, Request{
		Dir: "/home/agent/work",
		Vars: func(name string) (string, bool) {
			v, ok := vars[name]
			return v, ok
		},
	}
}

// Examples judges the examples of every rule of a policy and returns one error
// for each that does not hold, as [ExamplesOf] does.
func Examples(p *policy.Policy) []error {
	var errs []error
	for r := range p.Rules.All() {
		errs = append(errs, ExamplesOf(p, r)...)
	}
	return errs
}

// ExamplesOf judges the examples of one rule of a policy and returns one error
// for each that does not hold: a hit that the rule does not find, a miss that
// it does, a rule without reason, hint or examples. Rules that are only possible need no hits. Rules that apply only in
// strict mode, or only to a network mode or path that a user sets, need no
// examples: see needsSettings.
func ExamplesOf(p *policy.Policy, r *rules.Rule) []error {
	var errs []error
	if r.Reason == "" || r.Hint == "" || r.Class == "" {
		errs = append(errs, fmt.Errorf("rule %s: no reason, hint or class", r.ID))
	}
	if !needsSettings(r) && (len(r.Hits) == 0 && !isOnlyPossible(r) || len(r.Misses) == 0) {
		errs = append(errs, fmt.Errorf("rule %s: no hits or no misses", r.ID))
	}
	for _, c := range r.Hits {
		if !matchesRule(p, r, c) {
			errs = append(errs, fmt.Errorf("rule %s: does not find %q", r.ID, c))
		}
	}
	for _, c := range r.Misses {
		if matchesRule(p, r, c) {
			errs = append(errs, fmt.Errorf("rule %s: finds %q", r.ID, c))
		}
	}
	return errs
}

// needsSettings reports whether a rule applies only under settings of a user: allowed hosts,
// blocked paths, strict mode.
func needsSettings(r *rules.Rule) bool {
	return r.Strict || r.Zone&(rules.Foreign|rules.Blocked) != 0
}

// isOnlyPossible reports whether a rule finds nothing for certain: no program is the root.
func isOnlyPossible(r *rules.Rule) bool { return r.Effect == grammar.Runs && r.Zone == rules.Root }

// matchesRule reports whether a rule matches a command for certain, whatever action the policy has
// for it.
func matchesRule(p *policy.Policy, r *rules.Rule, command string) bool {
	m, req := Model()
	req.Source = command
	one := *enforced(p)
	one.Actions = maps.Clone(p.Actions)
	one.Actions[r.ID] = rules.Block
	one.SafeOnly = false
	d := Judge(&one, m, req)
	for _, f := range d.Findings {
		if f.Rule.ID == r.ID && f.Truth == parser.Yes {
			return true
		}
	}
	return false
}
