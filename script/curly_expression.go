package script

import (
	"fmt"
	"strconv"
	"strings"
)

func (r *curly) tooDeep() { r.stop(fmt.Errorf("%s nested over %d", r.name, MaxDepth)) }

// expression reads "a, b" and returns the last.
func (r *curly) expression() value {
	v := r.expr()
	for r.err == nil && r.accept(",") {
		v = r.expr()
	}
	return v
}

// assignments are the operators that assign, and what they compute first.
var assignments = map[string]string{
	"=": "", "+=": "+", "-=": "-", "*=": "*", "/=": "/", "%=": "%", "&=": "&", "|=": "|", "^=": "^", "**=": "**",
	"<<=": "<<", ">>=": ">>", ">>>=": ">>>", "&&=": "&&", "||=": "||", "??=": "??",
}

// expr reads one expression with its conditionals and assignments.
func (r *curly) expr() value {
	if r.depth++; r.depth > MaxDepth {
		r.tooDeep()
		return anything
	}
	defer func() { r.depth-- }()
	from := r.pos
	v := r.binary(1)
	if r.at("?") {
		v = r.conditional(v)
	}
	t := r.tok()
	op, assigns := assignments[t.text]
	if t.kind != tokOp || !assigns {
		return v
	}
	to := r.pos
	r.next()
	r.accept("&")
	rhs := r.pos
	w := r.expr()
	if r.err != nil {
		return anything
	}
	if op != "" {
		w = r.combine(op, v, w)
		if to == from+1 {
			r.grow(r.toks[from].text, w)
		}
		return w
	}
	r.put(from, to, rhs, w)
	return w
}

// conditional reads from the question mark on. Each branch counts.
func (r *curly) conditional(cond value) value {
	var out value
	for r.err == nil && r.accept("?") {
		if r.accept(":") {
			out = join(out, cond)
		} else {
			r.ternary++
			out = join(out, r.expr())
			r.ternary--
			r.accept(":")
		}
		cond = r.binary(1)
	}
	return join(out, cond)
}

// curlyLevels is how tightly a binary operator binds.
var curlyLevels = map[string]int{
	"or": 1, "xor": 1, "and": 1, "??": 2, "||": 2, "&&": 3, "|": 4, "^": 5, "&": 6,
	"==": 7, "!=": 7, "===": 7, "!==": 7, "<>": 7, "<=>": 7, "<": 8, ">": 8, "<=": 8, ">=": 8, "instanceof": 8, "in": 8,
	"<<": 9, ">>": 9, ">>>": 9, "+": 10, "-": 10, "*": 11, "/": 11, "%": 11, "**": 12, "as": 8, "satisfies": 8, "|>": 2,
}

func (r *curly) binary(least int) value {
	left := r.unary()
	for {
		t := r.tok()
		level := curlyLevels[t.text]
		if t.kind != tokOp && t.kind != tokName || level < max(least, 1) {
			return left
		}
		if t.text == "as" || t.text == "satisfies" {
			if t.first || r.name == "php" {
				return left
			}
			r.next()
			r.skipType(true)
			continue
		}
		r.next()
		left = r.combine(t.text, left, r.binary(level+1))
	}
}

// combine folds a binary operator.
func (r *curly) combine(op string, a, b value) value {
	switch op {
	case "||", "??", "&&", "or", "and":
		return join(a, b)
	case "+":
		return r.plus(a, b)
	case "-", "*", "^":
		return r.operate(op, a, b)
	}
	return anything
}

// plus adds numbers and joins everything else as text.
func (r *curly) plus(a, b value) value {
	if a.all(number) && b.all(number) && r.name != "php" {
		return r.operate("+", a, b)
	}
	return r.operate("+", a.str(), b.str())
}

// all tells whether all atoms are of a kind.
func (v value) all(kind atomKind) bool {
	for _, a := range v {
		if a.kind != kind {
			return false
		}
	}
	return len(v) > 0
}

// unary reads what stands before an operand. Most of it changes the operand
// past knowing.
func (r *curly) unary() value {
	minus, prefix := false, false
	for {
		t := r.tok()
		switch {
		case t.kind == tokName && r.prefixes[t.text] && r.ahead(1) != "=>" && r.ahead(1) != ":" && r.ahead(1) != ".":
			prefix = prefix || t.text != "await" && t.text != "new" && t.text != "clone" && t.text != "yield"
			r.next()
		case t.kind == tokOp && (t.text == "!" || t.text == "~" || t.text == "++" || t.text == "--"):
			prefix = true
			r.next()
		case t.kind == tokOp && t.text == "-":
			minus = !minus
			r.next()
		case t.kind == tokOp && (t.text == "@" || t.text == "&" || t.text == "+" || t.text == "<" || t.text == "..."):
			r.next()
		case r.cast():
		default:
			v := r.primary()
			switch {
			case minus && !prefix && len(v) == 1 && v[0].kind == number:
				return integer(-v[0].num)
			case minus || prefix:
				return anything
			}
			return v
		}
	}
}

