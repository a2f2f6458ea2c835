package rules

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
)

// View answers what only the machine and the policy know. The zero View
// answers that nothing lies anywhere.
type View struct {
	// Zones returns the zones that an effect's word lies in for certain, and
	// those it may lie in because a part of it is unknown.
	Zones func(c *parser.Command, e grammar.Effect) (is, may Zone)

	// Strict says that strict mode is on.
	Strict bool
}

// Finding is a rule that matched, or may match.
type Finding struct {
	Rule       *Rule
	Truth      parser.Truth // Yes or Maybe
	Invocation *grammar.Invocation
	Effect     *grammar.Effect // the effect that matched, or nil
}

// Check matches every rule of a set against every invocation, nested ones
// included, and returns what matched or may match, in the order of the
// invocations. A rule is found at most once in each invocation.
func Check(set []Rule, invs []*grammar.Invocation, view View) []Finding {
	m := matcher{view: view, by: map[*parser.Command]*grammar.Invocation{}}
	for v := range grammar.All(invs) {
		m.by[v.Command] = v
	}
	var found []Finding
	for v := range grammar.All(invs) {
		for i := range set {
			if f, ok := m.match(&set[i], v); ok {
				found = append(found, f)
			}
		}
	}
	return found
}

// matcher holds what one Check needs to look from a command to what feeds it.
type matcher struct {
	view View
	by   map[*parser.Command]*grammar.Invocation
}

func (m *matcher) match(r *Rule, v *grammar.Invocation) (Finding, bool) {
	f := Finding{Rule: r, Invocation: v, Truth: m.words(r, v)}
	if f.Truth == parser.No || !r.conditional() {
		return f, false
	}
	if r.Effect == 0 {
		return f, true
	}
	best := parser.No
	for i := range v.Effects {
		if t := m.effect(r, v, v.Effects[i]); t > best {
			best, f.Effect = t, &v.Effects[i]
		}
	}
	f.Truth = f.Truth.And(best)
	return f, f.Truth != parser.No
}

// conditional keeps a rule that states nothing from matching everything.
func (r *Rule) conditional() bool {
	return r.Program != "" || r.Effect != 0 || r.Forks
}

// words judges the conditions on the program and its words.
func (m *matcher) words(r *Rule, v *grammar.Invocation) parser.Truth {
	if r.Strict && !m.view.Strict || r.Forks && !v.Command.Forks {
		return parser.No
	}
	t := v.Truth
	if r.Program != "" {
		t = t.And(oneOf(r.Program, v.Name))
	}
	if r.Sub != "" {
		t = t.And(oneOf(r.Sub, strings.ReplaceAll(v.Sub, " ", "/")))
	}
	if t == parser.No {
		return t
	}
	if r.Any != "" {
		t = t.And(v.Has(r.Any))
	}
	if r.None != "" {
		t = t.And(v.Has(r.None).Not())
	}
	if r.Operand != "" || r.Mode != AnyMode {
		t = t.And(operand(r, v))
	}
	return t
}

func oneOf(list, name string) parser.Truth {
	for n := range strings.FieldsSeq(list) {
		if n == name {
			return parser.Yes
		}
	}
	return parser.No
}

// operand asks whether an operand of the rule's role fits.
func operand(r *Rule, v *grammar.Invocation) parser.Truth {
	best := parser.No
	if v.Open {
		best = parser.Maybe
	}
	for _, o := range v.Operands {
		if r.Role != grammar.Plain && o.Role != r.Role {
			continue
		}
		t := parser.Yes
		if r.Operand != "" {
			t = fitsOne(r.Operand, o.Word)
		}
		if r.Mode != AnyMode {
			t = t.And(grants(r.Mode, o.Word))
		}
		best = best.Or(t)
	}
	return best
}

// effect judges the conditions on one effect.
func (m *matcher) effect(r *Rule, v *grammar.Invocation, e grammar.Effect) parser.Truth {
	if e.Kind&r.Effect == 0 {
		return parser.No
	}
	t := e.Truth
	if r.Tree {
		t = t.And(e.Recursive)
	}
	if r.Name != "" {
		t = t.And(fitsOne(r.Name, parser.Text(e.Name)))
	}
	if r.Value != "" {
		t = t.And(fitsOne(r.Value, e.Word))
	}
	if r.Not != "" {
		t = t.And(fitsOne(r.Not, e.Word).Not())
	}
	if t == parser.No {
		return t
	}
	if r.From != Anywhere {
		t = t.And(m.from(r.From, e.Word))
	}
	if r.Zone != 0 {
		t = t.And(m.zone(r.Zone, v.Command, e))
	}
	return t
}

func (m *matcher) zone(want Zone, c *parser.Command, e grammar.Effect) parser.Truth {
	if m.view.Zones == nil {
		return parser.No
	}
	is, may := m.view.Zones(c, e)
	switch {
	case is&want != 0:
		return parser.Yes
	case may&want != 0:
		return parser.Maybe
	}
	return parser.No
}

// from tells whether code has the wanted origin.
func (m *matcher) from(want Origin, w parser.Word) parser.Truth {
	remote := m.remote(w.From(), map[*parser.Command]bool{})
	if want == FromNetwork {
		return remote
	}
	return parser.Of(!w.Known()).And(remote.Not())
}

// remote tells whether any of the commands, or what feeds them, talks to the
// network. What passes through a filter on the way stays remote.
func (m *matcher) remote(from []*parser.Command, seen map[*parser.Command]bool) parser.Truth {
	best := parser.No
	for _, c := range from {
		if seen[c] {
			continue
		}
		seen[c] = true
		v := m.by[c]
		if v == nil {
			continue
		}
		for n := range grammar.All([]*grammar.Invocation{v}) {
			for _, e := range n.Effects {
				if e.Kind&(grammar.Connects|grammar.Uploads) != 0 {
					best = best.Or(e.Truth)
				}
			}
			best = best.Or(m.remote(n.Command.Stdin.From, seen))
			for _, w := range n.Command.Args {
				best = best.Or(m.remote(w.From(), seen))
			}
		}
	}
	return best
}
