package parser

import (
	"maps"

	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// ParseWord is [Parse] for a source that may be partly unknown. It assumes that an unknown
// part, or the name of a file that matches a pattern, is part of a word and contains no
// operators. The error is ErrUnknown for a word that is entirely unknown or too long.
func ParseWord(source tree.Word, opt Options) (*tree.Script, error) {
	text, known := source.Text()
	if known {
		return Parse(text, opt)
	}
	if !source.HasText() {
		return nil, ErrUnknown
	}
	text, placeholders, ok := source.WithPlaceholders()
	if !ok {
		return nil, ErrUnknown
	}
	if s := tree.MaybeEvaluatedBefore(placeholders.Show(text), opt.Outer); s != nil {
		return s, nil
	}
	opt.placeholders = placeholders
	return Parse(text, opt)
}

// simpleText is expand.Simple for a word without placeholders.
func (w *walker) simpleText(x *syntax.Word) (string, bool) {
	if w.placeholders != nil {
		return "", false
	}
	return expand.Simple(x)
}

// evalPartly reads an eval whose words are partly known, in addition to listing it as unknown.
func (w *walker) evalPartly(c *tree.Command, words []tree.Word) {
	var parts []tree.Part
	for i, x := range words {
		if i > 0 {
			parts = append(parts, tree.Part{Kind: tree.Literal, Text: " "})
		}
		parts = append(parts, x.Parts...)
	}
	source := tree.Word{Parts: parts}
	text, s, ok := source.WithPlaceholders()
	if !ok || !source.HasText() {
		return
	}
	returned, locals, changed := w.returned, w.locals, w.changed
	w.locals = maps.Clone(locals)
	w.inSubshell(func() { w.evalIn(c, text, s) })
	w.returned, w.locals, w.changed = returned, locals, changed
}
