package compile

import (
	"maps"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/policy/variables"
)

// trusted are variables that are harmless by themselves with any value: the judge has no finding
// for an inherited one. A repository's template is judged when git runs its hooks.
var trusted = [...]string{"GLIBC_TUNABLES", "GIT_TEMPLATE_DIR"}

// loaded returns the variables that the gate checks for every program.
func (c *compiler) loaded() []gate.Variable { return c.ruled(grammar.Loaded()) }

// read returns the variables that a program reads, in addition to those that every program reads.
// A value that differs from what install recorded is left to the judge; no rule can match the
// others.
func (c *compiler) read(p *grammar.Program, s *gate.Syntax) []gate.Variable {
	list := p.Env
	if networked(s) {
		list += " " + strings.Join(variables.Proxies(), " ")
	}
	return c.ruled(list)
}

// settings returns, in order, the settings of a program that a rule mentions: names with a dot.
func (c *compiler) settings(program string) []gate.Variable {
	if program != "git" {
		return nil
	}
	var names []string
	for _, r := range c.setting() {
		if r.Program != "" && !wordlist.Among(program, r.Program) {
			continue
		}
		for name := range strings.FieldsSeq(r.Name) {
			if name = variables.Prefix(name); strings.Contains(name, ".") && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return gateVariables(names)
}

// nameable reports whether the rules about settings name them in a form that the gate can compare.
func (c *compiler) nameable() bool {
	return !slices.ContainsFunc(c.setting(), func(r live) bool {
		return (r.Program == "" || wordlist.Among("git", r.Program)) && (r.Name == "" || strings.Contains(" "+r.Name, " *"))
	})
}

// networked reports whether a part of a syntax connects to other machines.
func networked(s *gate.Syntax) bool {
	return s.Networked || slices.ContainsFunc(s.Subcommands, func(sub gate.Subcommand) bool { return networked(&sub.Syntax) })
}

// ruled returns, in order, those of some variables that a rule mentions. Both may be patterns.
func (c *compiler) ruled(list string) []gate.Variable {
	found := map[string]bool{}
	add := func(name string) {
		for of := range strings.FieldsSeq(list) {
			switch {
			case !variables.IsRelevant(name):
			case grammar.FitsVariable(of, name):
				found[name] = true
			case grammar.FitsVariable(name, of):
				found[of] = true
			}
		}
	}
	for _, r := range c.setting() {
		for name := range strings.FieldsSeq(r.Name) {
			if r.own || !slices.Contains(trusted[:], name) {
				add(variables.Prefix(name))
			}
		}
	}
	for _, name := range variables.Proxies() {
		add(name)
	}
	return gateVariables(slices.Sorted(maps.Keys(found)))
}

// setting returns the rules about set variables.
func (c *compiler) setting() []live {
	if c.sets == nil {
		for _, r := range c.rules {
			if r.Effect&grammar.Sets != 0 {
				c.sets = append(c.sets, r)
			}
		}
	}
	return c.sets
}

// gateVariables converts sorted names to the gate's form, without those covered by an earlier prefix.
func gateVariables(names []string) []gate.Variable {
	var all []gate.Variable
	for _, name := range names {
		v := gate.Variable{Name: strings.TrimSuffix(name, "*"), Prefix: strings.HasSuffix(name, "*")}
		if !slices.ContainsFunc(names, func(n string) bool {
			stem, star := strings.CutSuffix(n, "*")
			return star && n != name && strings.HasPrefix(name, stem)
		}) {
			all = append(all, v)
		}
	}
	return all
}
