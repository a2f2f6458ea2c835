package script

import (
	"strings"
)

// term reads a name, a literal or something in brackets. It takes no token
// where none of these stands.
func (r *curly) term() value {
	t := r.tok()
	switch {
	case t.kind == tokNumber:
		r.next()
		return numeral(strings.TrimSuffix(t.text, "n"))
	case t.kind == tokString:
		r.next()
		return r.literal(t.pieces)
	case t.kind == tokName && r.ahead(1) == "=>" && r.toks[r.pos+1].kind == tokOp && r.name != "php":
		f, v := r.functionAt(t)
		r.body(f, func() { r.single(f) }, func() {})
		return v
	case t.kind == tokName && t.text != "=>":
		if v, ok := r.operand(r, t.text); ok {
			return v
		}
		if r.err != nil || reserved(t.text) {
			return anything
		}
		r.next()
		return r.lookup(t.text)
	case t.kind == tokOp && t.text == "(" && t.shut > 0:
		return r.parenthesis()
	case t.kind == tokOp && t.text == "[" && t.shut > 0:
		return r.array()
	case t.kind == tokOp && t.text == "{" && t.shut > 0:
		return r.object()
	case t.kind == tokOp && t.text == "$":
		r.next()
		return r.variable()
	}
	return anything
}

// reserved tells whether a word cannot be an operand, so that an expression
// ends before it.
func reserved(word string) bool {
	switch word {
	case "if", "else", "for", "while", "do", "return", "switch", "case", "break", "continue", "throw", "try",
		"catch", "finally", "const", "var", "foreach", "in", "instanceof", "as", "elseif", "echo":
		return true
	}
	return false
}

// single reads the one parameter of an arrow function without brackets.
func (r *curly) single(f *function) {
	from := r.pos
	r.next()
	r.declares = f
	r.assign(from, from+1, orAnything(f.argument(0)))
	r.declares = nil
}

// parenthesis reads a group, or an arrow function.
func (r *curly) parenthesis() value {
	if r.name != "php" && r.isArrow() {
		f, v := r.functionAt(r.tok())
		r.body(f, func() { r.parameters(f) }, r.resultType)
		return v
	}
	return r.group()
}

// isArrow tells whether the bracket here holds parameters.
func (r *curly) isArrow() bool {
	after := r.pos + int(r.tok().shut) + 1
	if after >= len(r.toks) || r.toks[after].kind != tokOp {
		return false
	}
	if r.toks[after].text != ":" || r.ternary > 0 {
		return r.toks[after].text == "=>"
	}
	pos := r.pos
	r.pos = after + 1
	r.skipType(false)
	arrow := r.at("=>")
	if r.err == nil {
		r.pos = pos
	}
	return arrow
}

// array reads "[a, ...b]" or "[k => v]", and "array(…)" from its bracket on.
func (r *curly) array() value {
	end := r.closing()
	var items []value
	var keys []string
	named, open := false, false
	for r.pos < end && r.err == nil {
		start := r.pos
		spread := r.accept("...")
		v, key := r.expr(), ""
		if r.accept("=>") {
			key, named = one(v).Text, true
			v = r.expr()
		}
		switch {
		case r.pos == start:
			r.next()
			continue
		case spread && len(v) == 1 && v[0].kind == sequence && v[0].keys == nil && r.spend(len(v[0].items)):
			items = append(items, v[0].items...)
		case spread:
			items, open = append(items, anything), true
		default:
			items = append(items, v)
		}
		for len(keys) < len(items) {
			keys = append(keys, key)
		}
		r.accept(",")
	}
	return r.built(end, items, keys, named, open)
}

// built is an array or object that was read.
func (r *curly) built(end int, items []value, keys []string, named, open bool) value {
	if r.err != nil {
		return anything
	}
	r.pos = end
	r.next()
	if len(items) > maxItems {
		r.use(items...)
		for _, it := range items {
			r.escape(it, 3)
		}
		return anything
	}
	if !named {
		return list(items...)
	}
	if open {
		return join(mapping(items, keys), anything)
	}
	return mapping(items, keys)
}

