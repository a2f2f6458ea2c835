package parser

import (
	"slices"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// wordKey identifies one of the words that a word of the source expands to.
type wordKey struct {
	word *syntax.Word
	n    int
}

// orEscaped chooses between a word as it is and the pattern that it is if files match: in that, the
// backslashes of values quote (k='/et\c/*'; rm $k).
func (w *walker) orEscaped(e *expansion, word tree.Word, pieces []expand.Piece, key wordKey) tree.Word {
	unescaped := expand.Unescaped(pieces)
	if unescaped == nil {
		return word
	}
	pattern := tree.Word{Parts: w.joinPieces(unescaped, true), Span: word.Span}
	if !slices.ContainsFunc(pattern.Parts, func(p tree.Part) bool { return p.Kind == tree.Glob || p.Kind == tree.Unknown && p.Split }) {
		return word
	}
	if chosen, ok := w.either(e, key, word, pattern); ok {
		return chosen
	}
	unknown := tree.UnknownWord(tree.Shorten(word.String()), false)
	unknown.Parts[0].Split, unknown.Span = true, word.Span
	return unknown
}

// either chooses between two words that a word may become. It reports false while choices are
// collected, and where there are too many.
func (w *walker) either(e *expansion, key any, word, other tree.Word) (tree.Word, bool) {
	alternatives := []tree.Word{word, other}
	if e.Choices.Reading {
		return e.Choices.Pick(key, alternatives)
	}
	item := tree.UnknownWord(tree.Shorten(word.String()), false) // of a loop or of an array
	item.Parts[0].Split, item.Parts[0].Values, item.Span = true, &tree.Values{OneOf: alternatives}, word.Span
	return item, true
}

// directoryKey identifies a word with **/ as wordKey does one with backslashes.
type directoryKey wordKey

// orInDirectory chooses between a pattern with **/ and the same without it: **/ is no directory,
// too (bash's globstar; zsh has it always). Where there are too many choices the pattern stays
// as it is: rules compare it with both.
func (w *walker) orInDirectory(e *expansion, word tree.Word, key directoryKey) tree.Word {
	if w.effects.shopts&builtins.GlobStar == 0 && w.options.Lang != reader.Zsh {
		return word
	}
	if direct, found := expand.WithoutGlobStar(word); found {
		if chosen, ok := w.either(e, key, word, direct); ok {
			return chosen
		}
	}
	return word
}