// casts are the types that PHP converts to.
var casts = map[string]bool{
	"string": true, "int": true, "integer": true, "bool": true, "boolean": true, "float": true, "double": true,
	"array": true, "object": true, "binary": true, "unset": true,
}

// cast passes over "(string)" before an operand.
func (r *curly) cast() bool {
	if r.name != "php" || !r.at("(") || r.tok().shut != 2 || !casts[r.ahead(1)] || r.toks[r.pos+1].kind != tokName {
		return false
	}
	r.next()
	r.next()
	r.next()
	return true
}

// primary reads an operand and the calls, attributes and subscripts after it.
func (r *curly) primary() value {
	start := r.tok()
	from := r.pos
	v := r.term()
	if r.pos == from {
		return v
	}
	for r.err == nil {
		t := r.tok()
		at := func() span { return span{start.off, r.toks[max(r.pos-1, 0)].end} }
		switch {
		case t.kind == tokString && t.text == "`":
			args := arguments{star: -1, pos: []value{r.literal(t.pieces)}}
			r.next()
			v = r.tagged(v, args, at())
		case t.kind != tokOp:
			return v
		case t.text == "." || t.text == "?.":
			r.next()
			switch {
			case t.text == "?." && (r.at("(") || r.at("[")):
			case r.tok().kind == tokName && r.tok().text[0] != '$' || r.tok().kind == tokName && r.name != "php":
				name := r.tok().text
				r.next()
				v = r.attribute(v, name, at())
			case r.at("{"):
				end := r.closing()
				key := r.expressionsTo(end)
				r.next()
				v = r.attributes(v, key, at())
			default:
				v = r.attributes(v, r.term(), at())
			}
		case t.text == "(" && t.shut == 2 && r.ahead(1) == "...": // f(...), which is f itself
			r.pos += 3
		case t.text == "(" && t.shut > 0:
			args := r.arguments()
			r.grows(from, args)
			v = r.call(v, args, at())
		case t.text == "[" && t.shut > 0:
			v = r.subscript(v, start.off)
		case (t.text == "++" || t.text == "--" || t.text == "!") && !t.first:
			r.next()
			if t.text != "!" {
				v = anything
			}
		case t.text == "<" && r.generic():
		default:
			return v
		}
	}
	return anything
}

// generic passes over "<T, U>" before the arguments of a call.
func (r *curly) generic() bool {
	const most = 32
	depth := 0
	for i := r.pos; i < len(r.toks)-1 && i < r.pos+most; i++ {
		t := r.toks[i]
		switch {
		case t.kind == tokName || t.kind == tokString:
		case t.text == "<":
			depth++
		case t.text == ">" || t.text == ">>":
			if depth -= len(t.text); depth <= 0 {
				if r.toks[i+1].text != "(" {
					return false
				}
				r.pos = i + 1
				return true
			}
		case !strings.Contains(".,|&[]{}:;?", t.text):
			return false
		}
	}
	return false
}

// term reads a name, a literal or something in brackets. It takes no token
// where none of these stands.
func (r *curly) term() value {
	t := r.tok()
	switch {
	case t.kind == tokNumber:
		r.next()
		if n, err := strconv.ParseInt(strings.TrimSuffix(t.text, "n"), 0, 32); err == nil {
			return integer(int(n))
		}
		return anything
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
		if r.err != nil || reserved[t.text] {
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

// reserved cannot be operands; an expression ends before them.
var reserved = map[string]bool{
	"if": true, "else": true, "for": true, "while": true, "do": true, "return": true, "switch": true, "case": true,
	"break": true, "continue": true, "throw": true, "try": true, "catch": true, "finally": true, "const": true,
	"var": true, "foreach": true, "in": true, "instanceof": true, "as": true, "elseif": true, "echo": true,
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
	out := atom{kind: sequence, items: items}
	if named {
		out.keys = keys
	}
	if open && named {
		return value{out, {}}
	}
	return value{out}
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
	for modifiers[r.tok().text] && r.tok().kind == tokName && r.isModifier() || r.at("*") {
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
		return text(pieces[0].text)
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
			next = text(p.text)
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
		case t.kind == tokName && typeWords[t.text], t.kind == tokOp && (t.text == "|" || t.text == "&" || t.text == "." || t.text == "?" && r.name == "php"):
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

// typeWords stand before a type or between two.
var typeWords = map[string]bool{
	"keyof": true, "typeof": true, "readonly": true, "infer": true, "extends": true, "is": true, "asserts": true, "unique": true, "new": true,
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
