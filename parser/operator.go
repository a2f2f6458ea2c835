package parser

import (
	"slices"

	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/filter"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// operatorOnNames adds the result of an operator on a partly known value.
func (e *expansion) operatorOnNames(p *syntax.ParamExp, v tree.Word, part tree.Part, quoted bool) bool {
	out, certain, ok := e.w.operator().ApplyToNames(p, v, quoted)
	if !ok || len(out.Parts) == 1 && out.Parts[0].Kind == tree.Unknown {
		return false
	}
	if certain && (quoted || !e.Split) {
		e.known(out, part, quoted)
		return true
	}
	part.From = v.From()
	rest := part
	rest.Split = e.Split && !quoted
	e.oneOf(p, []tree.Word{{Parts: []tree.Part{rest}}, out}, part, quoted)
	return true
}

// operatorOnEach adds the results of an operator on each possible value of a variable, when
// none of them is picked.
func (e *expansion) operatorOnEach(p *syntax.ParamExp, or []tree.Word, part tree.Part, quoted bool) bool {
	if e.Choices.Reading {
		return false
	}
	var made []tree.Word
	for _, v := range or {
		out, _, ok := e.w.operator().ApplyToNames(p, v, quoted)
		if ok && !(len(out.Parts) == 1 && out.Parts[0].Kind == tree.Unknown) {
			made = append(made, out)
		}
	}
	made = append(made, e.replacements(p)...)
	part.Values = &tree.Values{OneOf: append([]tree.Word{tree.UnknownWord(part.Text, true)}, made[:min(len(made), tree.MaxNames)]...)}
	part.From = tree.Word{Parts: slices.Concat(partsOf(or)...)}.From()
	e.Unknown(part, quoted)
	return true
}

func partsOf(words []tree.Word) [][]tree.Part {
	parts := make([][]tree.Part, len(words))
	for i, w := range words {
		parts[i] = w.Parts
	}
	return parts
}

// operatorOnElements adds the result of an operator on each element of a row: "${x[@]%/}". It
// returns false for any other expansion.
func (e *expansion) operatorOnElements(p *syntax.ParamExp, name string, part tree.Part, quoted bool) bool {
	bare := *p
	bare.Index = nil
	if !expand.HasOperator(&bare) || p.Length || p.Slice != nil || e.w.options.Lang == reader.Zsh {
		return false
	}
	row := e.w.state.args
	if index, ok := p.Index.(*syntax.Word); ok {
		v, _ := e.w.state.get(name)
		if name, _ = expand.Plain(index).Text(); len(v.Parts) != 1 {
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
	or[0].Parts[0].Split = e.Split
	for _, x := range row[:min(len(row), tree.MaxNames)] {
		if out, _, ok := e.w.operator().ApplyToNames(p, x, quoted); ok {
			or = append(or, out)
		}
	}
	if len(or) <= len(row) && len(or) < tree.MaxNames { // an element is not known
		or = append(or, e.replacements(p)...)
	}
	e.oneOf(p, or, part, quoted)
	return true
}

// operator adds the result of an operator on a known value: ${x%p}, ${x/p/s}, ${x^^},
// ${x:1:2}, ${#x}. It returns false if the result is not known.
func (e *expansion) operator(p *syntax.ParamExp, name string, part tree.Part, quoted bool) bool {
	if !expand.HasOperator(p) || !tree.IsName(name) && !expand.IsNumber(name) {
		return false
	}
	v := e.w.lookup(name)
	if len(v.Parts) == 1 {
		if elems := v.Parts[0].Elements(); len(elems) > 0 && e.w.options.Lang != reader.Zsh {
			v = e.w.element(elems, 0)
		} else if or := v.Parts[0].OneOf(); len(or) > 0 {
			chosen, ok := e.Choices.Pick(&or[0], or)
			if !ok {
				return e.operatorOnEach(p, or, part, quoted)
			}
			v = chosen
		}
	}
	text, known := v.Text()
	if !known {
		return e.operatorOnNames(p, v, part, quoted)
	}
	if len(text) > expand.MaxOperand || !filter.IsASCII(text) || !e.w.spend(len(text)*len(text)+expand.OperatorCost) {
		return false
	}
	out, ok := e.w.operator().Apply(p, text, quoted)
	if !ok {
		return false
	}
	if expand.HasExtended(p) && e.extended(p, text, out, part, quoted) {
		return true
	}
	if e.w.options.Origins {
		defer e.under(tree.Origin{Kind: tree.OperatorExpansion, Text: part.Text, Span: e.w.lines.SpanOf(p), Value: v})()
	}
	e.known(tree.Text(out), part, quoted)
	return true
}

// extended adds both results of an operator on a text: with extglob on and with it off, since
// the option may be on already. It returns false if both are the same.
func (e *expansion) extended(p *syntax.ParamExp, text, plain string, part tree.Part, quoted bool) bool {
	o := e.w.operator()
	o.Extended = true
	other := tree.UnknownWord(part.Text, true)
	if out, ok := o.Apply(p, text, quoted); ok {
		other = tree.Text(out)
	}
	if other.Is(plain) == tree.Yes {
		return false
	}
	part.Values = &tree.Values{OneOf: []tree.Word{other, tree.Text(plain)}}
	if chosen, ok := e.Choices.Pick(p, part.OneOf()); ok {
		e.Value(chosen, quoted)
		return true
	}
	e.Unknown(part, quoted)
	return true
}

// sliceOfList adds a slice of the positional parameters, or of an array, whose words are known:
// "${@:2}", ${x[@]:1:2}. It returns false for any other expansion.
func (e *expansion) sliceOfList(p *syntax.ParamExp, name string, part tree.Part, quoted bool) bool {
	whole := *p
	whole.Slice, whole.Index = nil, nil
	if p.Slice == nil || p.Exp != nil || p.Length || !expand.IsPlain(&whole) || e.w.options.Lang == reader.Zsh {
		return false
	}
	list, first := e.w.state.args, 1
	if index, ok := p.Index.(*syntax.Word); ok {
		v, _ := e.w.state.get(name)
		if name, _ = expand.Plain(index).Text(); len(v.Parts) != 1 {
			return false
		}
		list, first = v.Parts[0].Elements(), 0
	}
	from, ok := e.w.calculate(p.Slice.Offset)
	n := len(list)
	if p.Slice.Length != nil && ok {
		n, ok = e.w.calculate(p.Slice.Length)
	}
	if from < 0 && !slices.ContainsFunc(list, tree.Word.MultiField) {
		from += len(list) // from the end
	} else {
		from -= first
	}
	if !ok || list == nil || from < 0 || n < 0 || name != "@" && name != "*" {
		return false
	}
	list = e.w.from(list, from)
	if slices.ContainsFunc(list[:min(n, len(list))], tree.Word.MultiField) && p.Slice.Length != nil {
		list = e.w.loosened(list)
	} else {
		list = list[:min(n, len(list))]
	}
	e.each(list, name, part, quoted)
	return true
}
