package brace

import (
	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// assign binds the targets in the tokens from..to. Values stored in an object are not tracked.
func (r *Interp) assign(from, to int, v absval.Value) {
	if r.Err != nil || to <= from || to > len(r.Toks) || !r.Spend(to-from) {
		return
	}
	if r.Depth++; r.Depth > effect.MaxDepth {
		r.tooDeep()
		return
	}
	defer func() { r.Depth-- }()
	toks := r.Toks[from:to]
	first := toks[0]
	switch {
	case len(toks) == 1 && first.Kind == lex.Name:
		r.Bind(first.Text, v)
	case first.Text == "list" && len(toks) > 2 && int(toks[1].Shut) == len(toks)-2:
		r.targets(from+2, to-1, v, false)
	case first.Kind == lex.Op && first.Shut > 0 && int(first.Shut) == len(toks)-1:
		if first.Text == "(" {
			r.assign(from+1, to-1, v)
			return
		}
		r.targets(from+1, to-1, v, first.Text == "{")
	case len(toks) > 2 && first.Kind == lex.Name && toks[1].Text == "[" && int(toks[1].Shut) == len(toks)-2:
		r.grow(first.Text, r.grown(r.Lookup(first.Text), v))
		r.store(v)
	default:
		r.store(v)
		r.noteField(absval.FieldAssigned(toks), v)
	}
}

// grown returns a list with one more element, at any position.
func (r *Interp) grown(old, v absval.Value) absval.Value {
	var out absval.Value
	for _, a := range old {
		if a.Kind == absval.Sequence {
			out = absval.Join(out, r.Operate("+", absval.Value{a}, absval.List(v)))
		}
	}
	if out == nil {
		out = absval.List(v)
	}
	return absval.Join(out, absval.List(absval.Top))
}

// store records that a value escapes to where the reader cannot follow it.
func (r *Interp) store(v absval.Value) {
	r.escape(v, 3)
	r.use(v)
	for _, a := range v {
		if r.Spend(len(a.Items)) {
			r.use(a.Items...)
		}
	}
}

// targets binds the elements of a destructuring pattern, "a, b = 1, ...c" or "x: a, y".
func (r *Interp) targets(from, to int, v absval.Value, object bool) {
	position := 0
	for at := from; at < to; position++ {
		end, colon, equals := at, -1, -1
		for ; end < to && (r.Toks[end].Kind != lex.Op || r.Toks[end].Text != ","); end++ {
			switch t := r.Toks[end]; {
			case t.Kind != lex.Op:
			case (t.Text == ":" || t.Text == "=>") && colon < 0 && equals < 0:
				colon = end
			case t.Text == "=" && equals < 0:
				equals = end
			case t.Shut > 0:
				end = min(end+int(t.Shut), to-1)
			}
		}
		stop := end
		if equals >= 0 {
			stop = equals
		}
		r.target(at, colon, stop, v, absval.Integer(position), object)
		at = end + 1
	}
}

// target binds one element of a pattern. Its key ends at colon, or is its position.
func (r *Interp) target(at, colon, stop int, v, key absval.Value, object bool) {
	if stop <= at {
		return
	}
	switch t := r.Toks[at]; {
	case t.Kind == lex.Op && t.Text == "...":
		r.assign(at+1, stop, absval.Top)
		return
	case colon > at:
		key = r.keyAt(at)
		at = colon + 1
	case object:
		key = absval.Text(t.Text)
	}
	r.assign(at, stop, r.pick(v, key))
}

// keyAt returns the key at a token.
func (r *Interp) keyAt(at int) absval.Value {
	t := r.Toks[at]
	switch {
	case t.Kind == lex.Name:
		return absval.Text(t.Text)
	case t.Kind == lex.String && len(t.Pieces) == 1 && t.Pieces[0].Known:
		return r.LiteralText(t.Pieces[0].Text)
	case t.Kind == lex.Op && t.Text == "[" && at+2 < len(r.Toks):
		pos := r.Pos
		r.Pos = at + 1
		v := r.Expr()
		if r.Err == nil {
			r.Pos = pos
		}
		return v
	}
	return absval.Top
}
