package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// assignment reads one assignment and applies it to the state.
func (w *walker) assignment(a *syntax.Assign) tree.Assign {
	name := a.Name.Value
	w.weigh(3, w.here())
	out := tree.Assign{Name: name, Append: a.Append, Span: w.lines.SpanOf(a.Name)}
	out.Span.End = max(out.Span.End, w.lines.InSource(reader.Offset(a.Name.End()))+1)
	if a.Index != nil {
		w.number(a.Index)
	}
	if a.Value != nil {
		out.Value = w.single(a.Value)
		out.Span.End = w.lines.InSource(reader.Offset(a.Value.End()))
	}
	if a.Array != nil {
		out.Value = w.array(name, a.Array)
		out.Span.End = w.lines.InSource(reader.Offset(a.Array.End()))
	}
	v := tree.ValueOf(out.Value)
	if out.Value.Known() && !v.Known() {
		w.exceed("bytes of one value", tree.MaxValue)
	}
	if w.mayFail(a.Value) {
		v = w.mix(name, w.lookup(name), v)
	}
	switch {
	case a.Array != nil:
		if a.Append {
			v.Parts[0].Values = &tree.Values{Elements: appended(w.lookup(name), v.Parts[0].Elements())}
		}
	case a.Index != nil:
		if elems := w.withElement(a, v); elems != nil {
			v = tree.UnknownWord("$"+name, true)
			v.Parts[0].Values = &tree.Values{Elements: elems}
			break
		}
		v = w.keyedValue(name, w.subscript(name, a.Index), v, w.lookup(name))
	case a.Append:
		before := w.lookup(name)
		v = tree.ValueOf(tree.Word{Parts: append(slices.Clip(before.Parts), v.Parts...)})
	}
	w.setCause(tree.Assignment, out.Span)
	if w.kinds[name]&refers != 0 {
		w.listAssignment(name, v, out.Span)
	}
	w.assign(name, v)
	w.assigned(a, out)
	return out
}

// assigned follows the further effects of an assignment: to some variables whose value the
// shell runs, expands or uses to find commands.
func (w *walker) assigned(a *syntax.Assign, out tree.Assign) {
	switch out.Name {
	case "PS4", "PROMPT_COMMAND", "BASH_ENV", "ENV":
		if out.Name == "PROMPT_COMMAND" && a.Array != nil && w.eachCommand(out.Value) {
			return
		}
		if mayHide(out.Value) {
			w.listUnreadable(w.doing, out.Value)
		}
	case "BASH_ALIASES":
		index, ok := a.Index.(*syntax.Word)
		if !ok {
			w.listUnreadable(w.doing, out.Value)
			return
		}
		name := expand.Plain(index)
		w.alias(w.doing, []tree.Word{{Parts: slices.Concat(name.Parts, tree.Text("=").Parts, out.Value.Parts)}})
		w.state.path = true
	case "BASH_CMDS":
		w.state.path = true
		if index, ok := a.Index.(*syntax.Word); ok {
			w.hash("hash", []tree.Word{tree.Text("-p"), out.Value, expand.Plain(index)})
		}
	}
}

// mayFail reports whether an error in an expansion may prevent an assignment while the
// following lines still run.
func (w *walker) mayFail(x *syntax.Word) bool {
	if x == nil {
		return false
	}
	return slices.ContainsFunc(x.Parts, w.partMayFail)
}

func (w *walker) partMayFail(p syntax.WordPart) bool {
	switch p := p.(type) {
	case *syntax.ArithmExp:
		_, known := w.calculate(p.X)
		return !known
	case *syntax.DblQuoted:
		return slices.ContainsFunc(p.Parts, w.partMayFail)
	case *syntax.ParamExp:
		return p.Excl || p.Slice != nil || p.Index != nil || p.Exp != nil && (p.Exp.Op == syntax.ErrorUnset || p.Exp.Op == syntax.ErrorUnsetOrNull)
	}
	return false
}

// mayHide reports whether a word has a part that may hold any text.
func mayHide(x tree.Word) bool {
	return slices.ContainsFunc(x.Parts, func(p tree.Part) bool { return p.Kind == tree.Unknown && p.Empty })
}

// array reads the elements of an array that is assigned to a variable.
func (w *walker) array(name string, x *syntax.ArrayExpr) tree.Word {
	whole := tree.Part{Kind: tree.Unknown, Text: tree.Shorten(w.text(x)), Empty: true}
	elems, subscripts := []tree.Word{}, []string(nil)
	var from tree.CommandSet
	known := !strings.Contains(whole.Text, `\ `) // bash loses one of the blanks behind it, within $( )
	for _, e := range x.Elems {
		if w.weigh(2, w.here()); w.err != nil {
			break
		}
		w.arithm(e.Index)
		known = known && e.Index == nil
		if e.Index != nil && e.Value != nil {
			subscripts = append(subscripts, w.subscript(name, e.Index))
		}
		if e.Value == nil {
			continue
		}
		for _, f := range w.fields(e.Value) {
			from.Add(f.From())
			elems = append(elems, tree.ElementOf(f))
		}
	}
	whole.From = from.List
	switch {
	case known && len(elems) <= maxElems:
		whole.Values = &tree.Values{Elements: elems}
	case len(subscripts) == len(elems):
		array := tree.Word{}
		for i, e := range elems[:min(len(elems), maxKeyed)] {
			array = w.keyedValue(name, subscripts[i], e, array)
		}
		if len(array.Parts) > 0 {
			whole.Values = array.Parts[0].Values
		}
	}
	if len(elems) > maxElems {
		w.exceed("elements of an array", maxElems)
	}
	return tree.Word{Parts: []tree.Part{whole}, Span: w.lines.SpanOf(x)}
}

// withElement returns the elements of an array after x[n]=v. It returns nil if they are not
// known, or if the indexes would have gaps.
func (w *walker) withElement(a *syntax.Assign, v tree.Word) []tree.Word {
	n, ok := w.calculate(a.Index)
	if !ok || n < 0 || n >= maxElems || a.Append || w.options.Lang == reader.Zsh || w.state.full {
		return nil
	}
	old, assigned := w.state.get(a.Name.Value)
	var elems []tree.Word
	switch {
	case len(old.Parts) == 1 && old.Parts[0].Elements() != nil:
		elems = old.Parts[0].Elements()
	case old.Known() && len(old.Parts) > 0:
		elems = []tree.Word{old}
	case assigned && len(old.Parts) > 0:
		return nil
	}
	if n > len(elems) || slices.ContainsFunc(elems, tree.Word.MultiField) || !w.spend((len(elems)+1)*expand.WordCost) {
		return nil
	}
	elems = slices.Clone(elems)
	if n == len(elems) {
		return append(elems, v)
	}
	elems[n] = v
	return elems
}

// appended returns an array's elements followed by more; nil if they are not known.
func appended(array tree.Word, more []tree.Word) []tree.Word {
	if len(array.Parts) != 1 {
		return nil
	}
	elems := array.Parts[0].Elements()
	if p := array.Parts[0]; elems == nil && p.Kind == tree.Unknown { // any number of them
		p.Split = true
		if or := p.OneOf(); or != nil {
			rest := p
			rest.Values = nil
			p.Values = &tree.Values{OneOf: append([]tree.Word{{Parts: []tree.Part{rest}}}, or...)}
		}
		elems = []tree.Word{{Parts: []tree.Part{p}}}
	}
	if elems == nil || more == nil || len(elems)+len(more) > maxElems {
		return nil
	}
	return slices.Concat(elems, more)
}
