package script

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
)

// rubyLevels is how tightly binary operators bind; 0 is none.
var rubyLevels = lazy.Value[map[string]int]{Make: func() map[string]int {
	return map[string]int{
		"=": 1, "+=": 1, "-=": 1, "*=": 1, "/=": 1, "%=": 1, "**=": 1, "|=": 1, "&=": 1, "^=": 1, "||=": 1, "&&=": 1, "<<=": 1, ">>=": 1,
		"?": 2, "..": 3, "...": 3, "||": 4, "&&": 5, "<=>": 7, "==": 7, "===": 7, "!=": 7, "=~": 7, "!~": 7,
		"<": 8, "<=": 8, ">": 8, ">=": 8, "|": 9, "^": 9, "&": 10, "<<": 11, ">>": 11, "+": 12, "-": 12, "*": 13, "/": 13, "%": 13, "**": 15,
	}
}}

func (r *ruby) expr(least int) value {
	r.deeper()
	defer func() { r.depth-- }()
	left := r.unary()
	for !r.done() {
		t := r.tok()
		level := 0
		if t.kind == tokOp {
			level = rubyLevels.Get()[t.text]
		}
		if level < least || level == 0 {
			return left
		}
		name, from := r.lval, r.pos
		r.next()
		r.newlines()
		switch {
		case level == 1:
			left = r.assign(t.text, name, left, from)
		case t.text == "?":
			v := r.expr(2)
			r.newlines()
			if !r.accept(":") {
				r.accept("=>") // a name right before the colon
			}
			r.newlines()
			left = join(v, r.expr(2))
		case t.text == "..." || t.text == "..":
			if !r.done() && r.tok().kind != tokNewline && !r.at(")") && !r.at("]") {
				r.expr(level + 1)
			}
			left = anything
		default:
			left = r.combine(t.text, name, left, r.expr(level+1))
		}
		r.lval = ""
	}
	return left
}

// combine folds a binary operator.
func (r *ruby) combine(op, name string, a, b value) value {
	switch op {
	case "+":
		return r.operate("+", a, b)
	case "-", "*":
		return r.operate(op, a, b)
	case "||", "&&":
		return join(a, b)
	case "%":
		if len(a) == 1 && a[0].kind == constant && len(b) == 1 {
			return r.percent(a[0].text, b[0].elements())
		}
	case "<<":
		if !a.all(sequence) {
			r.writes(b, r.here())
		}
		v := r.operate("+", a, b)
		if len(a) == 1 && a[0].kind == sequence {
			v = r.operate("+", a, list(b))
		}
		r.bind(name, r.again(v))
		return v
	}
	return anything
}

// assign reads the right side of an assignment.
func (r *ruby) assign(op, name string, left value, from int) value {
	v := r.expr(1)
	if r.at(",") && op == "=" && (from < 2 || r.toks[from-2].text != "(") {
		items := []value{v}
		for r.accept(",") && len(items) < maxItems {
			items = append(items, r.expr(2))
		}
		v = list(items...)
	}
	switch op {
	case "=", "||=", "&&=":
		if r.mentions(name, from, r.pos) {
			v = r.again(v)
		}
	case "+=":
		v = r.again(r.operate("+", left, v))
	default:
		v = anything
	}
	if from > 1 && r.toks[from-2].text == "," {
		v = anything // one of several
	}
	r.bind(name, v)
	return v
}

func (r *ruby) unary() value {
	if t := r.tok(); t.kind == tokOp && strings.Contains(" ! - + ~ * ** & :: ", " "+t.text+" ") {
		r.deeper()
		defer func() { r.depth-- }()
		r.next()
		v := r.unary()
		switch {
		case t.text == "-" && len(v) == 1 && v[0].kind == number:
			return integer(-v[0].num)
		case t.text == "!" || t.text == "-" || t.text == "~":
			r.lval = ""
			return anything
		}
		return v
	}
	start := r.tok()
	return r.postfix(r.operand(), start)
}

// operand reads a literal, a name, or something in brackets.
func (r *ruby) operand() value {
	t := r.tok()
	r.lval = ""
	switch {
	case r.done():
		r.fail()
	case t.kind == tokNumber:
		r.next()
		return numeral(t.text)
	case t.kind == tokString:
		v := text("")
		if t.text == "qw" || t.text == "m" {
			r.next()
			return r.literal(t)
		}
		for ; r.tok().kind == tokString && r.tok().text != "qw"; r.next() {
			v = r.operate("+", v, r.literal(r.tok()))
		}
		return v
	case t.kind == tokName && rubyWords.has(t.text):
		r.next()
		return anything
	case t.kind == tokName:
		r.next()
		return r.named(t)
	case r.accept("("):
		v := r.statements(")")
		r.close(")")
		r.lval = ""
		return v
	case r.accept("["):
		items, _ := r.list("]")
		r.close("]")
		r.lval = ""
		return list(items...)
	case r.accept("{"):
		r.list("}")
		r.close("}")
		return named("{}")
	case r.accept("->"):
		if r.accept("(") {
			r.statements(")")
			r.close(")")
		}
		r.block(anything)
		return anything
	}
	r.fail()
	return anything
}