// object reads "{a: 1, b, [c]: 2, d() {}, ...e}".
func (r *curly) object() value {
	end := r.closing()
	var items []value
	var keys []string
	open := false
	for r.pos < end && r.err == nil {
		start := r.pos
		if r.accept(",") {
			continue
		}
		if r.accept("...") {
			v := r.expr()
			more := len(v) == 1 && v[0].kind == sequence && len(v[0].keys) == len(v[0].items) && r.spend(len(v[0].items))
			if more {
				items, keys = append(items, v[0].items...), append(keys, v[0].keys...)
			}
			open = open || !more
			continue
		}
		key, v := r.property()
		items, keys = append(items, v), append(keys, key)
		if r.pos == start {
			r.next()
		}
	}
	if keys == nil {
		keys = []string{}
	}
	return r.built(end, items, keys, true, open)
}

// property reads one of an object.
func (r *curly) property() (string, value) {
	for modifiers(r.tok().text) && r.tok().kind == tokName && r.isModifier() || r.at("*") {
		r.next()
	}
	t, from := r.tok(), r.pos
	key := one(r.keyAt(from)).Text
	if r.at("[") {
		r.expressionsTo(r.closing())
	}
	r.next()
	switch {
	case r.at("(") && r.tok().shut > 0:
		return key, r.method()
	case r.accept(":"):
		return key, r.expr()
	case r.accept("="):
		v := r.expr()
		r.assign(from, from+1, v)
		return key, v
	case t.kind == tokName:
		return key, r.lookup(t.text)
	}
	return key, anything
}

// literal joins the pieces of a string.
func (r *curly) literal(pieces []piece) value {
	if len(pieces) == 1 && pieces[0].code == nil && pieces[0].known {
		return r.written(pieces[0].text)
	}
	v := text("")
	for _, p := range pieces {
		next := anything
		switch {
		case p.code != nil:
			toks, pos := r.toks, r.pos
			r.toks, r.pos = p.code, 0
			inner := r.expressionsTo(len(p.code) - 1)
			r.toks, r.pos = toks, pos
			if r.err != nil {
				r.pos = len(r.toks) - 1
				return anything
			}
			next = inner.str()
		case p.known:
			next = r.written(p.text)
		}
		v = r.operate("+", v, next)
	}
	return v
}

// skipType passes over a type of TypeScript or PHP; one that may be of a
// function, unless its arrow would be the arrow before a body.
func (r *curly) skipType(functions bool) {
	operand := true
	for r.err == nil {
		t := r.tok()
		switch {
		case t.kind == tokName && typeWords(t.text), t.kind == tokOp && (t.text == "|" || t.text == "&" || t.text == "." || t.text == "?" && r.name == "php"):
			operand = true
		case t.kind == tokOp && t.text == "=>" && functions && !operand && r.toks[r.pos-1].text == ")":
			operand = true
		case t.kind == tokOp && t.shut > 0 && (operand || t.text == "[" && !t.first):
			r.pos += int(t.shut)
			operand = false
		case t.kind == tokOp && t.text == "<" && r.angle():
			operand = false
		case operand && (t.kind == tokName || t.kind == tokString || t.kind == tokNumber):
			operand = false
		default:
			return
		}
		r.next()
	}
}

// typeWords tells whether a word stands before a type or between two.
func typeWords(word string) bool {
	switch word {
	case "keyof", "typeof", "readonly", "infer", "extends", "is", "asserts", "unique", "new":
		return true
	}
	return false
}

// angle moves to the bracket that closes "<…>".
func (r *curly) angle() bool {
	const most = 256
	depth := 0
	for i := r.pos; i < len(r.toks)-1 && i < r.pos+most; i++ {
		switch t := r.toks[i]; {
		case t.kind != tokOp:
		case t.text == "<":
			depth++
		case t.text == ">" || t.text == ">>" || t.text == ">>>":
			if depth -= len(t.text); depth <= 0 {
				r.pos = i
				return true
			}
		case t.text == ";":
			return false
		}
	}
	return false
}
