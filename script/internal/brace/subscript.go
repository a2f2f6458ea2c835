package brace

import (
	"slices"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// subscript reads v[…].
func (r *Interp) subscript(v absval.Value, off int) absval.Value {
	end := r.Closing()
	key := r.expressionsTo(end)
	r.Next()
	if r.Err != nil {
		return absval.Top
	}
	return r.chosen(v, key, lex.Span{Off: off, End: r.Toks[max(r.Pos-1, 0)].End})
}

// chosen returns an element of a list, or a member of another value.
func (r *Interp) chosen(v, key absval.Value, at lex.Span) absval.Value {
	var out absval.Union
	for _, a := range v {
		if a.Kind == absval.Sequence && !(key.All(absval.Constant) && a.Keys == nil) {
			out.Add(r.pick(absval.Value{a}, key))
			continue
		}
		if a.Kind == absval.Constant && key.All(absval.Number) {
			out.Add(absval.ByteAt(a.Text, key[0].Num))
			continue
		}
		out.Add(r.Attributes(absval.Value{a}, key, at))
	}
	return absval.OrTop(out.Value)
}

// pick returns the element of a value with a key.
func (r *Interp) pick(v, key absval.Value) absval.Value {
	var out absval.Union
	for _, a := range v {
		for _, k := range key {
			if !r.Spend(1) {
				return absval.Top
			}
			out.Add(r.element(a, k))
		}
	}
	return absval.OrTop(out.Value)
}

func (r *Interp) element(a, k absval.Atom) absval.Value {
	if a.Kind != absval.Sequence {
		if k.Kind == absval.Constant {
			return r.Attribute(absval.Value{a}, k.Text, lex.Span{})
		}
		if k.Kind == absval.Number && k.Num > 0 { // the first of a pair is a name
			return absval.WithEnvironment(absval.Value{a})
		}
		return absval.Top
	}
	switch i := slices.Index(a.Keys, k.Text); {
	case k.Kind == absval.Number && a.Keys == nil && k.Num >= 0 && k.Num < len(a.Items):
		return a.Items[k.Num]
	case k.Kind == absval.Constant && i >= 0:
		return a.Items[len(a.Keys)-1-slices.Index(reversedKeys(a.Keys), k.Text)]
	case k.Kind == absval.Unknown || k.Kind == absval.Number:
		return absval.Value{a}.Items()
	case k.Kind == absval.Constant && a.Keys == nil && k.Text != "":
		return absval.Instance(lex.ClipName("list."+k.Text), absval.Value{a})
	}
	return absval.Top
}

// reversedKeys reverses the keys: of two equal keys the last counts.
func reversedKeys(keys []string) []string {
	out := slices.Clone(keys)
	slices.Reverse(out)
	return out
}
