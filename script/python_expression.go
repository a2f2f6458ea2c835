package script

import (
	"fmt"

	"github.com/agent-loop/shimgen/internal/lazy"
)

// expressions reads "a, b as c", and is a tuple where there is a comma.
func (r *python) expressions() value {
	var items []value
	for {
		start := r.pos
		v, _ := r.element()
		if r.pos > start {
			items = append(items, v)
		}
		if !r.accept(",") {
			break
		}
		if len(items) == 0 || r.pos == start {
			break
		}
	}
	switch len(items) {
	case 0:
		return anything
	case 1:
		return items[0]
	}
	return list(items...)
}

// element reads an expression and what may follow it in a list: a name for
// it, or the loop of a comprehension.
func (r *python) element() (v value, loop bool) {
	start := r.tok()
	v = r.expr()
	switch {
	case r.at(":=") && start.kind == tokName:
		r.next()
		v = r.expr()
		r.bindLoosely(start.text, v)
	case r.accept("as"):
		from := r.pos
		r.primary()
		r.assign(from, r.pos, v)
	case r.at("for") || r.at("async") && r.ahead(1) == "for":
		r.use(v)
		r.comprehension()
		return anything, true
	}
	return v, false
}

// bindLoosely binds where the statement may run never or often.
func (r *python) bindLoosely(name string, v value) {
	block := r.block
	r.block = true
	r.bind(name, v, 0)
	r.block = block
}

// comprehension reads its loops and conditions.
func (r *python) comprehension() {
	block := r.block
	r.block = true
	for {
		switch {
		case r.accept("async"):
		case r.accept("for"):
			r.loop(false)
		case r.accept("if"):
			r.binary(1)
		default:
			r.block = block
			return
		}
	}
}

// loop reads "targets in values" and binds the targets. The values of a
// statement may be a tuple without brackets.
func (r *python) loop(tuple bool) {
	from := r.pos
	for depth := 0; r.tok().kind != tokEnd && r.tok().kind != tokNewline && (depth > 0 || !r.at("in")); r.next() {
		if r.tok().kind == tokOp && len(r.tok().text) == 1 {
			switch r.tok().text[0] {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				if depth--; depth < 0 {
					return
				}
			}
		}
	}
	to := r.pos
	if !r.accept("in") {
		return
	}
	var v value
	if tuple {
		v = r.expressions()
	} else {
		v = r.binary(1)
	}
	r.assign(from, to, v.items())
}

// expr reads one expression with its conditional.
func (r *python) expr() value {
	if r.depth++; r.depth > MaxDepth {
		r.stop(fmt.Errorf("python expressions nested over %d", MaxDepth))
	}
	defer func() { r.depth-- }()
	v := r.binary(1)
	for r.accept("if") {
		r.binary(1)
		if r.accept("else") {
			v = join(v, r.binary(1))
		}
	}
	return v
}

// precedence is how tightly a binary operator binds; 0 is none.
var precedence = lazy.Value[map[string]int]{Make: func() map[string]int {
	return map[string]int{
		"or": 1, "and": 2, "in": 3, "not": 3, "is": 3, "<": 3, ">": 3, "<=": 3, ">=": 3, "==": 3, "!=": 3, "<>": 3,
		"|": 4, "^": 5, "&": 6, "<<": 7, ">>": 7, "+": 8, "-": 8, "*": 9, "/": 9, "//": 9, "%": 9, "@": 9, "**": 10,
	}
}}

func (r *python) binary(least int) value {
	left := r.unary()
	for {
		t := r.tok()
		level := precedence.Get()[t.text]
		if t.kind != tokOp && t.kind != tokName || level < max(least, 1) {
			return left
		}
		r.next()
		switch t.text {
		case "not":
			r.accept("in")
		case "is":
			r.accept("not")
		}
		left = r.operate(t.text, left, r.binary(level+1))
	}
}

// unary reads what stands before an operand, which changes it past knowing
// unless it is await or a minus before a number.
func (r *python) unary() value {
	prefix, minus := false, false
	for {
		switch {
		case r.at("lambda"):
			return r.lambda()
		case r.accept("await"):
		case r.accept("-"):
			minus = !minus
		case r.accept("not"), r.accept("+"), r.accept("~"), r.accept("*"), r.accept("**"), r.accept("`"):
			prefix = true
		case r.accept("yield"):
			r.accept("from")
			prefix = true
		default:
			v := r.primary()
			switch {
			case minus && !prefix && len(v) == 1 && v[0].kind == number:
				return integer(-v[0].num)
			case minus || prefix:
				r.use(v)
				return anything
			}
			return v
		}
	}
}

