package tree

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// unknown is a part that only execution knows, and pattern one that names of files match.
var (
	unknown = Part{Text: "$x", Empty: true}
	pattern = Part{Kind: Glob, Text: "*"}
)

// of makes a word of text and parts.
func of(pieces ...any) Word {
	var w Word
	for _, x := range pieces {
		switch x := x.(type) {
		case string:
			w.Parts = append(w.Parts, Part{Kind: Literal, Text: x})
		case Part:
			w.Parts = append(w.Parts, x)
		}
	}
	return w
}

func TestTruth(t *testing.T) {
	assert.Equal(t, No, *new(Truth), "the zero value is the weakest")
	for _, c := range []struct{ a, b, and, or Truth }{
		{No, No, No, No},
		{No, Maybe, No, Maybe},
		{No, Yes, No, Yes},
		{Maybe, Maybe, Maybe, Maybe},
		{Maybe, Yes, Maybe, Yes},
		{Yes, Yes, Yes, Yes},
	} {
		assert.Equal(t, c.and, c.a.And(c.b))
		assert.Equal(t, c.and, c.b.And(c.a))
		assert.Equal(t, c.or, c.a.Or(c.b))
		assert.Equal(t, c.or, c.b.Or(c.a))
	}
	assert.Equal(t, []Truth{Yes, Maybe, No}, []Truth{No.Not(), Maybe.Not(), Yes.Not()})
	assert.Equal(t, []Truth{No, Yes}, []Truth{Of(false), Of(true)})
	assert.Equal(t, "no maybe yes no", strings.Join([]string{No.String(), Maybe.String(), Yes.String(), Truth(9).String()}, " "))
}

func TestWordText(t *testing.T) {
	for _, c := range []struct {
		reason                       string
		word                         Word
		text, prefix, suffix, string string
		known                        bool
	}{
		{"the empty word is known", Word{}, "", "", "", "", true},
		{"text", of("ab"), "ab", "ab", "ab", "ab", true},
		{"several texts", of("a", "b"), "ab", "ab", "ab", "ab", true},
		{"unknown alone", of(unknown), "", "", "", "?", false},
		{"unknown within", of("a", unknown, "b"), "", "a", "b", "a?b", false},
		{"a pattern is not text", of("a", pattern), "", "a", "", "a*", false},
		{"a part that nobody filled in", of(Part{}), "", "", "", "?", false},
	} {
		text, known := c.word.Text()
		assert.Equal(t, c.known, known, c.reason)
		if known {
			assert.Equal(t, c.text, text, c.reason)
		}
		assert.Equal(t, c.known, c.word.Known(), c.reason)
		assert.Equal(t, c.prefix, c.word.Prefix(), c.reason)
		assert.Equal(t, c.suffix, c.word.Suffix(), c.reason)
		assert.Equal(t, c.string, c.word.String(), c.reason)
		assert.Equal(t, len(c.string), c.word.Size(), c.reason)
	}
}

func TestWordIs(t *testing.T) {
	for _, c := range []struct {
		reason string
		word   Word
		text   string
		want   Truth
	}{
		{"the empty word", Word{}, "", Yes},
		{"it is nothing else", Word{}, "a", No},
		{"the same text", of("a", "b"), "ab", Yes},
		{"other text", of("ab"), "a", No},
		{"what is not known may be anything", of(unknown), "a", Maybe},
		{"nothing too", of(unknown), "", Maybe},
		{"with the right ends", of("a", unknown, "b"), "axb", Maybe},
		{"with ends that meet", of("a", unknown, "b"), "ab", Maybe},
		{"ends do not overlap", of("ab", unknown, "bc"), "abc", No},
		{"another beginning", of("a", unknown), "b", No},
		{"another end", of(unknown, "a"), "b", No},
		{"a pattern", of("a", pattern), "abc", Maybe},
	} {
		assert.Equal(t, c.want, c.word.Is(c.text), c.reason)
	}
}

func TestTail(t *testing.T) {
	for _, c := range []struct {
		reason string
		word   Word
		n      int
		want   string
	}{
		{"nothing off", of("ab"), 0, "ab"},
		{"part of a text", of("ab", unknown), 1, "b?"},
		{"a text as a whole", of("ab", unknown), 2, "?"},
		{"more than one", of("ab", "cd", unknown), 3, "d?"},
		{"all", of("ab"), 2, ""},
		{"not past the literal prefix", of("a", unknown, "b"), 2, "?b"},
	} {
		assert.Equal(t, c.want, c.word.Tail(c.n).String(), c.reason)
	}
}

func TestMayBeEmpty(t *testing.T) {
	for _, c := range []struct {
		reason string
		word   Word
		want   bool
	}{
		{"the empty word", Word{}, true},
		{"text", of("a"), false},
		{"unset", of(unknown), true},
		{"what is never empty", of(Part{Text: "${#x}"}), false},
		{"beside text", of("a", unknown), false},
		{"a pattern matches something", of(pattern), false},
	} {
		assert.Equal(t, c.want, MayBeEmpty(c.word), c.reason)
	}
}

