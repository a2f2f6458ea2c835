package parser

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// assignment reads one assignment and makes it.
func (w *walker) assignment(a *syntax.Assign) Assign {
	name := a.Name.Value
	w.weigh(3, w.here())
	out := Assign{Name: name, Append: a.Append, Span: w.lines.spanOf(a.Name)}
	out.Span.End = max(out.Span.End, w.lines.written(offset(a.Name.End()))+1)
	if a.Index != nil {
		w.number(a.Index)
	}
	if a.Value != nil {
		out.Value = w.single(a.Value)
		out.Span.End = w.lines.written(offset(a.Value.End()))
	}
	if a.Array != nil {
		out.Value = w.array(a.Array)
		out.Span.End = w.lines.written(offset(a.Array.End()))
	}
	v := value(out.Value)
	if out.Value.Known() && !v.Known() {
		w.giveUp("bytes of one value", maxValue)
	}
	if mayFail(a.Value) {
		v = w.mix(name, w.lookup(name), v)
	}
	switch {
	case a.Array != nil:
		if a.Append {
			v.Parts[0].several = &several{elems: appended(w.lookup(name), v.Parts[0].elems())}
		}
	case a.Index != nil:
		if elems := w.withElement(a, v); elems != nil {
			v = unknown("$"+name, true)
			v.Parts[0].several = &several{elems: elems}
			break
		}
		from := Word{Parts: slices.Concat(v.Parts, w.lookup(name).Parts)}.From()
		if v = leftover(name, v, w.lookup(name)); v.Parts[0].several == nil {
			v.Parts[0].From = from
		}
	case a.Append:
		before := w.lookup(name)
		v = value(Word{Parts: append(slices.Clip(before.Parts), v.Parts...)})
	}
	w.because(Assigned, out.Span)
	if w.kinds[name]&refers != 0 {
		w.listAssignment(name, v, out.Span)
	}
	w.assign(name, v)
	w.assigned(a, out)
	return out
}

// assigned follows assignments that are more than that: the shell runs or
// expands the value, or finds commands by it.
func (w *walker) assigned(a *syntax.Assign, out Assign) {
	switch out.Name {
	case "PS4", "PROMPT_COMMAND", "BASH_ENV", "ENV":
		if out.Name == "PROMPT_COMMAND" && a.Array != nil && w.eachCommand(out.Value) {
			return
		}
		if mayHide(out.Value) {
			w.unread(w.doing, out.Value)
		}
	case "BASH_ALIASES":
		index, ok := a.Index.(*syntax.Word)
		if !ok {
			w.unread(w.doing, out.Value)
			return
		}
		name := plain(index)
		w.alias(w.doing, []Word{{Parts: slices.Concat(name.Parts, Text("=").Parts, out.Value.Parts)}})
		w.state.path = true
	case "BASH_CMDS":
		w.state.path = true
		if index, ok := a.Index.(*syntax.Word); ok {
			w.hash("hash", []Word{Text("-p"), out.Value, plain(index)})
		}
	}
}

// mayFail tells whether an error in an expansion may keep an assignment from
// being made, while the lines after it run.
func mayFail(x *syntax.Word) bool {
	if x == nil {
		return false
	}
	return slices.ContainsFunc(x.Parts, partMayFail)
}

func partMayFail(p syntax.WordPart) bool {
	switch p := p.(type) {
	case *syntax.ArithmExp:
		return true
	case *syntax.DblQuoted:
		return slices.ContainsFunc(p.Parts, partMayFail)
	case *syntax.ParamExp:
		return p.Excl || p.Slice != nil || p.Index != nil || p.Exp != nil && (p.Exp.Op == syntax.ErrorUnset || p.Exp.Op == syntax.ErrorUnsetOrNull)
	}
	return false
}

// mayHide tells whether a word has a part that may hold any text.
func mayHide(x Word) bool {
	return slices.ContainsFunc(x.Parts, func(p Part) bool { return p.Kind == Unknown && p.Empty })
}

// array reads the elements of an array.
func (w *walker) array(x *syntax.ArrayExpr) Word {
	whole := Part{Kind: Unknown, Text: cut(w.text(x)), Empty: true}
	elems := []Word{}
	var from sources
	known := !strings.Contains(whole.Text, `\ `) // bash loses one of the blanks behind it, within $( )
	for _, e := range x.Elems {
		if w.weigh(2, w.here()); w.err != nil {
			break
		}
		w.arithm(e.Index)
		known = known && e.Index == nil
		if e.Value == nil {
			continue
		}
		for _, f := range w.fields(e.Value) {
			from.add(f.From())
			elems = append(elems, element(f))
		}
	}
	whole.From = from.list
	if known && len(elems) <= maxElems {
		whole.several = &several{elems: elems}
	}
	if len(elems) > maxElems {
		w.giveUp("elements of an array", maxElems)
	}
	return Word{Parts: []Part{whole}, Span: w.lines.spanOf(x)}
}

// withElement are the elements of an array after x[n]=v; nil if they are not
// known, or would not follow one another.
func (w *walker) withElement(a *syntax.Assign, v Word) []Word {
	n, ok := w.calculate(a.Index)
	if !ok || n < 0 || n >= maxElems || a.Append || w.options.Lang == Zsh || w.state.full {
		return nil
	}
	old, assigned := w.state.get(a.Name.Value)
	var elems []Word
	switch {
	case len(old.Parts) == 1 && old.Parts[0].elems() != nil:
		elems = old.Parts[0].elems()
	case old.Known() && len(old.Parts) > 0:
		elems = []Word{old}
	case assigned && len(old.Parts) > 0:
		return nil
	}
	if n > len(elems) || slices.ContainsFunc(elems, Word.wide) || !w.spend((len(elems)+1)*wordCost) {
		return nil
	}
	elems = slices.Clone(elems)
	if n == len(elems) {
		return append(elems, v)
	}
	elems[n] = v
	return elems
}

// appended is an array's elements with further ones; nil if they are not known.
func appended(array Word, more []Word) []Word {
	if len(array.Parts) != 1 {
		return nil
	}
	elems := array.Parts[0].elems()
	if p := array.Parts[0]; elems == nil && p.Kind == Unknown { // any number of them
		p.Split = true
		if or := p.or(); or != nil {
			rest := p
			rest.several = nil
			p.several = &several{or: append([]Word{{Parts: []Part{rest}}}, or...)}
		}
		elems = []Word{{Parts: []Part{p}}}
	}
	if elems == nil || more == nil || len(elems)+len(more) > maxElems {
		return nil
	}
	return slices.Concat(elems, more)
}
