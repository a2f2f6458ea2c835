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
	key any
	or  []tree.Word
}

// Pick returns the picked word. While choices are being collected there is none.
func (c *Choices) Pick(key any, or []tree.Word) (tree.Word, bool) {
	if !c.Reading || len(or) == 0 {
		return tree.Word{}, false
	}
	if c.Picked != nil {
		w, ok := c.Picked[key]
		if !ok && len(c.LateChoices) < tree.MaxChoices {
			c.LateChoices = append(c.LateChoices, Choice{key, or})
		}
		return w, ok
	}
	for _, d := range c.Found {
		if d.key == key {
			return tree.Word{}, false
		}
	}
	if len(c.Found) <= 2*tree.MaxChoices { // more could not be picked
		c.Found = append(c.Found, Choice{key, or})
	}
	return tree.Word{}, false
}

// IsRepeated reports whether the command is being read for a further combination, so that its
// substitutions are listed already.
func (c *Choices) IsRepeated() bool { return c.Picked != nil }

// Combinations returns all ways to pick. It returns false if there are too many; then each
// choice is picked alone while the others stay unknown.
func Combinations(doubts []Choice) ([]map[any]tree.Word, bool) {
	product := 1
	for _, d := range doubts {
		product *= min(len(d.or), tree.MaxChoices+1)
		if product > tree.MaxChoices {
			return onePick(doubts), false
		}
	}
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
	return all, true
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
