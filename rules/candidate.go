package rules

import (
	"strings"
	"sync/atomic"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// candidate is a rule beside the conditions by which most candidates are dropped: side by
// side they are read at once, and rules are large.
type candidate struct {
	kinds grammar.Kind // of effect that it speaks of, or 0
	zones Zone         // that such an effect lies in one of, or 0
	filter
	rule *Rule
}

// candidate returns a rule with what it asks.
func (r *Rule) candidate() candidate {
	c := candidate{kinds: r.Effect, filter: r.filter(), rule: r}
	if r.Effect != 0 {
		c.zones = r.Zone
	}
	return c
}

// filter is what must be so of an invocation before a rule need be read for it.
type filter struct {
	states states
	begins begins
}

// states are what an invocation is, as bits.
type states uint8

const (
	unread states = 1 << iota // its program has no grammar
	forks                     // it is a fork bomb by structure
	background
	patterned // its program's name is a pattern
)

// begins are the letters that a subcommand may begin with, as bits: what a letter has in its
// last five bits is the number of one. No subcommand at all is bit 0.
type begins uint32

const anySub = ^begins(0)

// filter returns what a rule demands.
func (r *Rule) filter() filter {
	f := filter{begins: anySub}
	for _, c := range [...]struct {
		asked bool
		bit   states
	}{{r.NoGrammar, unread}, {r.ForkBomb, forks}, {r.Background, background}, {r.GlobProgram, patterned}} {
		if c.asked {
			f.states |= c.bit
		}
	}
	if r.Sub == "" {
		return f
	}
	f.begins = 0
	for p := range wordlist.Each(r.Sub) {
		if p[0] == '*' {
			f.begins = anySub
		}
		f.begins |= letter(p)
	}
	return f
}

// letter is the bit of a subcommand.
func letter(sub string) begins {
	if sub == "" {
		return 1
	}
	return 1 << (sub[0] & 31)
}

// filterOf returns what an invocation fulfils. Where there is no grammar, or where words are
// not known, any subcommand is possible.
func filterOf(v *grammar.Invocation) filter {
	f := filter{begins: anySub}
	if v.Program != nil && !v.Open {
		f.begins = letter(v.Sub)
	}
	if v.Program == nil && v.Name != "" {
		f.states |= unread
	}
	if v.Command.Forks {
		f.states |= forks
	}
	if v.Command.Background {
		f.states |= background
	}
	if globbed(v.Command) {
		f.states |= patterned
	}
	return f
}

// passes reports whether a rule with a filter need be read for an invocation that fulfils
// another.
func (f filter) passes(v filter) bool { return f.states&^v.states == 0 && f.begins&v.begins != 0 }

// memory remembers the candidates of some programs: of those with the same hash, the last
// two.
type memory [128]atomic.Pointer[memoryEntry]

type memoryEntry struct {
	program string
	rules   []candidate
}

// maxRemembered is the length of the longest name that is remembered.
const maxRemembered = 64

// place returns where the candidates of a program are remembered, there or beside.
func (m *memory) place(program string) uint32 {
	h := uint32(len(program))
	for i := range len(program) {
		h = h*31 + uint32(program[i])
	}
	return h % uint32(len(m))
}

// about returns, in their order, the rules of all packs that may be about the program of an
// invocation. It remembers them; the first look at a program costs as much as any.
func (s Set) about(program string) []candidate {
	if s.known == nil || len(program) > maxRemembered {
		return s.naming(program)
	}
	place := s.known.place(program)
	last := s.known[place].Load()
	if last != nil && last.program == program {
		return last.rules
	}
	if other := s.known[place^1].Load(); other != nil && other.program == program {
		return other.rules
	}
	some := s.naming(program)
	if last != nil {
		s.known[place^1].Store(last)
	}
	s.known[place].Store(&memoryEntry{strings.Clone(program), some})
	return some
}

// naming returns the rules that name a program, or none. Rules about the same
// programs stand side by side.
func (s Set) naming(program string) []candidate {
	some := make([]candidate, 0, 64)
	if s.indexed > 0 {
		some = s.fromIndex(some, program)
	}
	names, named := "", true
	for r := range (Set{packs: s.packs[s.indexed:]}).Listed() {
		if r.Program != names {
			names = r.Program
			named = names == "" || program != "" && strings.Contains(names, program) && wordlist.Among(program, names)
		}
		if named && r.conditional() {
			some = append(some, r.candidate())
		}
	}
	return some
}
