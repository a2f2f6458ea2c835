package script

// python reads tokens in one pass, as statements and expressions. It is
// run twice to learn the names and once more to collect acts; reading never
// goes back, so its time is linear in the tokens.
type python struct {
	reading
	shadowed map[string]int // where a name is bound for certain, to the left of any block
	stars    []string       // modules imported with a star
	block    bool           // the statement may run never or often
	locals   map[string]*local
	inside   *local // whose body this is
}

func readPython(code string, given Given) ([]Act, error) {
	toks, err := tokenize(code)
	if err != nil {
		return nil, err
	}
	r := &python{reading: newReading(given), locals: findLocals(toks)}
	pass := passes - 1
	if len(r.locals) > 0 {
		pass = 0
	}
	for ; pass < passes && r.err == nil; pass++ {
		r.begin()
		for r.round = 0; r.round <= learning && r.err == nil; r.round++ {
			r.toks, r.pos, r.dir = toks, 0, nil
			r.statements()
			r.inherit(r.expr)
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	return r.finished(), nil
}

// bind notes what a name may hold.
func (r *python) bind(name string, v value, off int) {
	if r.collecting() {
		return
	}
	if old, ok := r.parameter(name); ok {
		r.inside.params[name] = join(old, v)
		return
	}
	r.names[name] = join(r.names[name], v)
	if !r.block && r.within == nil {
		if at, ok := r.shadowed[name]; !ok || off < at {
			r.shadowed[name] = off
		}
	}
}

// parameter is what a name holds that is a parameter of the function whose body
// this is.
func (r *python) parameter(name string) (value, bool) {
	if r.inside == nil {
		return nil, false
	}
	v, ok := r.inside.params[name]
	return v, ok
}

// lookup is what a name may be at a place. A name that nothing binds stands
// for the builtin, or the module it would be imported from.
func (r *python) lookup(name string, off int) value {
	if v, ok := r.parameter(name); ok {
		return v
	}
	v, bound := r.names[name]
	if at, ok := r.shadowed[name]; bound && ok && at < off && r.within == nil {
		return v
	}
	if bound && len(rows(name)) == 0 && !folded.has(name) {
		return v
	}
	if c, ok := constants.Get()[name]; ok && !bound {
		return c
	}
	bare := named(canonical(name))
	if bound || len(rows(name)) > 0 || folded.has(name) {
		return join(v, bare)
	}
	return orElse(r.starred(name), bare)
}

// starred is what a name may be that came with a star.
func (r *python) starred(name string) value {
	var v value
	for _, m := range r.stars {
		full := m + "." + name
		if len(rows(full)) > 0 || modules.has(m) || carries.has(full+"()") {
			v = join(v, named(full))
		}
	}
	return v
}

// run reads code from a string that is evaluated, among the same names. It
// reports whether the code could be read.
func (r *python) run(code string, at span) bool {
	if r.nested >= maxNesting || len(code) > MaxSource || !r.spend(16*len(code)) {
		return false
	}
	toks, err := tokenize(code)
	if err != nil {
		return false
	}
	outer := *r
	r.toks, r.pos, r.nested, r.block = toks, 0, r.nested+1, true
	if r.within == nil {
		r.within = &at
	}
	r.statements()
	r.inherit(r.expr)
	r.toks, r.pos, r.nested, r.block, r.within = outer.toks, outer.pos, outer.nested, outer.block, outer.within
	if r.err != nil {
		r.pos = len(r.toks) - 1
	}
	return r.err == nil
}
