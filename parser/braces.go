package parser

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// The bounds on brace expansion.
const (
	maxBraces     = 64       // in one word of the source
	maxBraceWords = 1000     // that one word becomes
	maxBraceText  = 16 << 10 // bytes of the word
)

func (w *walker) hasBraces(x *syntax.Word) bool {
	return slices.ContainsFunc(x.Parts, func(p syntax.WordPart) bool {
		lit, ok := p.(*syntax.Lit)
		return ok && strings.IndexByte(lit.Value, '{') >= 0
	})
}

// braces expands braces. It reports false if there would be too many words.
func (w *walker) braces(x *syntax.Word) ([]*syntax.Word, bool) {
	open := 0
	for _, p := range x.Parts {
		if lit, ok := p.(*syntax.Lit); ok {
			open += strings.Count(lit.Value, "{")
		}
	}
	if open == 0 {
		return []*syntax.Word{x}, true
	}
	size := offset(x.End()) - offset(x.Pos())
	if open > maxBraces || size > maxBraceText {
		return nil, false
	}
	split := syntax.Word{Parts: append([]syntax.WordPart(nil), x.Parts...)}
	if !syntax.SplitBraces(&split) {
		return []*syntax.Word{x}, true
	}
	var out []*syntax.Word
	for alt, err := range expand.BracesSeq(nil, &split) {
		if err != nil || len(out) == maxBraceWords || !w.spend(size+wordCost) {
			return nil, false
		}
		if !mergeLiterals(alt) {
			return nil, false
		}
		out = append(out, alt)
	}
	if w.options.Lang == POSIX && len(out) > 1 {
		return nil, false // what is called sh may be bash
	}
	return out, true
}

// manyBraces tells whether braces make several words of one.
func (w *walker) manyBraces(x *syntax.Word) bool {
	if x == nil {
		return false
	}
	all, bounded := w.braces(x)
	return len(all) > 1 || !bounded
}

// mergeLiterals makes one of literal parts that braces have put side by side,
// as in {~,x}/y. It reports false where text and a variable are side by side
// that were not in the source: in {$x,y}z a shell reads $xz.
func mergeLiterals(x *syntax.Word) bool {
	var parts []syntax.WordPart
	var before *syntax.Lit
	for i, p := range x.Parts {
		lit, ok := p.(*syntax.Lit)
		if v, is := p.(*syntax.ParamExp); is && v.Short && i+1 < len(x.Parts) && isName(v.Param.Value) {
			if next, ok := x.Parts[i+1].(*syntax.Lit); ok && next.Value != "" && strings.IndexByte(nameBytes, next.Value[0]) >= 0 {
				return false
			}
		}
		if before != nil && endsInDollar(before.Value) {
			return false
		}
		if ok && before != nil {
			merged := *before
			merged.Value += lit.Value
			before = &merged
			parts[len(parts)-1] = before
			continue
		}
		before = lit
		parts = append(parts, p)
	}
	x.Parts = parts
	return true
}

// endsInDollar tells whether text ends in a $ without a backslash before it.
func endsInDollar(s string) bool {
	s, found := strings.CutSuffix(s, "$")
	return found && (len(s)-len(strings.TrimRight(s, `\`)))%2 == 0
}
