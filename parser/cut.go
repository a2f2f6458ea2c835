package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/filter"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// cut is what an operator makes of a value that is known in part: ${x%/} of a name that
// a pattern matches. It is certain where what is not known cannot change what is cut.
func (o operator) cut(p *syntax.ParamExp, v tree.Word, quoted bool) (out tree.Word, certain, ok bool) {
	if out, ok := o.trimmedText(p, v); ok {
		return out, true, true
	}
	text, s, ok := v.WithPlaceholders()
	if !ok || p.Length || len(text) > maxOperand || !filter.IsASCII(text) || !o.spend(len(text)*len(text)+operatorCost) {
		return tree.Word{}, false, false
	}
	if p.Slice != nil {
		from, ok := o.calculate(p.Slice.Offset)
		if !ok || p.Slice.Length != nil || from < 0 || from > len(v.Prefix()) {
			return tree.Word{}, false, false
		}
		return v.Tail(from), true, true
	}
	result, ok := o.operate(p, text, quoted)
	if !ok || len(result) > tree.MaxValue {
		return tree.Word{}, false, false
	}
	return tree.Word{Parts: s.Restore(result)}, p.Exp != nil && o.certainly(p.Exp, v), true
}

// trimmedText is cut for text at an end of the value, which is nearly always what is cut.
func (o operator) trimmedText(p *syntax.ParamExp, v tree.Word) (tree.Word, bool) {
	if p.Exp == nil || p.Exp.Word == nil || p.Slice != nil || p.Repl != nil || len(p.Exp.Word.Parts) != 1 {
		return tree.Word{}, false
	}
	lit, ok := p.Exp.Word.Parts[0].(*syntax.Lit)
	if !ok || lit.Value == "" || strings.ContainsAny(lit.Value, "*?[\\()~<>") || o.placeholders.IndexIn(lit.Value) >= 0 {
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

// certainly tells whether what an operator cuts off a value is of its literal text.
func (o operator) certainly(x *syntax.Expansion, v tree.Word) bool {
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

// names adds what an operator makes of a value that is known in part.
func (e *expansion) names(p *syntax.ParamExp, v tree.Word, part tree.Part, quoted bool) bool {
	out, certain, ok := e.w.operator().cut(p, v, quoted)
	if !ok || len(out.Parts) == 1 && out.Parts[0].Kind == tree.Unknown {
		return false
	}
	if certain && (quoted || !e.split) {
		e.known(out, part, quoted)
		return true
	}
	part.From = v.From()
	rest := part
	rest.Split = e.split && !quoted
	e.oneOf(p, []tree.Word{{Parts: []tree.Part{rest}}, out}, part, quoted)
	return true
}

// eachOf adds what an operator makes of each of the values that a variable may have,
// where none of them is picked.
func (e *expansion) eachOf(p *syntax.ParamExp, or []tree.Word, part tree.Part, quoted bool) bool {
	if e.choices.reading {
		return false
	}
	var made []tree.Word
	for _, v := range or {
		out, _, ok := e.w.operator().cut(p, v, quoted)
		if ok && !(len(out.Parts) == 1 && out.Parts[0].Kind == tree.Unknown) {
			made = append(made, out)
		}
	}
	part.Values = &tree.Values{OneOf: append([]tree.Word{tree.UnknownWord(part.Text, true)}, made[:min(len(made), tree.MaxNames)]...)}
	part.From = tree.Word{Parts: slices.Concat(partsOf(or)...)}.From()
	e.unknown(part, quoted)
	return true
}

func partsOf(words []tree.Word) [][]tree.Part {
	parts := make([][]tree.Part, len(words))
	for i, w := range words {
		parts[i] = w.Parts
	}
	return parts
}

// eachCut adds what an operator makes of each word of a row: "${x[@]%/}". It reports
// false for any other expansion.
func (e *expansion) eachCut(p *syntax.ParamExp, name string, part tree.Part, quoted bool) bool {
	bare := *p
	bare.Index = nil
	if !operates(&bare) || p.Length || p.Slice != nil || e.w.options.Lang == reader.Zsh {
		return false
	}
	row := e.w.state.args
	if index, ok := p.Index.(*syntax.Word); ok {
		v, _ := e.w.state.get(name)
		if name, _ = plain(index).Text(); len(v.Parts) != 1 {
			return false
		}
		if row = v.Parts[0].Elements(); row == nil {
			row = v.Parts[0].OneOf()
		}
	}
	if name != "@" || len(row) == 0 {
		return false
	}
	part.Split = true
	or := []tree.Word{{Parts: []tree.Part{part}}}
	or[0].Parts[0].Split = e.split
	for _, x := range row[:min(len(row), tree.MaxNames)] {
		if out, _, ok := e.w.operator().cut(p, x, quoted); ok {
			or = append(or, out)
		}
	}
	e.oneOf(p, or, part, quoted)
	return true
}
