package rules

import (
	"iter"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// candidate is a rule with the conditions that exclude most candidates. Keeping these together
// avoids reading the rules themselves, which are large.
type candidate struct {
	kinds  grammar.Kind // kinds of effect that it matches, or 0
	number uint16       // of the rule in its set
	zones  Zone         // zones that such an effect must be in, or 0
	filter
	offset uint32 // of its line in the table, if rule is nil
	rule   *Rule
}

// candidate returns a rule with these conditions. number is its place in the set.
func (r *Rule) candidate(number int) candidate {
	c := candidate{kinds: r.Effect, filter: r.filter(), number: uint16(number), rule: r}
	if r.Effect != 0 {
		c.zones = r.Zone
	}
	return c
}

// filter is a necessary condition on an invocation for a rule to match it.
type filter struct {
	states states
	begins begins
}

// states are properties of an invocation, as bits.
type states uint8

const (
	unread states = 1 << iota // its program has no grammar
	forks                     // it is a fork bomb by structure
	background
	patterned // its program's name is a pattern
)

// begins is a set of what subcommands begin with, as bits: the bit number is a hash of the first two
// letters. Bit 0 also means no subcommand.
type begins uint64

const anySub = ^begins(0)

// filter returns the condition that a rule requires.
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
		if strings.Contains(p[:min(len(p), 2)], "*") {
			f.begins = anySub
		}
		f.begins |= beginning(p)
	}
	return f
}

// beginning returns the bit of a subcommand. One of several words has blanks where a pattern has slashes.
func beginning(sub string) begins {
	switch {
	case sub == "":
		return 1
	case len(sub) == 1 || sub[1] == ' ' || sub[1] == '/':
		return 1 << (sub[0] * 7 % 64)
	}
	return 1 << ((sub[0]*7 + sub[1]) % 64)
}

// filterOf returns the conditions that an invocation meets. Without a grammar, or with unknown words,
// any subcommand is possible.
func filterOf(v *grammar.Invocation) filter {
	f := filter{begins: anySub}
	if v.Program != nil && !v.Open {
		f.begins = beginning(v.Sub)
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

// passes reports whether an invocation with filter v may match a rule with filter f.
func (f filter) passes(v filter) bool { return f.states&^v.states == 0 && f.begins&v.begins != 0 }

// group is some rules that match the same kinds of effect, in invocations with the same states. One look
// excludes all of them.
type group struct {
	kinds  grammar.Kind
	states states
	rules  []candidate
}

// groupsOf returns candidates by their kinds of effect and states. Those of a group keep their order.
func groupsOf(all []candidate) []group {
	var groups []group
	for _, c := range all {
		i := slices.IndexFunc(groups, func(g group) bool { return g.kinds == c.kinds && g.states == c.states })
		if i < 0 {
			i, groups = len(groups), append(groups, group{kinds: c.kinds, states: c.states})
		}
		groups[i].rules = append(groups[i].rules, c)
	}
	return groups
}

// memory caches the candidates of programs: for each hash, the last two programs.
type memory struct {
	programs [128]atomic.Pointer[memoryEntry]
	general  atomic.Pointer[[]group] // those that name no program
}

type memoryEntry struct {
	program string
	rules   []candidate
}

// maxRemembered is the maximal length of a cached name.
const maxRemembered = 64

// place returns the slot for a program's candidates, or the one next to it.
func (m *memory) place(program string) uint32 {
	h := uint32(len(program))
	for i := range len(program) {
		h = h*31 + uint32(program[i])
	}
	return h % uint32(len(m.programs))
}

// about returns, in their order, the rules of all packs that name a program. It caches them; the first
// look-up of a program is the slow one.
func (s Set) about(program string) []candidate {
	if s.known == nil || len(program) > maxRemembered {
		return s.naming(program)
	}
	place := s.known.place(program)
	last := s.known.programs[place].Load()
	if last != nil && last.program == program {
		return last.rules
	}
	if other := s.known.programs[place^1].Load(); other != nil && other.program == program {
		return other.rules
	}
	some := s.naming(program)
	if last != nil {
		s.known.programs[place^1].Store(last)
	}
	s.known.programs[place].Store(&memoryEntry{strings.Clone(program), some})
	return some
}

// naming returns the rules that name a program. Rules for the same programs are adjacent.
func (s Set) naming(program string) []candidate {
	some := s.table.about(program)
	names, named := "", false
	for r, number := range s.packed() {
		if r.Program != names {
			names = r.Program
			named = names != "" && program != "" && strings.Contains(names, program) && wordlist.Among(program, names)
		}
		if named && r.conditional() {
			some = append(some, r.candidate(number))
		}
	}
	return some
}

// general returns the rules that name no program, which every command may match.
func (s Set) general() []group {
	if s.known == nil {
		return s.unnamed()
	}
	if kept := s.known.general.Load(); kept != nil {
		return *kept
	}
	all := s.unnamed()
	s.known.general.Store(&all)
	return all
}

// unnamed reads the rules that name no program.
func (s Set) unnamed() []group {
	all := s.table.general()
	for r, number := range s.packed() {
		if r.Program == "" && r.conditional() {
			all = append(all, r.candidate(number))
		}
	}
	return groupsOf(all)
}

// packed yields the rules of all packs and their numbers, which follow those of the table.
func (s Set) packed() iter.Seq2[*Rule, int] {
	return func(yield func(*Rule, int) bool) {
		number := s.table.len()
		for r := range (Set{packs: s.packs}).Listed() {
			if !yield(r, number) {
				return
			}
			number++
		}
	}
}

// rule returns the rule of a candidate.
func (s Set) rule(c *candidate) *Rule {
	if c.rule != nil {
		return c.rule
	}
	return s.table.rule(int(c.number), int(c.offset))
}
