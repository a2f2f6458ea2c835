package grammar

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// layout gives the meaning of the operands under the given options.
type layout struct {
	operands *spec.Operands
	truth    parser.Truth
	noStdin  bool
	values   string
	as       spec.Role
	lang     string
}

// layouts yields the cases that may apply, up to the first that certainly applies. If none does, the
// default operands come last.
func (s *scanner) layouts() iter.Seq[layout] {
	return func(yield func(layout) bool) {
		otherwise := parser.Yes
		for i := range s.syntax.Cases {
			c := &s.syntax.Cases[i]
			t := s.applies(i)
			if t == parser.No {
				continue
			}
			if !yield(layout{&c.Operands, t, c.NoStdin, c.Values, c.As, c.Lang}) || t == parser.Yes {
				return
			}
			otherwise = parser.Maybe
		}
		yield(layout{operands: &s.syntax.Operands, truth: otherwise})
	}
}

// layout returns the first of the layouts, the most likely meaning of the operands.
func (s *scanner) layout() *spec.Operands {
	for i := range s.syntax.Cases {
		if s.applies(i) != parser.No {
			return &s.syntax.Cases[i].Operands
		}
	}
	return &s.syntax.Operands
}

// caseAnswers keeps the results of applies for the first cases of a syntax. They hold until a further
// option is read, or the words of a subcommand begin.
type caseAnswers struct {
	syntax  *spec.Syntax
	own     int
	options int
	asked   [4]bool
	applies [4]parser.Truth
}

// applies returns whether the options of a case are given. It is asked for every operand.
func (s *scanner) applies(number int) parser.Truth {
	k := &s.cases
	if k.syntax != s.syntax || k.own != s.own || k.options != len(s.inv.Options) {
		*k = caseAnswers{syntax: s.syntax, own: s.own, options: len(s.inv.Options)}
	}
	if number < len(k.asked) && k.asked[number] {
		return k.applies[number]
	}
	c := &s.syntax.Cases[number]
	t := s.given(c.With)
	if c.And != "" && t != parser.No {
		t = t.And(s.given(c.And))
	}
	if number < len(k.asked) {
		k.asked[number], k.applies[number] = true, t
	}
	return t
}

// given returns whether one of the options is given to the innermost subcommand. "*" always is.
func (s *scanner) given(names string) parser.Truth {
	if names == "*" {
		return parser.Yes
	}
	t := parser.No
	for i := range s.inv.Options[s.own:] {
		t = t.Or(s.inv.Options[s.own+i].Is(names))
	}
	return t
}

// has is given, or Maybe if unknown words may hide the option.
func (s *scanner) has(names string) parser.Truth {
	if names != "" && s.inv.Open {
		return s.given(names).Or(parser.Maybe)
	}
	return s.given(names)
}

// dry returns whether the command changes nothing. An option that is switched off again does not count.
func (s *scanner) dry() parser.Truth {
	t := s.given(s.syntax.DryRun)
	for n := range wordlist.Each(s.syntax.DryRun) {
		if s.given("--no-"+strings.TrimLeft(n, "-")) != parser.No {
			return parser.No
		}
	}
	return t
}

// lang returns the language of code under the given options; "" if they do not set one.
func (s *scanner) lang() string {
	for l := range s.layouts() {
		if l.lang != "" {
			return l.lang
		}
	}
	return ""
}

// use is a word in its role.
type use struct {
	role  spec.Role
	word  parser.Word
	rest  []parser.Word // the words after it
	lang  string
	last  bool
	here  bool // not relative to a Dir option
	value bool // of an option, and no operand
	truth parser.Truth
}

// uses returns each operand with every role it may have: the layouts may differ, and loose operands
// may not be operands. They are appended to us.
func (s *scanner) uses(us []use) []use {
	if len(s.operands) == 0 {
		return us
	}
	var room [8]uint64
	seen := append(room[:0], make([]uint64, len(s.operands))...) // a bit for each role of an operand
	add := func(l layout, words []parser.Word, at func(i int) int) {
		var few [8]spec.Role
		for i, role := range l.operands.AppendRoles(few[:0], words) {
			if bit := uint64(1) << role; seen[at(i)]&bit == 0 {
				seen[at(i)] |= bit
				us = append(us, use{
					role: role, word: words[i], rest: words[i+1:],
					lang: cmp.Or(l.lang, s.syntax.Lang), last: i == len(words)-1, truth: l.truth,
				})
			}
			if role == spec.Argv || role == spec.Words {
				break
			}
		}
	}
	all := slices.Clip(s.operands)
	firm, places := s.firm()
	for l := range s.layouts() {
		add(l, all, func(i int) int { return i })
		if len(firm) < len(all) {
			l.truth = parser.Maybe
			add(l, firm, func(i int) int { return places[i] })
		}
	}
	return us
}

// firm returns the operands that are not loose, and their indexes.
func (s *scanner) firm() (words []parser.Word, places []int) {
	if len(s.loose) == 0 {
		return s.operands, nil // nearly always
	}
	for i, w := range s.operands {
		if !slices.Contains(s.loose, i) {
			words, places = append(words, w), append(places, i)
		}
	}
	return words, places
}

// finish lists the operands with their roles in the invocation.
func (s *scanner) finish(memory *room) {
	if len(s.operands) == 0 {
		return
	}
	var few [8]spec.Role
	roles := s.layout().AppendRoles(few[:0], s.operands)
	all := append(memory.operandsFor(len(s.inv.Operands)+len(roles)), s.inv.Operands...) // loose ones before a subcommand come first
	for i := range s.operands {
		all = append(all, Operand{Word: s.operands[i], Role: roles[i]})
	}
	s.inv.Operands = all
}
