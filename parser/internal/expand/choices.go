package expand

import (
	"maps"

	"github.com/agent-loop/shimgen/parser/tree"
)

// Choices are the words of one command that have several possible values: a variable that two
// branches set, or ${x:-default}. Such a command is read once to collect the choices, and then
// once for each combination. The zero value is for code outside commands: nothing is chosen
// there.
type Choices struct {
	Reading     bool // the words of a command
	Found       []Choice
	LateChoices []Choice          // that only appear after others are picked
	Picked      map[any]tree.Word // by Choice.Key; nil while the choices are collected
}

// Choice is one choice. Its key is the same wherever the choice appears: a variable cannot
// have two values in one command.
type Choice struct {
	key  any
	or   []tree.Word
	rest bool // the first of or is unknown, and as true as the others together
}

// Pick returns the picked word. While choices are being collected there is none.
func (c *Choices) Pick(key any, or []tree.Word) (tree.Word, bool) {
	return c.pick(Choice{key: key, or: or})
}

// PickPossible is Pick for words that are only some of the possible ones. The first of them
// represents all others. Where there are too many choices, it may be picked instead.
func (c *Choices) PickPossible(key any, or []tree.Word) (tree.Word, bool) {
	return c.pick(Choice{key, or, true})
}

func (c *Choices) pick(x Choice) (tree.Word, bool) {
	if !c.Reading || len(x.or) == 0 {
		return tree.Word{}, false
	}
	if c.Picked != nil {
		w, ok := c.Picked[x.key]
		if !ok && len(c.LateChoices) < tree.MaxChoices {
			c.LateChoices = append(c.LateChoices, x)
		}
		return w, ok
	}
	for _, d := range c.Found {
		if d.key == x.key {
			return tree.Word{}, false
		}
	}
	if len(c.Found) <= 2*tree.MaxChoices { // more could not be picked
		c.Found = append(c.Found, x)
	}
	return tree.Word{}, false
}

// IsRepeated reports whether the command is being read for a further combination, so that its
// substitutions are listed already.
func (c *Choices) IsRepeated() bool { return c.Picked != nil }

// Combinations returns all ways to pick. If there are too many, those of PickPossible are picked
// one at a time, while the others are unknown. It returns false if there are too many of the rest,
// too: then each choice is picked alone while the others stay unknown.
func Combinations(doubts []Choice) ([]map[any]tree.Word, bool) {
	if isFew(doubts) {
		return product(doubts), true
	}
	var tracked, possible []Choice
	for _, d := range doubts {
		if d.rest {
			possible = append(possible, d)
		} else {
			tracked = append(tracked, d)
		}
	}
	if !isFew(tracked) || len(possible) > 2*tree.MaxChoices {
		return onePick(doubts), false
	}
	all := product(tracked)
	for _, picked := range all {
		maps.Copy(picked, rests(possible))
	}
	for _, d := range possible {
		for _, w := range d.or[1:] {
			if len(all) < 2*tree.MaxChoices {
				one := rests(possible)
				one[d.key] = w
				all = append(all, one)
			}
		}
	}
	return all, true
}

// rests picks the first word of each choice.
func rests(possible []Choice) map[any]tree.Word {
	picked := map[any]tree.Word{}
	for _, d := range possible {
		picked[d.key] = d.or[0]
	}
	return picked
}

// isFew reports whether there are at most tree.MaxChoices ways to pick.
func isFew(doubts []Choice) bool {
	ways := 1
	for _, d := range doubts {
		if ways *= min(len(d.or), tree.MaxChoices+1); ways > tree.MaxChoices {
			return false
		}
	}
	return true
}

func product(doubts []Choice) []map[any]tree.Word {
	all := []map[any]tree.Word{{}}
	for _, d := range doubts {
		var next []map[any]tree.Word
		for _, picked := range all {
			for _, w := range d.or {
				more := map[any]tree.Word{d.key: w}
				maps.Copy(more, picked)
				next = append(next, more)
			}
		}
		all = next
	}
	return all
}

func onePick(doubts []Choice) []map[any]tree.Word {
	var picks []map[any]tree.Word
	for _, d := range doubts {
		for _, w := range d.or {
			if len(picks) == 2*tree.MaxChoices {
				return picks
			}
			picks = append(picks, map[any]tree.Word{d.key: w})
		}
	}
	return picks
}

// Further returns the ways to pick the choices that only appear after others are picked; nil
// if there are none, or too many.
func Further(picked map[any]tree.Word, late []Choice) []map[any]tree.Word {
	if len(late) == 0 {
		return nil
	}
	more, all := Combinations(late)
	if !all {
		return nil
	}
	for _, m := range more {
		maps.Copy(m, picked)
	}
	return more
}
