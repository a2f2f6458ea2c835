package script

import (
	"slices"
	"strings"
)

// statements reads to the end of the tokens.
func (r *python) statements() {
	outer := r.block
	for r.tok().kind != tokEnd {
		start := r.pos
		if t := r.tok(); start == 0 || r.toks[start-1].kind == tokNewline {
			r.block = outer || t.indented
			if !t.indented && r.nested == 0 {
				r.inside = nil
			}
		}
		r.statement()
		if r.pos == start {
			r.next() // a newline, a semicolon, or what no statement starts with
		}
		r.spend(0)
	}
	r.block = outer
}

// statement reads one, or the head of one that has a block. The colon after a
// head separates it from what follows as a semicolon would.
func (r *python) statement() {
	t := r.tok()
	if t.kind == tokOp && t.text == "@" {
		r.next()
		r.use(r.expressions())
		return
	}
	if t.kind != tokName {
		r.simple()
		return
	}
	switch t.text {
	case "import":
		r.next()
		r.imports()
	case "from":
		r.next()
		r.importsFrom()
	case "def", "class":
		r.next()
		r.definition(t.text == "class")
	case "for":
		r.next()
		r.block = true
		r.loop(true)
	case "if", "elif", "else", "while", "try", "except", "finally", "with":
		r.block = true
		r.next()
		r.accept("*") // except*
		r.expressions()
	case "async", "pass", "break", "continue":
		r.next()
	case "global", "nonlocal", "assert", "raise":
		r.next()
		r.expressions()
		if r.accept("from") { // raise … from …
			r.expressions()
		}
	case "return":
		r.next()
		r.use(r.expressions())
	case "del":
		r.next()
		r.unbind()
	case "exec":
		r.execStatement()
	default:
		r.simple()
	}
}

// unbind gives names their meaning as builtins back.
func (r *python) unbind() {
	from := r.pos
	r.expressions()
	for _, t := range r.toks[min(from, r.pos):r.pos] {
		if t.kind == tokName && !keywords.has(t.text) {
			r.bindLoosely(t.text, named(t.text))
			r.shadowed[t.text] = MaxSource + 1
		}
	}
}

// execStatement reads exec as Python 2 has it, without parentheses.
func (r *python) execStatement() {
	if r.pos+1 < len(r.toks) && (r.toks[r.pos+1].kind == tokName || r.toks[r.pos+1].kind == tokString) {
		t := r.tok()
		r.next()
		v := r.expr()
		r.evaluate("exec", v, span{t.off, r.toks[max(r.pos-1, 0)].end})
		return
	}
	r.simple()
}

// simple reads an expression, an annotation or an assignment.
func (r *python) simple() {
	type target struct{ from, to int }
	var targets []target
	from := r.pos
	v := r.expressions()
	if r.pos > from && r.at(":") {
		targets = append(targets, target{from, r.pos})
		r.next()
		r.expressions()
		if !r.accept("=") {
			return
		}
		from = r.pos
		v = r.expressions()
	}
	for r.at("=") {
		targets = append(targets, target{from, r.pos})
		r.next()
		from = r.pos
		v = r.expressions()
	}
	if t := r.tok(); t.kind == tokOp && len(t.text) > 1 && precedence.Get()[strings.TrimSuffix(t.text, "=")] > 3 {
		r.augment(v, from)
		return
	}
	for _, t := range targets {
		r.assign(t.from, t.to, r.settled(v, t.from, t.to, from))
	}
}

// settled is the value of an assignment to a name. One that is computed from
// the name itself is computed only once, and in a loop who knows how often.
func (r *python) settled(v value, from, to, rhs int) value {
	if r.err != nil || to != from+1 || !r.spend(r.pos-rhs) {
		return v
	}
	for _, t := range r.toks[rhs:r.pos] {
		if t.kind == tokName && t.text == r.toks[from].text {
			return r.again(v)
		}
	}
	return v
}

func (r *python) again(v value) value {
	switch {
	case r.round > 0:
		return nil
	case r.block:
		return join(v, anything)
	}
	return v
}

// augment reads "name += value".
func (r *python) augment(old value, from int) {
	to, op := r.pos, strings.TrimSuffix(r.tok().text, "=")
	r.next()
	v := r.operate(op, old, r.expressions())
	if r.err == nil {
		r.assign(from, to, r.again(v))
	}
}

// assign binds the targets that the tokens from..to spell. What is stored in an
// object or a list is out of sight.
func (r *python) assign(from, to int, v value) {
	if r.err != nil || to <= from || to > len(r.toks) {
		return
	}
	toks := r.toks[from:to]
	for len(toks) > 2 && (toks[0].text == "(" || toks[0].text == "[") {
		toks = toks[1 : len(toks)-1]
	}
	if len(toks) == 1 && toks[0].kind == tokName {
		r.bind(toks[0].text, v, toks[0].end)
		return
	}
	var names []token
	for i, t := range toks {
		switch {
		case t.kind == tokName && (i == 0 || toks[i-1].text != "."):
			names = append(names, t)
		case t.text == "." || t.text == "[":
			r.use(v)
			r.stored(toks)
			return
		}
	}
	for i, t := range names {
		part := anything
		if len(v) == 1 && v[0].kind == sequence && len(v[0].items) == len(names) {
			part = v[0].items[i]
		}
		r.bind(t.text, part, t.end)
	}
}

// dotted reads "a.b.c".
func (r *python) dotted() string {
	var parts []string
	for r.tok().kind == tokName && !keywords.has(r.tok().text) || r.at(".") || r.at("...") {
		if r.tok().kind == tokName {
			parts = append(parts, r.tok().text)
		}
		r.next()
	}
	return clip(strings.Join(parts, "."))
}

// imports reads "a.b, c as d".
func (r *python) imports() {
	for {
		t := r.tok()
		name := r.dotted()
		bound := t.text
		full := bound
		if r.accept("as") {
			bound, full = r.tok().text, name
			r.next()
		}
		if name != "" {
			r.bind(bound, named(full), t.off)
		}
		if !r.accept(",") {
			return
		}
	}
}

// importsFrom reads "a.b import c as d, e", or a star.
func (r *python) importsFrom() {
	module := canonical(r.dotted())
	if !r.accept("import") {
		return
	}
	r.accept("(")
	for r.err == nil {
		t := r.tok()
		switch {
		case r.accept("*"):
			if !r.collecting() && len(r.stars) < maxAtoms && !slices.Contains(r.stars, module) {
				r.stars = append(r.stars, module)
			}
		case t.kind == tokName:
			r.next()
			bound := t
			if r.accept("as") {
				bound = r.tok()
				r.next()
			}
			r.bind(bound.text, r.member(named(module)[0], t.text), bound.off)
		default:
			r.accept(")")
			return
		}
		r.accept(",")
	}
}

// definition reads the head of a function or class after its keyword.
func (r *python) definition(class bool) {
	t := r.tok()
	r.next()
	f := r.locals[t.text]
	if class || r.inside != nil {
		f = nil
	}
	v := anything
	if f != nil {
		v = defined(t.text, 0)
	}
	r.bind(t.text, v, t.end)
	r.block = true
	if r.accept("[") {
		r.elements("]") // type parameters
	}
	if !r.accept("(") {
		return
	}
	if class {
		args := r.arguments()
		r.use(args.pos...)
		return
	}
	if f != nil {
		r.formals(f)
	} else {
		r.parameters(")")
	}
	if r.accept("->") {
		r.expressions()
	}
	if f != nil {
		r.inside = f
	}
}
