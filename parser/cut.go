package parser

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// cut is what an operator makes of a value that is known in part: ${x%/} of a name that
// a pattern matches. It is certain where what is not known cannot change what is cut.
func (w *walker) cut(p *syntax.ParamExp, v Word, quoted bool) (out Word, certain, ok bool) {
	if out, ok := w.trimmedText(p, v); ok {
		return out, true, true
	}
	text, s, ok := v.standing()
	if !ok || p.Length || len(text) > maxOperand || !ascii(text) || !w.spend(len(text)*len(text)+operatorCost) {
		return Word{}, false, false
	}
	if p.Slice != nil {
		from, ok := w.calculate(p.Slice.Offset)
		if !ok || p.Slice.Length != nil || from < 0 || from > len(v.Prefix()) {
			return Word{}, false, false
		}
		return v.Tail(from), true, true
	}
	result, ok := w.operate(p, text, quoted)
	if !ok || len(result) > maxValue {
		return Word{}, false, false
	}
	return Word{Parts: s.parse(result)}, p.Exp != nil && w.certainly(p.Exp, v), true
}

// trimmedText is cut for text at an end of the value, which is nearly always what is cut.
func (w *walker) trimmedText(p *syntax.ParamExp, v Word) (Word, bool) {
	if p.Exp == nil || p.Exp.Word == nil || p.Slice != nil || p.Repl != nil || len(p.Exp.Word.Parts) != 1 {
		return Word{}, false
	}
	lit, ok := p.Exp.Word.Parts[0].(*syntax.Lit)
	if !ok || lit.Value == "" || strings.ContainsAny(lit.Value, "*?[\\()~<>") || w.stands.in(lit.Value) >= 0 {
		return Word{}, false
	}
	last := len(v.Parts) - 1
	switch p.Exp.Op {
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		if last < 0 || v.Parts[last].Kind != Literal || !strings.HasSuffix(v.Parts[last].Text, lit.Value) {
			return Word{}, false
		}
		v.Parts = slices.Clone(v.Parts)
		end := &v.Parts[last].Text
		if *end = strings.TrimSuffix(*end, lit.Value); *end == "" {
			v.Parts = v.Parts[:last]
		}
		return v, true
	case syntax.RemSmallPrefix, syntax.RemLargePrefix:
		if last < 0 || v.Parts[0].Kind != Literal || !strings.HasPrefix(v.Parts[0].Text, lit.Value) {
			return Word{}, false
		}
		return v.Tail(len(lit.Value)), true
	}
	return Word{}, false
}

// certainly tells whether what an operator cuts off a value is of its literal text.
func (w *walker) certainly(x *syntax.Expansion, v Word) bool {
	pattern, ok := w.patternText(x.Word)
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
			return strings.HasSuffix(literal, "/") && v.slashless(len(v.Parts)-1)
		case !open:
			return strings.HasSuffix(suffix, literal) || !strings.HasSuffix(literal, suffix)
		case x.Op == syntax.RemLargeSuffix:
			return strings.Contains(prefix, literal)
		}
		return strings.Contains(suffix, literal) || literal == "/" && v.lastName()
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
		return strings.Contains(suffix, literal) || literal == "/" && v.lastName()
	}
	return false
}

// slashless tells whether a part stands for text without a slash.
func (w Word) slashless(i int) bool {
	p := w.Parts[i]
	return p.Kind == Literal && !strings.Contains(p.Text, "/") || p.Kind == Glob && p.Text != "**" && !strings.ContainsAny(p.Text, "(/")
}

// lastName tells whether the last slash of a word is one of its literal text.
func (w Word) lastName() bool {
	for i := len(w.Parts) - 1; i >= 0; i-- {
		if w.Parts[i].Kind == Literal && strings.Contains(w.Parts[i].Text, "/") {
			return true
		}
		if !w.slashless(i) || i > 0 && w.Parts[i].Kind == Glob && w.Parts[i-1].Kind == Glob {
			return false // ** may be in two parts
		}
	}
	return false
}

// names adds what an operator makes of a value that is known in part.
func (e *expansion) names(p *syntax.ParamExp, v Word, part Part, quoted bool) bool {
	out, certain, ok := e.w.cut(p, v, quoted)
	if !ok || len(out.Parts) == 1 && out.Parts[0].Kind == Unknown {
		return false
	}
	if certain && (quoted || !e.split) {
		e.known(out, part, quoted)
		return true
	}
	part.From = v.From()
	rest := part
	rest.Split = e.split && !quoted
	e.oneOf(p, []Word{{Parts: []Part{rest}}, out}, part, quoted)
	return true
}

// eachOf adds what an operator makes of each of the values that a variable may have,
// where none of them is picked.
func (e *expansion) eachOf(p *syntax.ParamExp, or []Word, part Part, quoted bool) bool {
	if e.choices.reading {
		return false
	}
	var made []Word
	for _, v := range or {
		out, _, ok := e.w.cut(p, v, quoted)
		if ok && !(len(out.Parts) == 1 && out.Parts[0].Kind == Unknown) {
			made = append(made, out)
		}
	}
	part.several = &several{or: append([]Word{unknown(part.Text, true)}, made[:min(len(made), maxPrinted)]...)}
	part.From = Word{Parts: slices.Concat(partsOf(or)...)}.From()
	e.unknown(part, quoted)
	return true
}

func partsOf(words []Word) [][]Part {
	parts := make([][]Part, len(words))
	for i, w := range words {
		parts[i] = w.Parts
	}
	return parts
}

// eachCut adds what an operator makes of each word of a row: "${x[@]%/}". It reports
// false for any other expansion.
func (e *expansion) eachCut(p *syntax.ParamExp, name string, part Part, quoted bool) bool {
	bare := *p
	bare.Index = nil
	if !operates(&bare) || p.Length || p.Slice != nil || e.w.options.Lang == Zsh {
		return false
	}
	row := e.w.state.args
	if index, ok := p.Index.(*syntax.Word); ok {
		v, _ := e.w.state.get(name)
		if name, _ = plain(index).Text(); len(v.Parts) != 1 {
			return false
		}
		if row = v.Parts[0].elems(); row == nil {
			row = v.Parts[0].or()
		}
	}
	if name != "@" || len(row) == 0 {
		return false
	}
	part.Split = true
	or := []Word{{Parts: []Part{part}}}
	or[0].Parts[0].Split = e.split
	for _, x := range row[:min(len(row), maxPrinted)] {
		if out, _, ok := e.w.cut(p, x, quoted); ok {
			or = append(or, out)
		}
	}
	e.oneOf(p, or, part, quoted)
	return true
}
