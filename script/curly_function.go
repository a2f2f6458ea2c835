package script

// function is one that the code defines. Its parameters hold what its calls
// pass, as far as all calls are in sight.
type function struct {
	outer   *function
	params  map[string]value
	args    []value // what was passed, by the last round
	next    []value // the same, in this round
	escaped bool    // others may call it
	result  value   // by the last round
	results value   // in this round
}

// settle ends a round and reports whether it taught something of the function.
// What should not change any more is given up as unknown if it does.
func (f *function) settle(wide bool) bool {
	changed := !f.escaped && !allSame(f.args, f.next)
	f.args, f.next = f.next, nil
	f.escaped = f.escaped || changed && wide
	if !equal(f.result, f.results) {
		changed = true
		if wide {
			f.results = join(f.results, anything)
		}
	}
	f.result, f.results = f.results, nil
	return changed
}

func allSame(a, b []value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// argument is what a parameter holds.
func (f *function) argument(i int) value {
	var v value
	if i < len(f.args) {
		v = f.args[i]
	}
	if f.escaped || len(f.args) == 0 {
		v = join(v, anything)
	}
	return v
}

// functionAt is the function that starts at a token.
func (r *curly) functionAt(t *token) (*function, value) {
	n, ok := r.known[t]
	if !ok {
		n = len(r.functions)
		r.functions = append(r.functions, &function{outer: r.inside})
		r.known[t] = n
	}
	return r.functions[n], defined("", n)
}

// escape notes that functions go where the reader cannot see who calls them.
func (r *curly) escape(v value, depth int) {
	for _, a := range v {
		switch {
		case a.kind == closure && !r.functions[a.num].escaped:
			r.functions[a.num].escaped, r.changed = true, true
		case depth > 0 && r.spend(len(a.items)):
			for _, it := range a.items {
				r.escape(it, depth-1)
			}
		}
	}
}

// enter calls a function of the code.
func (r *curly) enter(f *function, args arguments) value {
	if args.star >= 0 || args.open || len(args.keys) > 0 || len(args.pos) == 0 && len(f.next) > 0 {
		f.escaped = true
	}
	if !r.spend(len(args.pos)) {
		return anything
	}
	for i, v := range args.pos {
		if i >= len(f.next) {
			f.next = append(f.next, nil)
		}
		f.next[i] = join(f.next[i], v)
	}
	return orAnything(f.result)
}

// returns notes what the function returns whose body is read.
func (r *curly) returns(v value) {
	f := r.inside
	if f == nil {
		r.store(v)
		return
	}
	f.results = join(f.results, v)
}

// body reads the parameters and the body of a function; head reads what is
// between them and what comes before.
func (r *curly) body(f *function, params, between func()) {
	if r.depth++; r.depth > MaxDepth {
		r.tooDeep()
		return
	}
	outer, ternary := r.inside, r.ternary
	r.inside, r.ternary, f.outer, f.params = f, 0, outer, map[string]value{}
	params()
	between()
	switch end := -1; {
	case r.at("{"):
		end = r.closing()
		r.statements(end)
		if r.err == nil {
			r.pos = end
			r.next()
		}
	case r.accept("=>"):
		if r.at("{") && r.name != "php" {
			end = r.closing()
			r.statements(end)
			if r.err == nil {
				r.pos = end
				r.next()
			}
			break
		}
		r.returns(r.expr())
	}
	r.inside, r.ternary = outer, ternary
	r.depth--
}

// parameters reads those of a function in their brackets.
func (r *curly) parameters(f *function) {
	end := r.closing()
	for i := 0; r.pos < end && r.err == nil; i++ {
		start := r.pos
		r.parameter(f, i, end)
		if !r.accept(",") && r.pos == start {
			r.next()
		}
	}
	if r.err == nil && end >= 0 {
		r.pos = end
		r.next()
	}
}

// parameter reads one, with its modifiers, its type and its default.
func (r *curly) parameter(f *function, i, end int) {
	rest := false
	for ; r.pos < end && !r.at(",") && !r.at("="); r.next() {
		t := r.tok()
		rest = rest || t.text == "..." && t.kind == tokOp
		if t.kind == tokName && (r.name != "php" || t.text[0] == '$') && !modifiers(t.text) || t.text == "{" || t.text == "[" {
			break
		}
	}
	from := r.pos
	if from >= end || r.at(",") || r.at("=") {
		return
	}
	if r.tok().kind == tokName {
		r.next()
	} else {
		r.term()
	}
	to := r.pos
	if r.accept("?"); r.accept(":") {
		r.skipType(true)
	}
	v := f.argument(i)
	if r.accept("=") {
		v = join(r.expr(), v)
	}
	if rest {
		v = r.restOf(f, i)
	}
	r.declares = f
	r.assign(from, to, orAnything(v))
	r.declares = nil
}

// restOf is what a parameter holds that takes all that is left.
func (r *curly) restOf(f *function, i int) value {
	if f.escaped || len(f.args) == 0 || !r.spend(len(f.args)) {
		return anything
	}
	return list(f.args[min(i, len(f.args)):]...)
}

// modifiers tells whether a word may stand before a parameter or a member of a
// class.
func modifiers(word string) bool {
	switch word {
	case "public", "private", "protected", "readonly", "static", "abstract", "override", "declare", "async",
		"get", "set", "final", "var", "accessor":
		return true
	}
	return false
}

// members reads the body of a class or the members of an object.
func (r *curly) members() {
	end := r.closing()
	for r.pos < end && r.err == nil {
		start := r.pos
		r.member1(end)
		if r.pos == start {
			r.next()
		}
	}
	if r.err == nil && end >= 0 {
		r.pos = end
		r.next()
	}
}

// member1 reads one member of a class.
func (r *curly) member1(end int) {
	for r.tok().kind == tokName && (modifiers(r.tok().text) || r.at("function") || r.at("const")) && r.isModifier() || r.at("*") || r.at("&") || r.at("?") {
		r.next()
	}
	if r.at("{") { // a static block
		r.statements(r.closing())
		return
	}
	if r.pos >= end {
		return
	}
	if r.at("[") {
		r.expressionsTo(r.closing())
		r.next()
	} else {
		r.next()
	}
	r.accept("?")
	r.accept("!")
	if r.at("<") {
		r.skipType(true)
	}
	switch {
	case r.at("("):
		r.method()
	case r.accept(":"):
		r.skipType(true)
		if r.accept("=") {
			r.store(r.expr())
		}
	case r.accept("="):
		r.store(r.expr())
	}
}

// isModifier tells whether the word here stands before the name of a member,
// rather than being it.
func (r *curly) isModifier() bool {
	next := r.ahead(1)
	return next != "(" && next != "=" && next != ";" && next != "}" && next != ":" && next != ","
}

// method reads a method from its parameters on. Anyone may call it.
func (r *curly) method() value {
	f, v := r.functionAt(r.tok())
	f.escaped = true
	r.body(f, func() { r.parameters(f) }, r.resultType)
	return v
}

// resultType reads ": type" between parameters and body.
func (r *curly) resultType() {
	if r.accept(":") {
		r.skipType(false)
	}
}

// define reads a function that has a name, which others in its module may see.
func (r *curly) define() {
	t := r.tok()
	name := r.toks[min(r.pos+1, len(r.toks)-1)]
	if name.text == "*" || name.text == "&" {
		name = r.toks[min(r.pos+2, len(r.toks)-1)]
	}
	exported := r.pos > 0 && (r.toks[r.pos-1].text == "export" || r.toks[r.pos-1].text == "default")
	v := r.functionLiteral(t)
	if name.kind == tokName {
		r.bind(name.text, v)
	}
	if exported {
		r.escape(v, 0)
	}
}

// functionLiteral reads one from its keyword on.
func (r *curly) functionLiteral(t *token) value {
	f, v := r.functionAt(t)
	r.next()
	r.accept("*")
	r.accept("&")
	named := ""
	if r.tok().kind == tokName {
		named = r.tok().text
		r.next()
	}
	if r.at("<") && r.angle() {
		r.next()
	}
	r.body(f, func() {
		if named != "" {
			f.params[named] = v
		}
		r.parameters(f)
	}, func() { r.uses(); r.resultType() })
	return v
}

// class reads one from its keyword on.
func (r *curly) class() {
	r.next()
	for r.tok().kind != tokEnd && !r.at("{") && !r.at(";") && r.err == nil {
		start := r.pos
		switch {
		case r.accept("extends"):
			if r.primary(); r.at("<") && r.angle() {
				r.next()
			}
		case r.at("<") && r.angle():
			r.next()
		}
		if r.pos == start {
			r.next()
		}
	}
	if r.at("{") {
		r.members()
	}
}

// uses reads "use ($a, &$b)" between the parameters and the body of a function.
func (r *curly) uses() {
	if r.name == "php" && r.accept("use") {
		r.group()
	}
}
