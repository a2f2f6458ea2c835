package guard_test

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/spelling"
)

// all makes a run judge every spelling of every hit and not a sample.
var all = flag.Bool("spelling.all", false, "judge every spelling of every hit")

// sampled is a prime number, so that a sample meets every family.
const sampled = 31

// At least 99 of 100 spellings of the hits that bash reads as the same command
// are held (mission row X4). What is not stands in docs/bypasses.md.
func TestX4Respelled(t *testing.T) {
	p := builtin(t, policy.Cautious)
	n, held, tried := 0, 0, 0
	pick := func() bool {
		n++
		return *all || n%sampled == 0
	}
	escaped := map[string]int{}
	for r := range p.Rules.All() {
		s := guard.Respell(p, r, pick)
		held, tried = held+s.Held, tried+s.Tried
		for _, e := range s.Escaped {
			escaped[e.Family]++
			t.Logf("%s: %s: %q", r.ID, e.Family, e.Command)
		}
	}
	t.Logf("%d of %d held; by family: %v", held, tried, escaped)
	require.Greater(t, tried, 2000)
	assert.GreaterOrEqual(t, float64(held)/float64(tried), 0.99)
}

// A rule that finds nothing in another spelling is not held, and a decision
// that is softer for it is not either.
func TestRespellTells(t *testing.T) {
	p := builtin(t, policy.Cautious)
	r := rules.Rule{ID: "test.one", Class: rules.Hygiene, Program: "frobnicate", Operand: "x*", Reason: "r", Hint: "h", Hits: []string{"frobnicate xyz"}}
	p.Rules = p.Rules.With(r)
	s := guard.Respell(p, &r, nil)
	assert.Greater(t, s.Tried, 100)
	assert.Greater(t, s.Held, s.Tried*9/10)

	r.Hits = []string{"frobnicate abc"}
	assert.Zero(t, guard.Respell(p, &r, nil).Tried, "no hit")
	assert.Zero(t, guard.Respell(p, &r, func() bool { return false }).Tried, "no family")
}

// findsRule reports whether a rule is found in a command, or left to a shim, or
// the command is blocked for another reason.
func findsRule(p *policy.Policy, id, command string) bool {
	m, req := guard.Model()
	req.Source, req.Shims = command, func(string) bool { return true }
	d := guard.Judge(p, m, req)
	is := func(f guard.Finding) bool { return f.Rule.ID == id }
	return d.Action == rules.Block || d.Err != nil || slices.ContainsFunc(d.Findings, is) || slices.ContainsFunc(d.Deferred, is)
}

// FuzzSpelling puts a spelling into places, and these into others.
func FuzzSpelling(f *testing.F) {
	f.Add(uint16(0), byte(0), byte(1), byte(2))
	f.Add(uint16(40), byte(20), byte(15), byte(21))
	p := builtin(f, policy.Cautious)
	for r := range p.Rules.All() {
		p.Actions[r.ID] = rules.Block
	}
	families := slices.DeleteFunc(spelling.Families(), func(f spelling.Family) bool { return slices.Contains(open, f.Name) })
	places := slices.DeleteFunc(spelling.Families(), func(f spelling.Family) bool { return !slices.Contains(firm, f.Name) })
	set := slices.Collect(p.Rules.All())
	f.Fuzz(func(t *testing.T, n uint16, one, two, three byte) {
		r := set[int(n)%len(set)]
		if len(r.Hits) == 0 {
			return
		}
		c := r.Hits[int(n/7)%len(r.Hits)]
		if !findsRule(p, r.ID, c) {
			return
		}
		for _, f := range []spelling.Family{families[int(one)%len(families)], places[int(two)%len(places)], places[int(three)%len(places)]} {
			if next := f.Spell(spelling.Read(c)); next != "" {
				c = next
			}
		}
		assert.True(t, findsRule(p, r.ID, c), "%s: %q", r.ID, c)
	})
}

// open are the families of which docs/bypasses.md says that they may get by.
var open = []string{"words as defaults", "a name as a default", "a name assigned by default"}

// firm are places in which what a command before sets is as certain as
// outside. Of what an alias defines, or what is set under a condition, that is
// not so.
var firm = []string{
	"blanks around", "a command before", "in a subshell", "in a group", "in a substitution", "in a redirection", "in a default",
	"bash -c", "sh -c around bash -c", "eval", "a here-string into bash", "echo into bash", "base64 into bash",
}

// FuzzJudge holds that no text makes the judge fail, and that it says the same
// twice.
func FuzzJudge(f *testing.F) {
	p := builtin(f, policy.Guarded)
	for r := range p.Rules.All() {
		for _, c := range slices.Concat(r.Hits, r.Misses) {
			f.Add(c)
		}
	}
	f.Fuzz(func(t *testing.T, source string) {
		one, two := check(p, source), check(p, source)
		assert.Equal(t, one.Action, two.Action)
		assert.Equal(t, ids(one.Findings), ids(two.Findings))
	})
}

// quoted puts a command into single quotes.
func quoted(c string) string { return "'" + strings.ReplaceAll(c, "'", `'\''`) + "'" }
