package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// inheritedShopts returns the options that a shell starts with.
func inheritedShopts(opt *Options, given *tree.Environment) builtins.Options {
	var s builtins.Options
	if len(opt.Set) == 0 && given == nil {
		return s
	}
	for _, w := range opt.Set {
		s |= builtins.OptionsIn(w)
	}
	for _, name := range []string{"BASHOPTS", "SHELLOPTS"} {
		if v, ok := given.Value(name); ok {
			s |= builtins.OptionsIn(v)
		}
	}
	return s
}

// absence says that a word of a command may be missing.
type absence struct {
	word  *syntax.Word
	brace int // index of the word among those that braces make of one
	n     int // index among the fields of that word
}

// keep appends a word of a command, as the shell's options require.
func (w *walker) keep(out []tree.Word, word tree.Word, doubt absence) []tree.Word {
	if w.effects.shopts&builtins.NullGlob != 0 || slices.ContainsFunc(word.Parts, func(p tree.Part) bool { return p.Kind == tree.Glob && p.Split }) {
		return w.orNone(out, word, doubt)
	}
	return append(out, word)
}

// orAssigned reads a word of a command under set -k, where a word of the form NAME=value is an
// assignment and not an argument.
func (w *walker) orAssigned(x *syntax.Word, c *tree.Command) []tree.Word {
	words := w.wordsOf(nil, x, c)
	if len(x.Parts) == 0 {
		return words
	}
	lit, ok := x.Parts[0].(*syntax.Lit)
	if !ok {
		return words
	}
	name, _, found := strings.Cut(lit.Value, "=")
	if name = strings.TrimSuffix(name, "+"); !found || !tree.IsName(name) {
		return words
	}
	assigned := tree.Assign{Name: name, Value: tree.UnknownWord("$"+name, true), Span: w.lines.SpanOf(x)}
	if len(words) == 1 && strings.HasPrefix(words[0].Prefix(), name+"=") {
		assigned.Value = tree.ValueOf(words[0].Tail(len(name) + 1))
	}
	c.Assigns = append(slices.Clip(c.Assigns), assigned)
	chosen, picked := w.choices.Pick(absence{word: x, n: -1}, []tree.Word{tree.Text(name), {}})
	for i := range words {
		if !picked {
			words[i] = doubtful(words[i])
		}
	}
	if picked && len(chosen.Parts) == 0 {
		return nil
	}
	return words
}

// assignsAlone follows a command under set -k whose words may all be assignments.
func (w *walker) assignsAlone(c *tree.Command) {
	if w.effects.shopts&builtins.Keyword == 0 || len(c.Args) == 0 || slices.ContainsFunc(c.Args, func(a tree.Word) bool { return !a.Splits() }) {
		return
	}
	for _, a := range c.Assigns {
		w.assign(a.Name, w.mix(a.Name, w.lookup(a.Name), a.Value))
	}
}

// orNone appends a word that vanishes if it is a pattern without a match, or that may be split
// into such patterns. The command is read with the word and without it; if that is too much, the
// word is marked as possibly missing.
func (w *walker) orNone(out []tree.Word, word tree.Word, doubt absence) []tree.Word {
	rest := tree.Word{Span: word.Span}
	for _, p := range word.Parts {
		if p.Kind == tree.Unknown && p.Split {
			rest.Parts = append(rest.Parts, p)
		}
	}
	if len(rest.Parts) == len(word.Parts) || len(rest.Parts) == 0 && !word.HasPattern() {
		return append(out, word)
	}
	if chosen, ok := w.choices.Pick(doubt, []tree.Word{word, rest}); ok {
		if len(chosen.Parts) == 0 {
			return out
		}
		return append(out, chosen)
	}
	if len(rest.Parts) > 0 {
		return append(out, doubtful(word)) // its text belongs to a pattern that the rest may contain
	}
	word.Parts = slices.Clone(word.Parts)
	for i := range word.Parts {
		word.Parts[i].Split = word.Parts[i].Kind == tree.Glob
	}
	return append(out, word)
}

// orGone appends a word that vanishes if there is no file of that name.
func (w *walker) orGone(out []tree.Word, word tree.Word, doubt absence) []tree.Word {
	chosen, ok := w.choices.Pick(doubt, []tree.Word{word, {}})
	switch {
	case !ok:
		return append(out, doubtful(word))
	case len(chosen.Parts) == 0:
		return out
	}
	return append(out, chosen)
}

// doubtful marks a word as possibly missing: its text becomes a pattern that may match
// nothing.
func doubtful(word tree.Word) tree.Word {
	word.Parts = slices.Clone(word.Parts)
	for i := range word.Parts {
		if p := &word.Parts[i]; p.Kind != tree.Unknown {
			p.Kind, p.Split = tree.Glob, true
		}
	}
	return word
}
