package parser

import (
	"maps"
	"slices"
)

// maxChoices bounds how many values one variable is followed with, and how
// many times one command is listed for the values of all its words.
const maxChoices = 8

// choices are the words of one command that may be one of a few: a variable
// that two branches set, or ${x:-default}. Such a command is read once to find
// them, and then once for each combination.
// The zero value is for what belongs to no command: there nothing is chosen.
type choices struct {
	reading bool // the words of a command
	doubts  []doubt
	late    []doubt      // that come up where others are picked
	picked  map[any]Word // by doubt.key; nil while the doubts are collected
}

// doubt is one choice. Its key is what the same choice has in common wherever
// it is read: a variable cannot have two values in one command.
type doubt struct {
	key any
	or  []Word
}

// take returns the picked word. While doubts are collected there is none.
func (c *choices) take(key any, or []Word) (Word, bool) {
	if !c.reading || len(or) == 0 {
		return Word{}, false
	}
	if c.picked != nil {
		w, ok := c.picked[key]
		if !ok && len(c.late) < maxChoices {
			c.late = append(c.late, doubt{key, or})
		}
		return w, ok
	}
	for _, d := range c.doubts {
		if d.key == key {
			return Word{}, false
		}
	}
	if len(c.doubts) <= 2*maxChoices { // more could not be picked
		c.doubts = append(c.doubts, doubt{key, or})
	}
	return Word{}, false
}

// again tells whether a command is being read for a further combination:
// substitutions in it are listed already.
func (c *choices) again() bool { return c.picked != nil }

// combinations lists all ways to pick. It reports false if they are too many;
// then each doubt is picked by itself, and the others stay unknown.
func combinations(doubts []doubt) ([]map[any]Word, bool) {
	product := 1
	for _, d := range doubts {
		product *= min(len(d.or), maxChoices+1)
		if product > maxChoices {
			return onePick(doubts), false
		}
	}
	all := []map[any]Word{{}}
	for _, d := range doubts {
		var next []map[any]Word
		for _, picked := range all {
			for _, w := range d.or {
				more := map[any]Word{d.key: w}
				maps.Copy(more, picked)
				next = append(next, more)
			}
		}
		all = next
	}
	return all, true
}

func onePick(doubts []doubt) []map[any]Word {
	var picks []map[any]Word
	for _, d := range doubts {
		for _, w := range d.or {
			if len(picks) == 2*maxChoices {
				return picks
			}
			picks = append(picks, map[any]Word{d.key: w})
		}
	}
	return picks
}

// further lists the ways to pick what comes up only where others are picked; nil if
// nothing does, or too much.
func further(picked map[any]Word, late []doubt) []map[any]Word {
	if len(late) == 0 {
		return nil
	}
	more, all := combinations(late)
	if !all {
		return nil
	}
	for _, m := range more {
		maps.Copy(m, picked)
	}
	return more
}

// either lists the words that a value is one of, given two; nil if they are
// too many to follow, which whole tells, or all unknown.
func either(a, b Word) (or []Word, whole bool) {
	telling := false // some word is more than unknown
	for _, w := range slices.Concat(alternatives(a), alternatives(b)) {
		if !slices.ContainsFunc(or, func(o Word) bool { return same(o, w) }) {
			or = append(or, w)
			telling = telling || len(w.Parts) != 1 || w.Parts[0].Kind == Literal
		}
	}
	if len(or) > maxChoices || !telling {
		return nil, len(or) <= maxChoices
	}
	return or, true
}

// alternatives are the words that a value may be: itself, if it is not one of
// several.
func alternatives(w Word) []Word {
	if len(w.Parts) == 1 && len(w.Parts[0].or()) > 0 {
		return w.Parts[0].or()
	}
	single := Word{Span: w.Span}
	for _, p := range w.Parts {
		if len(p.or()) > 0 {
			p.several = nil
		}
		single.Parts = append(single.Parts, p)
	}
	return []Word{single}
}
