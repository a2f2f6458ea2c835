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

// trusted are variables that lead nowhere by themselves, whatever their value is: the
// judge says nothing of one that is inherited. What new repositories are made from is
// judged when git runs it.
var trusted = [...]string{"GLIBC_TUNABLES", "GIT_TEMPLATE_DIR"}

// loaded returns the variables that the gate looks at whatever the program is.
func (c *compiler) loaded() []gate.Variable { return c.ruled(grammar.Loaded()) }

// read returns the variables that a program reads, beside those that every
// program does. One that is set to other than what install recorded is the
// judge's to look at; of the others no rule can say anything.
func (c *compiler) read(p *grammar.Program, s *gate.Syntax) []gate.Variable {
	list := p.Env
	if networked(s) {
		list += " " + strings.Join(variables.Proxies(), " ")
	}
	return c.ruled(list)
}

// settings returns the settings of a program that a rule is about, in order: those with
// a dot in their names.
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

// nameable reports whether the rules about settings say of which, in a way that the gate can
// compare.
func (c *compiler) nameable() bool {
	return !slices.ContainsFunc(c.setting(), func(r live) bool {
		return (r.Program == "" || wordlist.Among("git", r.Program)) && (r.Name == "" || strings.Contains(" "+r.Name, " *"))
	})
}

// networked reports whether a part of a syntax talks to other machines.
func networked(s *gate.Syntax) bool {
	return s.Networked || slices.ContainsFunc(s.Subcommands, func(sub gate.Subcommand) bool { return networked(&sub.Syntax) })
}

// ruled returns those of some variables that a rule is about, in order. Both may
// be patterns.
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

// setting returns the rules about variables that are set.
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

// gateVariables turns sorted names into the gate's form, without those that an
// earlier beginning covers.
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
