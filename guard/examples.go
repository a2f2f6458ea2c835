package guard

import (
	"fmt"
	"maps"

	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

// Model is the machine that the rules' examples speak of: user agent in
// /home/agent, working in /home/agent/work, with state in ~/.agent-loop.
func Model() (zone.Machine, Request) {
	m := zone.Machine{
		Files: zone.Tree{
			"/": "", "/home": "", "/home/agent": "", "/home/agent/work": "", "/etc": "", "/usr": "", "/tmp": "", "/dev": "",
		},
		Homes: []string{"/home/agent"},
		Own:   "/home/agent/.agent-loop",
		Temp:  []string{"/tmp", "/var/tmp"},
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
// it does, a rule without reason, hint or examples. Rules that apply only in
// strict mode, or only to a network mode or path that a user sets, need no
// examples: see configured.
func ExamplesOf(p *policy.Policy, r *rules.Rule) []error {
	var errs []error
	if r.Reason == "" || r.Hint == "" || r.Class == "" {
		errs = append(errs, fmt.Errorf("rule %s: no reason, hint or class", r.ID))
	}
	if !configured(r) && (len(r.Hits) == 0 || len(r.Misses) == 0) {
		errs = append(errs, fmt.Errorf("rule %s: no hits or no misses", r.ID))
	}
	for _, c := range r.Hits {
		if !finds(p, r, c) {
			errs = append(errs, fmt.Errorf("rule %s: does not find %q", r.ID, c))
		}
	}
	for _, c := range r.Misses {
		if finds(p, r, c) {
			errs = append(errs, fmt.Errorf("rule %s: finds %q", r.ID, c))
		}
	}
	return errs
}

// configured reports whether a rule speaks of what only a user's settings
// make so: allowed hosts, blocked paths, strict mode.
func configured(r *rules.Rule) bool {
	return r.Strict || r.Zone&(rules.Foreign|rules.Blocked) != 0
}

// finds reports whether a rule is found for certain in a command, whatever the
// policy makes of it.
func finds(p *policy.Policy, r *rules.Rule, command string) bool {
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
