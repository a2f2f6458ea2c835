package rules

import (
	"slices"

	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// Zoner knows the zones of words.
type Zoner interface {
	// Zones returns the zones that an effect's word is certainly in, and those it may be in
	// because a part of the word is unknown.
	Zones(v *grammar.Invocation, e *grammar.Effect) (is, may Zone)
}

// Machine answers what only the machine and the policy can answer about files.
type Machine interface {
	// Exempt reports whether an effect is certainly within a place.
	Exempt(v *grammar.Invocation, e *grammar.Effect, place Exemption) bool

	// Exists reports whether the file of an effect exists before anything runs.
	Exists(v *grammar.Invocation, e *grammar.Effect) bool

	// Made reports whether the caller made the directory of an effect before the command that is
	// judged, or whether there is no such directory.
	Made(v *grammar.Invocation, e *grammar.Effect) bool
}

// View is what rules may ask about more than the invocations. With the zero View nothing is in any zone.
type View struct {
	Zoner   Zoner   // nil: nothing is in any zone
	Machine Machine // nil: nothing is in an exempt place, and there are no files

	// Flow knows the flow of data between the invocations. Nil means that only their own words count.
	Flow *flow.Graph

	// Strict says that strict mode is on.
	Strict bool
}

// Finding is a rule that matched, or may match.
type Finding struct {
	Rule       *Rule
	Truth      parser.Truth // Yes or Maybe
	Invocation *grammar.Invocation
	Effect     *grammar.Effect // the effect that matched, or nil

	// Beside is a second effect that matches and does not come from the arguments, while Effect
	// does: an exception for the arguments does not cover it. It is nil if there is none.
	Beside      *grammar.Effect
	BesideTruth parser.Truth
}

// Check matches every rule of a set against every invocation, nested ones
// included, and returns what matched or may match, in the order of the
// invocations. A rule is found at most once in each invocation.
func Check(set Set, invs []*grammar.Invocation, view View) []Finding {
	m := newMatcher(invs, view)
	var found []Finding
	for v := range grammar.All(invs) {
		m.begin(v)
		found = m.listed(found, set, v)
		for _, shelf := range set.shelves {
			for _, r := range shelf.About(v) {
				if f, ok := m.match(r, v); ok {
					found = append(found, f)
				}
			}
		}
	}
	return found
}

// listed appends what the rules of the table and of the packs find in an invocation, in their order.
func (m *matcher) listed(found []Finding, set Set, v *grammar.Invocation) []Finding {
	own, numbers, from := filterOf(v), m.numbers[:0], len(found)
	try := func(candidates []candidate) {
		for i := range candidates {
			c := &candidates[i]
			if c.kinds != 0 && c.kinds&m.kinds == 0 || !c.passes(own) || c.zones != 0 && !m.reaches(c, v) {
				continue // most rules end here
			}
			if f, ok := m.match(set.rule(c), v); ok {
				at, _ := slices.BinarySearch(numbers, c.number)
				found, numbers = slices.Insert(found, from+at, f), slices.Insert(numbers, at, c.number)
			}
		}
	}
	try(set.about(v.Name))
	groups := set.general()
	for i := range groups {
		if g := &groups[i]; g.states&^own.states == 0 && (g.kinds == 0 || g.kinds&m.kinds != 0) {
			try(g.rules)
		}
	}
	m.numbers = numbers
	return found
}

// matcher matches rules against one invocation after another.
type matcher struct {
	view    View
	flow    *flow.Graph
	invs    []*grammar.Invocation // of the text
	zones   []zoneAnswer          // of the invocation's effects, cached
	kinds   grammar.Kind
	numbers []uint16                      // of the rules that the invocation matches
	usage   struct{ asked, printed bool } // whether it only prints its usage, cached
	posting struct{ asked, any bool }     // whether any invocation of the text posts, cached

	outputs    []*grammar.Effect     // what outputsElsewhere returns
	redirected []*grammar.Invocation // those with nested ones that redirect their output
}

func newMatcher(invs []*grammar.Invocation, view View) matcher {
	if view.Flow == nil {
		view.Flow = flow.New(invs, "", flow.Machine{})
	}
	return matcher{view: view, flow: view.Flow, invs: invs}
}

// zoneAnswer is the view's answer for an effect.
type zoneAnswer struct {
	asked   bool
	is, may Zone
}

func (m *matcher) begin(v *grammar.Invocation) {
	m.zones = append(m.zones[:0], make([]zoneAnswer, len(v.Effects))...)
	m.kinds, m.usage.asked, m.outputs = 0, false, nil
	redirects := false
	for i := range v.Effects {
		m.kinds |= v.Effects[i].Kind
		redirects = redirects || isRedirectedOutput(&v.Effects[i])
	}
	if redirects && len(v.Nested) > 0 {
		m.redirected = append(m.redirected, v)
	}
	for _, e := range m.outputsElsewhere(v) {
		m.outputs, m.kinds = append(m.outputs, e), m.kinds|e.Kind
	}
}

// outputsElsewhere returns the effects of what an invocation prints that are not among its own: the
// redirections of what runs it in its own place, and files that the shell opened before.
func (m *matcher) outputsElsewhere(v *grammar.Invocation) (all []*grammar.Effect) {
	if len(m.redirected) > 0 {
		if w := m.launcher(v); w != nil {
			for i := range w.Effects {
				if isRedirectedOutput(&w.Effects[i]) {
					all = append(all, &w.Effects[i])
				}
			}
		}
	}
	opened := v.Command.Output()
	for _, file := range opened {
		all = append(all, &grammar.Effect{Kind: grammar.Writes, Word: file, Cause: grammar.ByRedirect, Truth: parser.Of(len(opened) == 1).Or(parser.Maybe)})
	}
	return all
}

// isRedirectedOutput reports whether an effect is that of a redirection on what a command prints.
func isRedirectedOutput(e *grammar.Effect) bool {
	return e.Cause == grammar.ByRedirect && e.Kind&(grammar.Writes|grammar.Connects) != 0
}

// launcher returns the invocation that runs v in its own place, as env and nice do, and redirects its
// output; nil if there is none. A command in a text, as sh -c has, has outputs of
// its own.
func (m *matcher) launcher(v *grammar.Invocation) *grammar.Invocation {
	in := v.Command
	for c := in.Outer; c != nil && c.Source == in.Source && c.Span == in.Span; c = c.Outer {
		for _, w := range m.redirected {
			if w.Command == c {
				return w
			}
		}
	}
	return nil
}

// match matches a rule that applies to the invocation's program.
func (m *matcher) match(r *Rule, v *grammar.Invocation) (Finding, bool) {
	f := Finding{Rule: r, Invocation: v}
	if r.Effect != 0 && r.Lang != "" && !runsLang(v, r.Lang) {
		return f, false
	}
	if f.Truth = m.words(r, v); f.Truth == parser.No || r.Effect == 0 {
		return f, r.counts(f.Truth)
	}
	words, best, beside := f.Truth, parser.No, parser.No
	consider := func(e *grammar.Effect, t parser.Truth) {
		if t > best {
			best, f.Effect = t, e
		}
		if t > beside && e.Cause != grammar.ByArgs {
			beside, f.Beside = t, e
		}
	}
	for i := range v.Effects {
		consider(&v.Effects[i], m.effect(r, v, &v.Effects[i], i))
	}
	if best == parser.No && r.writesOutput() {
		for _, e := range m.outputs {
			consider(e, m.effect(r, v, e, -1))
		}
	}
	f.Truth, f.BesideTruth = words.And(best), words.And(beside)
	return f, r.counts(f.Truth) && !r.isForTests(v)
}

// runsLang reports whether an invocation has an effect of code in one of some languages. Such rules are
// many, and most code is in none of theirs.
func runsLang(v *grammar.Invocation, langs string) bool {
	for i := range v.Effects {
		if wordlist.Among(v.Effects[i].Lang, langs) {
			return true
		}
	}
	return false
}

// writesOutput reports whether a rule asks which program writes or connects, and not where.
func (r *Rule) writesOutput() bool {
	return (r.Program != "" || r.Restores) && r.Effect&(grammar.Writes|grammar.Connects) != 0 && r.Zone == 0 && !r.NotMadeHere
}

// counts reports whether a match of this certainty counts for the rule.
func (r *Rule) counts(t parser.Truth) bool {
	return t == parser.Yes || t == parser.Maybe && !r.Certain
}

// conditional reports whether a rule has any condition. One without must not match everything.
func (r *Rule) conditional() bool {
	return r.Program != "" || r.Effect != 0 || r.ForkBomb || r.GlobProgram || r.Background || r.NoGrammar
}
