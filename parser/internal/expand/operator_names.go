package expand

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/filter"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// ApplyToNames applies an operator to a partly known value: ${x%/} on a name that matches a
// pattern. The result is certain if the unknown parts cannot affect what is removed.
func (o Operator) ApplyToNames(p *syntax.ParamExp, v tree.Word, quoted bool) (out tree.Word, certain, ok bool) {
	if out, ok := o.trimmedText(p, v); ok {
		return out, true, true
	}
	text, s, ok := v.WithPlaceholders()
	if !ok || p.Length || len(text) > MaxOperand || !filter.IsASCII(text) || !o.Spend(len(text)*len(text)+OperatorCost) {
		return tree.Word{}, false, false
	}
	if p.Slice != nil {
		from, ok := o.Calculate(p.Slice.Offset)
		if !ok || p.Slice.Length != nil || from < 0 || from > len(v.Prefix()) {
			return tree.Word{}, false, false
		}
		return v.Tail(from), true, true
	}
	result, ok := o.Apply(p, text, quoted)
	if !ok || len(result) > tree.MaxValue {
		return tree.Word{}, false, false
	}
	return tree.Word{Parts: s.Restore(result)}, p.Exp != nil && o.certainly(p.Exp, v), true
}

// trimmedText removes literal text from an end of the value, the usual case.
func (o Operator) trimmedText(p *syntax.ParamExp, v tree.Word) (tree.Word, bool) {
	if p.Exp == nil || p.Exp.Word == nil || p.Slice != nil || p.Repl != nil || len(p.Exp.Word.Parts) != 1 {
		return tree.Word{}, false
	}
	lit, ok := p.Exp.Word.Parts[0].(*syntax.Lit)
	if !ok || lit.Value == "" || strings.ContainsAny(lit.Value, "*?[\\()~<>") || o.Placeholders.IndexIn(lit.Value) >= 0 {
		return tree.Word{}, false
	}
	last := len(v.Parts) - 1
	switch p.Exp.Op {
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		if last < 0 || v.Parts[last].Kind != tree.Literal || !strings.HasSuffix(v.Parts[last].Text, lit.Value) {
			return tree.Word{}, false
		}
		v.Parts = slices.Clone(v.Parts)
		end := &v.Parts[last].Text
		if *end = strings.TrimSuffix(*end, lit.Value); *end == "" {
			v.Parts = v.Parts[:last]
		}
		return v, true
	case syntax.RemSmallPrefix, syntax.RemLargePrefix:
		if last < 0 || v.Parts[0].Kind != tree.Literal || !strings.HasPrefix(v.Parts[0].Text, lit.Value) {
			return tree.Word{}, false
		}
		return v.Tail(len(lit.Value)), true
	}
	return tree.Word{}, false
}

// certainly reports whether an operator removes only literal text of a value.
func (o Operator) certainly(x *syntax.Expansion, v tree.Word) bool {
	pattern, ok := o.patternText(x.Word)
	if !ok {
		return false
	}
	prefix, suffix := v.Prefix(), v.Suffix()
	switch x.Op {
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		literal, open := strings.CutSuffix(pattern, "*")
		switch {
		case literal == "" || strings.ContainsAny(literal, `*?[\(`):
			return false
		case !open && suffix == "":
			return strings.HasSuffix(literal, "/") && v.Slashless(len(v.Parts)-1)
		case !open:
			return strings.HasSuffix(suffix, literal) || !strings.HasSuffix(literal, suffix)
		case x.Op == syntax.RemLargeSuffix:
			return strings.Contains(prefix, literal)
		}
		return strings.Contains(suffix, literal) || literal == "/" && v.EndsInName()
	case syntax.RemSmallPrefix, syntax.RemLargePrefix:
		literal, open := strings.CutPrefix(pattern, "*")
		switch {
		case literal == "" || strings.ContainsAny(literal, `*?[\(`):
			return false
		case !open:
			return strings.HasPrefix(prefix, literal) || prefix != "" && !strings.HasPrefix(literal, prefix)
		case x.Op == syntax.RemSmallPrefix:
			return strings.Contains(prefix, literal)
		}
		return strings.Contains(suffix, literal) || literal == "/" && v.EndsInName()
	}
	return false
}
