package rules

import (
	"iter"
	"slices"

	"github.com/agent-loop/shimgen/grammar"
)

// Set is a list of rules: those of a table, which a process reads only as needed, and packs. Its rules
// are immutable. The zero Set is empty.
type Set struct {
	table   *Table // the first rules, or nil
	packs   [][]Rule
	known   *memory // cached candidates by program
	shelves []*Shelf
}

// Shelf holds more rules than a process should read for one decision: it returns those that may
// match. All of them name a program.
type Shelf struct {
	Len   int
	About func(v *grammar.Invocation) []*Rule // the rules that may match, possibly with others
	Find  func(id string) *Rule
	All   iter.Seq[*Rule]
}

// WithShelf returns the set with a shelf of rules added after all others.
func (s Set) WithShelf(shelf *Shelf) Set {
	s.shelves = append(slices.Clip(s.shelves), shelf)
	return s
}

// NewSet returns a set of packs, in their order.
func NewSet(packs ...[]Rule) Set { return Set{packs: packs, known: new(memory)} }

// With returns the set with one more pack at the end.
func (s Set) With(pack ...Rule) Set {
	more := NewSet(append(slices.Clip(s.packs), pack)...)
	more.table, more.shelves = s.table, s.shelves
	return more
}

// All yields all rules, in their order.
func (s Set) All() iter.Seq[*Rule] {
	return func(yield func(*Rule) bool) {
		more := true
		keep := func(r *Rule) bool { more = yield(r); return more }
		s.Listed()(keep)
		for _, shelf := range s.shelves {
			if more {
				shelf.All(keep)
			}
		}
	}
}

// Listed yields the rules of the table and of all packs, in their order, without those of shelves.
func (s Set) Listed() iter.Seq[*Rule] {
	return func(yield func(*Rule) bool) {
		for r := range s.table.all() {
			if !yield(r) {
				return
			}
		}
		for _, pack := range s.packs {
			for i := range pack {
				if !yield(&pack[i]) {
					return
				}
			}
		}
	}
}

// Len returns the number of rules.
func (s Set) Len() int {
	n := s.table.len()
	for _, pack := range s.packs {
		n += len(pack)
	}
	for _, shelf := range s.shelves {
		n += shelf.Len
	}
	return n
}

// Find returns the rule with an id, or nil. A former id finds its rule if no rule has that id now.
func (s Set) Find(id string) *Rule {
	if r := s.table.find(id); r != nil {
		return r
	}
	renamed := s.table.findFormer(id)
	for r := range (Set{packs: s.packs}).Listed() {
		if r.ID == id {
			return r
		}
		if r.Former == id && id != "" && renamed == nil {
			renamed = r
		}
	}
	for _, shelf := range s.shelves {
		if r := shelf.Find(id); r != nil {
			return r
		}
	}
	return renamed
}
