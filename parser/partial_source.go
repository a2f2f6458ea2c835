package parser

import (
	"maps"

	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// ParseWord is [Parse] for a source that may be known in part. What is not known of it,
// and what is the name of a file that a pattern matches, is taken to be of a word: that
// it brings operators along is not followed. The error is ErrUnknown for a word of which
// nothing is known, or which is too long.
func ParseWord(source tree.Word, opt Options) (*tree.Script, error) {
	text, known := source.Text()
	if known {
		return Parse(text, opt)
	}
	if !source.HasText() {
		return nil, ErrUnknown
	}
	text, stands, ok := source.WithPlaceholders()
	if !ok {
		return nil, ErrUnknown
	}
	if s := tree.MaybeEvaluatedBefore(stands.Show(text), opt.Outer); s != nil {
		return s, nil
	}
	opt.stands = stands
	return Parse(text, opt)
}

// simpleText is expand.Simple for a word in which nothing stands for parts.
func (w *walker) simpleText(x *syntax.Word) (string, bool) {
	if w.placeholders != nil {
		return "", false
	}
	return expand.Simple(x)
}

// evalPartly reads an eval whose words are known in part, beside what is not known.
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