func TestValueOf(t *testing.T) {
	split := Part{Text: "$x", Split: true, Empty: true}
	single := Part{Kind: Glob, Text: "*", SingleName: true}
	for _, c := range []struct {
		reason string
		word   Word
		want   string
	}{
		{"nothing", Word{}, ""},
		{"text", of("a", unknown), "a?"},
		{"a pattern is no value", of("a", pattern), "a?"},
		{"but one name is", of("a", single), "a*"},
		{"what splits is not known at all", of("a", split), "?"},
		{"too long", of(strings.Repeat("a", MaxValue+1)), "?"},
		{"as long as it may be", of(strings.Repeat("a", MaxValue)), strings.Repeat("a", MaxValue)},
	} {
		assert.Equal(t, c.want, ValueOf(c.word).String(), c.reason)
	}
	many := Word{Parts: make([]Part, MaxParts+1)}
	assert.Len(t, ValueOf(many).Parts, 1, "more parts than are followed")
}

func TestEither(t *testing.T) {
	or, whole := Either(of("a"), of("b"))
	assert.True(t, whole)
	assert.Equal(t, []Word{of("a"), of("b")}, or)
	or, _ = Either(of("a"), of("a"))
	assert.Len(t, or, 1, "the same twice")
	or, whole = Either(of(unknown), of(unknown))
	assert.Nil(t, or, "all are unknown")
	assert.True(t, whole)
	var many []Word
	for i := range MaxChoices {
		many = append(many, of(strings.Repeat("a", i+1)))
	}
	several := Word{Parts: []Part{{Values: &Values{OneOf: many}}}}
	or, whole = Either(several, of("b"))
	assert.Nil(t, or, "too many to follow")
	assert.False(t, whole)
	assert.Equal(t, many, Alternatives(several))
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		reason, text string
		want         bool
	}{
		{"nothing", "", false},
		{"a letter", "a", true},
		{"a line", "_", true},
		{"a digit first", "1a", false},
		{"a digit later", "a1", true},
		{"a sign", "a-b", false},
		{"past ASCII", "é", false},
		{"an element", "a[1]", false},
	} {
		assert.Equal(t, c.want, IsName(c.text), c.reason)
	}
}

func TestPlaceholders(t *testing.T) {
	for _, c := range []struct {
		reason string
		word   Word
		shown  string
	}{
		{"nothing", Word{}, ""},
		{"text", of("a b"), "a b"},
		{"unknown parts and patterns", of("a", unknown, "/", pattern), "a?/*"},
		{"text that holds bytes like those that stand for parts", of("\x01\x02\x1f", unknown), "\x01\x02\x1f?"},
	} {
		text, s, ok := c.word.WithPlaceholders()
		assert.True(t, ok, c.reason)
		assert.Equal(t, c.shown, s.Show(text), c.reason)
		assert.Equal(t, c.word.String(), Word{Parts: s.Restore(text)}.String(), c.reason)
		assert.Equal(t, c.word.Known(), s.IndexIn(text) < 0, c.reason)
	}
	_, _, ok := of(strings.Repeat("a", MaxValue+1)).WithPlaceholders()
	assert.False(t, ok, "too long")
	var all []byte
	for c := range byte(32) {
		all = append(all, c)
	}
	_, _, ok = of(string(all), unknown).WithPlaceholders()
	assert.False(t, ok, "no byte is left")
	var many Word
	for i := range 40 {
		many.Parts = append(many.Parts, Part{Text: strings.Repeat("x", i+1)})
	}
	text, s, ok := many.WithPlaceholders()
	assert.True(t, ok)
	assert.Equal(t, strings.Repeat("?", 40), s.Show(text), "the last byte that is left stands for any")
	assert.Equal(t, -1, (*Placeholders)(nil).IndexIn("\x01"), "none stand for anything")
}

func TestWordFields(t *testing.T) {
	for _, c := range []struct {
		reason string
		word   Word
		want   string
	}{
		{"nothing", Word{}, ""},
		{"blanks alone", of(" \n"), ""},
		{"text", of("a b\nc"), "a|b|c"},
		{"across parts", of("a", unknown, "b c"), "a?b|c"},
	} {
		var got []string
		for _, w := range c.word.Fields(BlankIFS) {
			got = append(got, w.String())
		}
		assert.Equal(t, c.want, strings.Join(got, "|"), c.reason)
	}
	assert.Equal(t, "a\nb?", of("a\nb", unknown).WithoutEnd().String(), "a newline within stays")
	assert.Equal(t, "a", of("a\n\n").WithoutEnd().String())
	assert.Empty(t, of("\n").WithoutEnd().Parts)
}
