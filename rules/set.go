package rules

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
)

// Set is a list of packs. The built-in ones are constant data, which no process
// copies or reads before it needs it: a shim that refuses starts anew for every
// command. Nobody changes the rules of a set. The zero Set has none.
type Set struct {
	packs   [][]Rule
	index   string  // of the first packs, as Index makes it
	indexed int     // how many of them it is of
	known   *memory // candidates by program, as they are first asked for
	shelves []*Shelf
}

// Shelf has more rules than a process reads for one decision: it is asked for some of
// them. All of them name a program.
type Shelf struct {
	Len   int
	About func(v *grammar.Invocation) []*Rule // those that may match, and perhaps others
	Find  func(id string) *Rule
	All   iter.Seq[*Rule]
}

// WithShelf returns the set that has the rules of a shelf too, after all others.
func (s Set) WithShelf(shelf *Shelf) Set {
	s.shelves = append(slices.Clip(s.shelves), shelf)
	return s
}

// NewSet returns the set of some packs, in their order.
func NewSet(packs ...[]Rule) Set { return Set{packs: packs, known: new(memory)} }

// Indexed returns the set of some packs whose [Set.Index] has been made before. An index
// of another number of rules is not used; one of other rules in the same number would
// leave some unasked, which is for the caller to rule out.
func Indexed(index string, packs ...[]Rule) Set {
	s := NewSet(packs...)
	count, _, _ := strings.Cut(index, "\n")
	if n, err := strconv.Atoi(count); err == nil && n == s.Len() {
		s.index, s.indexed = index, len(packs)
	}
	return s
}

// With returns the set that has one more pack, after the others.
func (s Set) With(pack ...Rule) Set {
	more := NewSet(append(slices.Clip(s.packs), pack)...)
	more.index, more.indexed, more.shelves = s.index, s.indexed, s.shelves
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

// Listed yields the rules of all packs, in their order, but those of shelves.
func (s Set) Listed() iter.Seq[*Rule] {
	return func(yield func(*Rule) bool) {
		for _, pack := range s.packs {
			for i := range pack {
				if !yield(&pack[i]) {
					return
				}
			}
		}
	}
}

// Len is how many rules there are.
func (s Set) Len() int {
	n := 0
	for _, pack := range s.packs {
		n += len(pack)
	}
	for _, shelf := range s.shelves {
		n += shelf.Len
	}
	return n
}

// Find returns the rule of an id, or nil. A former id finds its rule where no
// rule has it now.
func (s Set) Find(id string) *Rule {
	var renamed *Rule
	for r := range s.Listed() {
		if r.ID == id {
			return r
		}
		if r.Former == id && id != "" {
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
