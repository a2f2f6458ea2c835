package undo_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/builtin"
	"github.com/agent-loop/shimgen/stash"
	"github.com/agent-loop/shimgen/trash"
)

// waysOf returns what the shims could keep for one command, judged by its arguments.
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

// waysIn returns these for the commands of a text that a rule matches.
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

// elsewhere are rules whose commands a shim could keep by their arguments, but not because
// of where the destroyed files lie.
func elsewhere() map[string]string {
	return map[string]string{
		"phone.shared-storage": "another file system than the trash's",
	}
}

// For trash and stash, the catalogue's column says exactly what their own tables say about
// the rule's examples.
func TestUndoneByIsWhatTheShimsCanKeep(t *testing.T) {
	const kept = rules.Trash | rules.Stash
	for r := range builtin.Rules().All() {
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

// lostForGood is how many rules the built-in profiles ask about although nothing can restore
// the destroyed data. The number may fall; it must not rise unnoticed.
const lostForGood = 425

// Every profile at least asks about a loss that nothing can restore, except the profiles for
// disposable machines (container) and open.
func TestWhatNothingBringsBackIsAskedAboutAtLeast(t *testing.T) {
	asked := 0
	for _, profile := range policy.Profiles() {
		if profile.Name == "open" || profile.Name == "container" {
			continue
		}
		p, err := policy.Builtin(profile.Name)
		require.NoError(t, err)
		for r := range builtin.Rules().All() {
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
