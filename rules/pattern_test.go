package rules

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

func word(text string) parser.Word {
	var w parser.Word
	for _, r := range text {
		p := parser.Part{Kind: parser.Literal, Text: string(r)}
		if r == '?' {
			p.Kind = parser.Unknown
		}
		w.Parts = append(w.Parts, p)
	}
	return w
}

func TestFits(t *testing.T) {
	for _, c := range []struct {
		reason, patterns, word string
		want                   parser.Truth
	}{
		{"a known word", "a b", "b", parser.Yes},
		{"another", "a b", "c", parser.No},
		{"the empty word", "- a", "", parser.Yes},
		{"an unknown word", "abc", "?", parser.Maybe},
		{"a beginning that fits", "abc", "a?", parser.Maybe},
		{"a beginning that does not", "abc", "x?", parser.No},
		{"certain, whatever follows", "+*", "+?", parser.Yes},
		{"certain only in the end", "+*x", "+?", parser.Maybe},
		{"certain, whatever stands before", "*/x*", "?/xy", parser.Yes},
		{"certain, whatever stands between", "a*b", "ac?b", parser.Yes},
		{"certain only if nothing stands between", "*ab*", "a?b", parser.Maybe},
		{"longer than a pattern without a star", "a", "ab?", parser.No},
	} {
		assert.Equal(t, c.want, fitsOne(c.patterns, word(c.word)), c.reason)
	}
}

// fitsText and prepared lists take short cuts. They must answer as matching one pattern after the other does.
func TestFitsTextAsOneByOne(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	draw := func(letters string, most int) string {
		text := make([]byte, random.IntN(most))
		for i := range text {
			text[i] = letters[random.IntN(len(letters))]
		}
		return string(text)
	}
	for range 100_000 {
		patterns, text, want := draw("ab-.* ", 16), draw("ab-.* ", 6), false
		for _, p := range strings.Fields(patterns) {
			want = want || p == "-" && text == "" || p != "-" && spec.Glob(p, text)
		}
		require.Equal(t, want, fitsText(patterns, text), "%q fits %q", text, patterns)
		require.Equal(t, want, newPatternList(patterns).fits(text), "%q fits the list of %q", text, patterns)
	}
}

// Modes as chmod(1) reads them (mission row C7, M13).
func TestC7Modes(t *testing.T) {
	for _, c := range []struct {
		mode       string
		world, sid parser.Truth
	}{
		{"777", parser.Yes, parser.No},
		{"0777", parser.Yes, parser.No},
		{"00777", parser.Yes, parser.No},
		{"666", parser.Yes, parser.No},
		{"1777", parser.Yes, parser.No},
		{"755", parser.No, parser.No},
		{"4755", parser.No, parser.Yes},
		{"2755", parser.No, parser.Yes},
		{"6777", parser.Yes, parser.Yes},
		{"+222", parser.Yes, parser.No},
		{"=2", parser.Yes, parser.No},
		{"-777", parser.No, parser.No},
		{"a+rwx", parser.Yes, parser.No},
		{"ugo+w", parser.Yes, parser.No},
		{"o=rw", parser.Yes, parser.No},
		{"go-w,o+w", parser.Yes, parser.No},
		{"u+w,o-w", parser.No, parser.No},
		{"+w", parser.No, parser.No},
		{"u+s", parser.No, parser.Yes},
		{"ug=rxs", parser.No, parser.Yes},
		{"u-s", parser.No, parser.No},
		{"o-r+w", parser.Yes, parser.No},
		{"o=u", parser.Maybe, parser.No},
		{"g=u", parser.No, parser.No},
		{"", parser.No, parser.No},
		{"x", parser.No, parser.No},
		{"999", parser.No, parser.No},
		{"?", parser.Maybe, parser.Maybe},
	} {
		assert.Equal(t, c.world, grants(WorldSet, word(c.mode)), "world %q", c.mode)
		assert.Equal(t, c.sid, grants(SetID, word(c.mode)), "set-id %q", c.mode)
	}
}