// list reads expressions to a closing bracket, "" for arguments without
// brackets. Pairs are told apart from it.
func (r *ruby) list(end string) (items []value, pairs bool) {
	for !r.done() {
		if end != "" {
			r.newlines()
		}
		if end != "" && r.at(end) {
			return items, pairs
		}
		v := r.expr(1)
		if r.accept("=>") {
			r.newlines()
			pairs = true
			if !r.at(",") && !(end != "" && r.at(end)) {
				w := r.expr(1)
				switch {
				case len(v) == 1 && v[0].text == "chdir":
					r.bind("chdir:", w)
				case len(v) == 1 && v[0].text == "stdin_data":
					r.writes(w, r.here())
				}
			}
		} else if len(items) <= maxItems {
			items = append(items, v)
		}
		if end != "" {
			r.newlines()
		}
		if !r.accept(",") {
			if end == "" || r.at(end) || r.err != nil {
				return items, pairs
			}
			if t := r.tok(); t.kind != tokName || !rubyWords.has(t.text) && t.text != "for" {
				r.fail()
				return items, pairs
			}
			r.next() // f(x if y)
		}
		r.newlines()
	}
	return items, pairs
}

// arguments reads those of a call that is named by a token, and the block
// behind them. Of a function that is handed over as a block it is the value.
func (r *ruby) arguments(t *token) (args []value, given bool) {
	switch {
	case r.at("(") && r.tok().off == t.end:
		r.next()
		args, _ = r.list(")")
		r.close(")")
		given = true
	case r.tok().off > t.end && r.starts(), r.tok().kind == tokString && r.tok().off == t.end:
		args, _ = r.list("")
		given = true
	}
	r.lval = ""
	return args, given
}

// starts tells whether arguments without brackets begin here, behind a blank.
func (r *ruby) starts() bool {
	t := r.tok()
	switch t.kind {
	case tokString, tokNumber:
		return true
	case tokName:
		return !rubyEnds.has(t.text)
	case tokOp:
		if strings.Contains(" -> [ ( ! :: ", " "+t.text+" ") {
			return true
		}
		tight := r.pos+1 < len(r.toks) && r.toks[r.pos+1].off == t.end
		return tight && strings.Contains(" * & - ** ", " "+t.text+" ")
	}
	return false
}

// postfix reads the methods and subscripts behind a value.
func (r *ruby) postfix(v value, start *token) value {
	for !r.done() {
		if r.tok().kind == tokNewline && r.leads() {
			r.newlines()
		}
		t := r.tok()
		switch {
		case r.at(".") || r.at("&.") || r.at("::"):
			r.next()
			r.newlines()
			name := r.tok()
			if name.kind != tokName && !r.at("(") {
				if name.kind == tokOp && len(name.text) > 0 {
					r.next() // 1.+(2)
					continue
				}
				r.fail()
				return anything
			}
			v = r.member(v, name, t.text == "::", start)
		case r.at("[") && r.pos > 0 && r.toks[r.pos-1].end == t.off:
			r.next()
			name := r.lval
			items, _ := r.list("]")
			r.close("]")
			v = r.index(v, items)
			r.lval = name
		default:
			return v
		}
	}
	return v
}

// leads tells whether the next line begins with the dot of a method.
func (r *ruby) leads() bool {
	i := r.pos
	for i < len(r.toks)-1 && r.toks[i].kind == tokNewline {
		i++
	}
	return r.toks[i].kind == tokOp && (r.toks[i].text == "." || r.toks[i].text == "&.")
}

// index is what an element may be.
func (r *ruby) index(v value, items []value) value {
	if len(items) != 1 || len(v) != 1 {
		return anything
	}
	i := items[0]
	switch {
	case len(i) != 1:
	case v[0].kind == ref && v[0].text == "ENV" && i[0].text == "HOME":
		return text("~")
	case v[0].kind == ref && v[0].text == "Dir":
		return list(i.turn(globbed))
	case v[0].kind == sequence && i[0].kind == number && i[0].num >= 0 && i[0].num < len(v[0].items):
		return v[0].items[i[0].num]
	case v[0].kind == sequence:
		return v.items()
	}
	return anything
}
