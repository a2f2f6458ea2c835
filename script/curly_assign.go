package script

// assign binds the targets that the tokens from..to spell. What is stored in an
// object is out of sight.
func (r *curly) assign(from, to int, v value) {
	if r.err != nil || to <= from || to > len(r.toks) || !r.spend(to-from) {
		return
	}
	if r.depth++; r.depth > MaxDepth {
		r.tooDeep()
		return
	}
	defer func() { r.depth-- }()
	toks := r.toks[from:to]
	first := toks[0]
	switch {
	case len(toks) == 1 && first.kind == tokName:
		r.bind(first.text, v)
	case first.text == "list" && len(toks) > 2 && int(toks[1].shut) == len(toks)-2:
		r.targets(from+2, to-1, v, false)
	case first.kind == tokOp && first.shut > 0 && int(first.shut) == len(toks)-1:
		if first.text == "(" {
			r.assign(from+1, to-1, v)
			return
		}
		r.targets(from+1, to-1, v, first.text == "{")
	case len(toks) > 2 && first.kind == tokName && toks[1].text == "[" && int(toks[1].shut) == len(toks)-2:
		r.grow(first.text, r.grown(r.lookup(first.text), v))
		r.store(v)
	default:
		r.store(v)
	}
}

// grown is a list with one element more, wherever it is put.
func (r *curly) grown(old, v value) value {
	var out value
	for _, a := range old {
		if a.kind == sequence {
			out = join(out, r.operate("+", value{a}, list(v)))
		}
	}
	if out == nil {
		out = list(v)
	}
	return join(out, list(anything))
}

// store notes that a value goes where the reader cannot see who takes it.
func (r *curly) store(v value) {
	r.escape(v, 3)
	r.use(v)
	for _, a := range v {
		if r.spend(len(a.items)) {
			r.use(a.items...)
		}
	}
}

// targets binds the elements of a pattern, "a, b = 1, ...c" or "x: a, y".
func (r *curly) targets(from, to int, v value, object bool) {
	position := 0
	for at := from; at < to; position++ {
		end, colon, equals := at, -1, -1
		for ; end < to && (r.toks[end].kind != tokOp || r.toks[end].text != ","); end++ {
			switch t := r.toks[end]; {
			case t.kind != tokOp:
			case (t.text == ":" || t.text == "=>") && colon < 0 && equals < 0:
				colon = end
			case t.text == "=" && equals < 0:
				equals = end
			case t.shut > 0:
				end = min(end+int(t.shut), to-1)
			}
		}
		stop := end
		if equals >= 0 {
			stop = equals
		}
		r.target(at, colon, stop, v, integer(position), object)
		at = end + 1
	}
}

// target binds one element of a pattern, whose key ends at colon or is its
// position.
func (r *curly) target(at, colon, stop int, v, key value, object bool) {
	if stop <= at {
		return
	}
	switch t := r.toks[at]; {
	case t.kind == tokOp && t.text == "...":
		r.assign(at+1, stop, anything)
		return
	case colon > at:
		key = r.keyAt(at)
		at = colon + 1
	case object:
		key = text(t.text)
	}
	r.assign(at, stop, r.pick(v, key))
}

// keyAt is the key that stands at a token.
func (r *curly) keyAt(at int) value {
	t := r.toks[at]
	switch {
	case t.kind == tokName:
		return text(t.text)
	case t.kind == tokString && len(t.pieces) == 1 && t.pieces[0].known:
		return r.written(t.pieces[0].text)
	case t.kind == tokOp && t.text == "[" && at+2 < len(r.toks):
		pos := r.pos
		r.pos = at + 1
		v := r.expr()
		if r.err == nil {
			r.pos = pos
		}
		return v
	}
	return anything
}
