package script

import (
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
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
var assignments = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"=": "", "+=": "+", "-=": "-", "*=": "*", "/=": "/", "%=": "%", "&=": "&", "|=": "|", "^=": "^", "**=": "**",
		"<<=": "<<", ">>=": ">>", ">>>=": ">>>", "&&=": "&&", "||=": "||", "??=": "??",
	}
}}

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
	op, assigns := assignments.Get()[t.text]
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
var curlyLevels = lazy.Value[map[string]int]{Make: func() map[string]int {
	return map[string]int{
		"or": 1, "xor": 1, "and": 1, "??": 2, "||": 2, "&&": 3, "|": 4, "^": 5, "&": 6,
		"==": 7, "!=": 7, "===": 7, "!==": 7, "<>": 7, "<=>": 7, "<": 8, ">": 8, "<=": 8, ">=": 8, "instanceof": 8, "in": 8,
		"<<": 9, ">>": 9, ">>>": 9, "+": 10, "-": 10, "*": 11, "/": 11, "%": 11, "**": 12, "as": 8, "satisfies": 8, "|>": 2,
	}
}}

func (r *curly) binary(least int) value {
	left := r.unary()
	for {
		t := r.tok()
		level := curlyLevels.Get()[t.text]
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

// casts tells whether PHP converts to a type.
func casts(word string) bool {
	switch word {
	case "string", "int", "integer", "bool", "boolean", "float", "double", "array", "object", "binary",
		"unset":
		return true
	}
	return false
}

// cast passes over "(string)" before an operand.
func (r *curly) cast() bool {
	if r.name != "php" || !r.at("(") || r.tok().shut != 2 || !casts(r.ahead(1)) || r.toks[r.pos+1].kind != tokName {
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
