package undo_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/catalogue"
	"github.com/agent-loop/shimgen/stash"
	"github.com/agent-loop/shimgen/trash"
)

// waysOf is what the shims could do for one command, as its arguments say.
func waysOf(name string, args []string) (u rules.Undo) {
	if _, ok := trash.Read(name, args, "/w"); ok {
		u |= rules.Trash
	}
	if name != "git" {
		return u
	}
	switch c, ok := stash.Read(args, "/w"); {
	case ok && c.Cleans():
		u |= rules.Trash
	case ok:
		u |= rules.Stash
	}
	return u
}

// waysIn are those for the commands of a text that a rule matches.
func waysIn(t *testing.T, r *rules.Rule, text string) (u rules.Undo) {
	t.Helper()
	s, err := parser.Parse(text, parser.Options{})
	require.NoError(t, err, text)
	for _, v := range grammar.Read(s, parser.Options{}) {
		var words []string
		for _, word := range v.Command.Args {
			if text, known := word.Text(); known {
				words = append(words, text)
			}
		}
		if len(words) > 0 {
			u |= waysOf(words[0], words[1:])
		}
	}
	return u
}

// elsewhere are rules whose commands a shim could keep by their words, and cannot by the place
// of what they destroy.
func elsewhere() map[string]string {
	return map[string]string{
		"phone.shared-storage": "another file system than the trash's",
	}
}

// The column of the catalogue says of the trash and the stash what their own tables say of
// the rule's examples, and nothing else.
func TestUndoneByIsWhatTheShimsCanKeep(t *testing.T) {
	const kept = rules.Trash | rules.Stash
	for r := range catalogue.Builtin().All() {
		if r.Class != rules.Destructive {
			assert.Zero(t, r.Undone, "%s: only what destroys has a way back", r.ID)
			assert.Empty(t, r.UndoneBy(), r.ID)
			continue
		}
		var can rules.Undo
		for _, text := range r.Hits {
			can |= waysIn(t, r, text)
		}
		if why := elsewhere()[r.ID]; why != "" {
			assert.NotZero(t, can, "%s: needs no exception", r.ID)
			can = 0
		}
		assert.Equal(t, can.String(), (r.Undone & kept).String(), "%s: %q", r.ID, r.Hits)
	}
}

// lostForGood is how many rules the built-in profiles ask about though nothing can bring back
// what is destroyed. The number may fall, and not rise unseen.
const lostForGood = 305

// No profile lets pass with a word what nothing can bring back, unless it is one for machines
// that are thrown away, or for nobody.
func TestWhatNothingBringsBackIsAskedAboutAtLeast(t *testing.T) {
	asked := 0
	for _, profile := range policy.Profiles() {
		if profile.Name == "open" || profile.Name == "container" {
			continue
		}
		p, err := policy.Builtin(profile.Name)
		require.NoError(t, err)
		for r := range catalogue.Builtin().All() {
			if r.Class != rules.Destructive || r.Undone != 0 {
				continue
			}
			a := p.Action(r)
			assert.LessOrEqual(t, a, rules.Ask, "%s under %s", r.ID, profile.Name)
			if a == rules.Ask {
				asked++
			}
		}
	}
	assert.Equal(t, lostForGood, asked)
}