func (r *python) lambda() value {
	r.next()
	if r.depth++; r.depth > MaxDepth {
		r.stop(fmt.Errorf("python expressions nested over %d", MaxDepth))
	}
	r.parameters(":")
	r.use(r.expr())
	r.depth--
	return anything
}

// parameters reads those of a function, to the token that ends them. What a
// caller passes is unknown.
func (r *python) parameters(end string) {
	for r.tok().kind != tokEnd && !r.accept(end) {
		t := r.tok()
		r.next()
		if t.kind != tokName {
			continue
		}
		v := anything
		if end == ")" && r.accept(":") {
			r.accept("*")
			r.expr()
		}
		if r.accept("=") {
			v = join(r.expr(), v)
		}
		r.bindLoosely(t.text, v)
	}
}

// primary reads an operand and the calls, attributes and subscripts after it.
func (r *python) primary() value {
	start := r.tok()
	from := r.pos
	v := r.operand()
	if r.pos == from {
		return v
	}
	for r.err == nil {
		switch {
		case r.at(".") && r.pos+1 < len(r.toks) && r.toks[r.pos+1].kind == tokName:
			r.next()
			name := r.tok().text
			r.next()
			v = r.attribute(v, name, span{start.off, r.toks[r.pos-1].end})
		case r.accept("("):
			method := r.pos == from+4
			args := r.arguments()
			at := span{start.off, r.toks[max(r.pos-1, 0)].end}
			if start.kind == tokName && method {
				r.grow(from, start.text, args)
			}
			v = r.call(v, args, at)
		case r.accept("["):
			v = r.subscript(v, start.off)
		default:
			return v
		}
	}
	return anything
}

// operand reads a name, a literal or something in brackets. It takes no token
// where none of these stands.
func (r *python) operand() value {
	t := r.tok()
	switch {
	case t.kind == tokName && !keywords.has(t.text):
		r.next()
		return r.lookup(t.text, t.off)
	case t.kind == tokNumber:
		r.next()
		return numeral(t.text)
	case t.kind == tokString:
		v := text("")
		for ; r.tok().kind == tokString; r.next() {
			v = r.operate("+", v, r.literal(r.tok().pieces))
		}
		return v
	case r.accept("..."):
		return anything
	case r.accept("("):
		items, comma, _ := r.elements(")")
		if len(items) == 1 && !comma {
			return items[0]
		}
		return list(items...)
	case r.accept("["):
		items, _, loop := r.elements("]")
		if loop {
			return anything
		}
		return list(items...)
	case r.accept("{"):
		items, _, _ := r.elements("}")
		r.use(items...)
		return anything
	}
	return anything
}

// keywords cannot be operands. Those that begin one are read by unary.
const keywords words = `
	and as assert async await break class continue def del elif else except finally for from global if import in is lambda
	nonlocal not or pass raise return try while with yield`

// literal joins the pieces of a string.
func (r *python) literal(pieces []piece) value {
	if len(pieces) == 1 && pieces[0].code == nil && pieces[0].known {
		return r.written(pieces[0].text)
	}
	v := text("")
	for _, p := range pieces {
		var next value
		switch {
		case p.code != nil:
			toks, pos := r.toks, r.pos
			r.toks, r.pos = p.code, 0
			inner := r.rest()
			r.toks, r.pos = toks, pos
			if r.err != nil {
				r.pos = len(r.toks) - 1
				return anything
			}
			if next = inner.str(); !p.plain && !(len(next) == 1 && next[0].isName()) {
				next = anything
			}
		case p.known:
			next = r.written(p.text)
		default:
			next = beginning(p.text)
		}
		v = r.operate("+", v, next)
	}
	return v
}

// rest reads expressions to the end of the tokens, passing over what is none.
func (r *python) rest() value {
	v := r.expressions()
	for r.tok().kind != tokEnd {
		r.next()
		r.use(r.expressions())
		v = anything
	}
	return v
}

// elements reads to a closing bracket. A function among several is no longer
// under the eyes of the reader, so it counts as used.
func (r *python) elements(end string) (items []value, comma, loop bool) {
	for r.tok().kind != tokEnd && !r.accept(end) {
		start := r.pos
		star := r.accept("*")
		v, many := r.element()
		loop = loop || many
		switch {
		case r.pos == start || r.pos == start+1 && star:
			comma = comma || r.at(",")
			r.next()
			continue
		case star && len(v) == 1 && v[0].kind == sequence && len(items)+len(v[0].items) <= maxItems && r.spend(len(v[0].items)):
			items, comma = append(items, v[0].items...), true
		case star:
			items, comma = append(items, anything), true
		default:
			items = append(items, v)
		}
	}
	if len(items) > 1 || comma || end != ")" {
		r.use(items...)
	}
	return items, comma, loop
}
