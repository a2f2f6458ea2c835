package script

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
)

// perlLevels is how tightly binary operators bind; 0 is none. Assignments and
// the conditional bind from right to left.
var perlLevels = lazy.Value[map[string]int]{Make: func() map[string]int {
	return map[string]int{
		"=": 1, "+=": 1, "-=": 1, "*=": 1, "/=": 1, ".=": 1, "%=": 1, "x=": 1, "|=": 1, "&=": 1, "^=": 1, "||=": 1, "&&=": 1, "//=": 1,
		"**=": 1, "<<=": 1, ">>=": 1, "?": 2, "..": 3, "...": 3, "||": 4, "//": 4, "&&": 5, "|": 6, "^": 6, "&": 7,
		"==": 8, "!=": 8, "<=>": 8, "eq": 8, "ne": 8, "cmp": 8, "~~": 8, "<": 9, ">": 9, "<=": 9, ">=": 9, "lt": 9, "gt": 9, "le": 9, "ge": 9, "isa": 9,
		"<<": perlNamed + 1, ">>": perlNamed + 1, "+": 12, "-": 12, ".": 12, "*": 13, "/": 13, "%": 13, "x": 13, "=~": 14, "!~": 14, "**": 15,
	}
}}

// perlNamed is how tightly the functions of one argument bind.
const perlNamed = 10

// expr reads one expression without commas.
func (r *perl) expr() value { return r.binary(1) }

func (r *perl) binary(least int) value {
	r.deeper()
	defer func() { r.depth-- }()
	left := r.unary()
	for !r.done() {
		t := r.tok()
		level := 0
		if t.kind == tokOp || t.kind == tokName {
			level = perlLevels.Get()[t.text]
		}
		if level < least || level == 0 {
			return left
		}
		lvals := r.lvals
		r.next()
		switch {
		case level == 1:
			left = r.assign(t.text, lvals, left)
		case t.text == "?":
			v := r.binary(1)
			r.close(":")
			left = join(v, r.binary(1))
		case t.text == "=~" || t.text == "!~":
			left = r.match(left, lvals)
		default:
			left = r.combine(t.text, left, r.binary(level+1))
		}
		r.lvals = nil
	}
	return left
}

// combine folds a binary operator.
func (r *perl) combine(op string, a, b value) value {
	switch op {
	case ".":
		return r.operate("+", flat(a).str(), flat(b).str())
	case "x":
		return r.operate("*", a, b)
	case "||", "//", "&&":
		return join(a, b)
	case "+", "-", "*":
		if len(a) == 1 && len(b) == 1 && a[0].kind == number && b[0].kind == number {
			return arithmetic(op, a[0].num, b[0].num)
		}
	}
	return anything
}

// flat is what a list may be where one value is wanted.
func flat(v value) value {
	if len(v) == 1 && v[0].kind == sequence {
		return v.items()
	}
	return v
}

// match reads what stands behind =~. It may change the variable before it.
func (r *perl) match(left value, lvals []string) value {
	t := r.tok()
	changes := t.kind == tokString && (t.text == "s" || t.text == "se" || t.text == "see" || t.text == "tr")
	r.binary(perlLevels.Get()["=~"] + 1)
	if changes {
		for _, name := range lvals {
			r.bind(name, anything)
		}
		return left
	}
	return anything
}

// assign reads the right side of an assignment.
func (r *perl) assign(op string, lvals []string, left value) value {
	from := r.pos
	v := r.binary(1)
	at := span{r.toks[max(from-1, 0)].off, r.toks[max(r.pos-1, 0)].end}
	if op == "x=" || op == ".=" {
		v = r.again(r.combine(op[:1], left, v))
	}
	if op != "=" && op != ".=" && op != "x=" && op != "||=" && op != "//=" {
		v = anything
	}
	if len(lvals) > 1 {
		r.assignList(lvals, v)
		return v
	}
	for _, name := range lvals {
		r.assignOne(name, v, from, at)
	}
	return v
}

// assignOne binds one variable, of whatever kind.
func (r *perl) assignOne(name string, v value, from int, at span) {
	for i := from; i < r.pos && i < len(r.toks) && r.spend(0); i++ {
		if r.toks[i].kind == tokOp && r.toks[i].text == name {
			v = r.again(v)
			break
		}
	}
	switch {
	case name == "@ARGV":
		for _, a := range flat(v) {
			if a.text != "" {
				r.openTwo("@ARGV", value{a}, "", at)
			}
		}
	case name == "$^I":
		for _, a := range r.given {
			r.emit(Act{Kind: Writes, Call: "$^I", Args: []Arg{a}}, at)
		}
	}
	switch name[0] {
	case '@':
		if len(v) != 1 || v[0].kind != sequence {
			v = list(v)
		}
	case '%':
		v = flat(v)
	default:
		v = flat(v)
	}
	r.bind(name, v)
}

// assignList binds several variables to the parts of a list.
func (r *perl) assignList(lvals []string, v value) {
	for i, name := range lvals {
		part := flat(v)
		if len(v) == 1 && v[0].kind == sequence && name[0] == '$' && i < len(v[0].items) {
			part = join(v[0].items[i], nil)
		} else if name[0] == '@' {
			part = list(part)
		}
		r.bind(name, part)
	}
}

// unary reads what stands before an operand.
func (r *perl) unary() value {
	switch {
	case r.at("!") || r.at("~") || r.at("+") || r.at("-") || r.at("\\") || r.at("++") || r.at("--") || r.at("-X"):
		r.deeper()
		defer func() { r.depth-- }()
		op := r.tok().text
		r.next()
		if op == "-X" && !r.starts() {
			return anything
		}
		v := r.unary()
		switch {
		case op == "+":
			return v
		case op == "-" && len(v) == 1 && v[0].kind == number:
			return integer(-v[0].num)
		case op == "-" && len(v) == 1 && v[0].kind == constant:
			return text("-" + v[0].text)
		case op == "\\":
			return instance(`\`, v)
		}
		r.lvals = nil
		return anything
	}
	return r.postfix()
}

// postfix reads an operand, with subscripts, methods and increments behind it.
func (r *perl) postfix() value {
	start := r.tok()
	at := func() span { return span{start.off, max(r.toks[max(r.pos-1, 0)].end, start.off+1)} }
	v := r.operand()
	for !r.done() {
		switch {
		case r.accept("->"):
			v = r.arrow(v, at)
		case r.at("[") && r.subscripted(start):
			r.next()
			v = r.element(v, "]", "@")
		case r.at("{") && r.subscripted(start):
			r.next()
			v = r.element(v, "}", "%")
		case r.at("(") && r.toks[r.pos-1].text == "]" && start.kind != tokName:
			r.next()
			r.list()
			r.close(")")
			v = anything
		case r.accept("++"), r.accept("--"):
			for _, name := range r.lvals {
				r.bind(name, anything)
			}
			v, r.lvals = anything, nil
		default:
			return v
		}
	}
	return v
}

// subscripted tells whether a bracket here is a subscript: behind a variable,
// a subscript or a list, but not behind a word.
func (r *perl) subscripted(start *token) bool {
	prev := r.toks[r.pos-1]
	switch {
	case prev.kind == tokOp && (prev.text == "]" || prev.text == "}"):
		return start.text != "{" && start.kind != tokName || prev.text == "]"
	case prev.kind == tokOp && prev.text == ")":
		return r.at("[")
	}
	return prev.kind == tokOp && perlVariable(prev.text)
}

// element reads a subscript and is what the elements may be.
func (r *perl) element(v value, end, sigil string) value {
	lvals := r.lvals
	key := r.statements(end)
	r.close(end)
	r.lvals = nil
	if len(lvals) == 1 && len(lvals[0]) > 1 {
		name := sigil + lvals[0][1:]
		r.lvals = []string{name}
		switch {
		case name == "%ENV" && len(key) == 1 && key[0].text == "HOME":
			return text("~")
		case name == "%ENV":
			return anything
		}
		v = r.lookup(name)
		if len(v) == 1 && v[0].kind == sequence && len(key) == 1 && key[0].kind == number && sigil == "@" {
			if n := key[0].num; n >= 0 && n < len(v[0].items) {
				return v[0].items[n]
			}
		}
	}
	if len(v) == 1 && v[0].kind == ref && v[0].text == `\` {
		v = v[0].of
	}
	return flat(v)
}

// arrow reads what follows "->".
func (r *perl) arrow(v value, at func() span) value {
	r.lvals = nil
	switch t := r.tok(); {
	case r.accept("["):
		return r.element(v, "]", "@")
	case r.accept("{"):
		return r.element(v, "}", "%")
	case r.accept("("):
		args := r.list()
		r.close(")")
		r.called(args)
		return anything
	case t.kind == tokName:
		r.next()
		var args []value
		if r.accept("(") {
			args = r.list()
			r.close(")")
		}
		r.lvals = nil
		return r.method(v, t.text, args, at())
	case t.kind == tokOp && (t.text == "@" || t.text == "$" || t.text == "%" || perlVariable(t.text)):
		r.next()
		r.accept("*")
		if r.accept("(") {
			r.called(r.list())
			r.close(")")
		}
		return anything
	}
	r.fail()
	return anything
}

// called notes what functions of the code are called with.
func (r *perl) called(args []value) { r.bind("@_", list(args...)) }

// operand reads a literal, a variable, a group or a call.
func (r *perl) operand() value {
	t := r.tok()
	r.lvals = nil
	switch {
	case r.done():
		r.fail()
	case t.kind == tokNumber:
		r.next()
		return numeral(t.text)
	case t.kind == tokString:
		r.next()
		return r.literal(t)
	case t.kind == tokName:
		return r.named(t)
	case r.accept("("):
		return r.group()
	case r.accept("["):
		items := r.list()
		r.close("]")
		return instance(`\`, list(items...))
	case r.accept("{"):
		v := r.statements("}")
		r.close("}")
		return v
	case t.kind == tokOp && (perlVariable(t.text) || strings.Contains("%&*", t.text)):
		return r.variable(t)
	}
	r.fail()
	return anything
}

// group reads what stands in brackets; variables alone may be assigned to.
func (r *perl) group() value {
	var lvals []string
	from := r.pos
	items := r.list()
	if r.word() != "" && perlClosers.has(r.word()) || !r.at(")") {
		r.low()
		items = []value{anything}
	}
	for _, t := range r.toks[from:min(r.pos, len(r.toks))] {
		if t.kind == tokOp && perlVariable(t.text) && len(t.text) > 1 && len(lvals) < maxItems {
			lvals = append(lvals, t.text)
		}
	}
	r.spend(len(lvals))
	r.close(")")
	r.lvals = lvals
	if len(items) == 1 {
		return items[0]
	}
	return list(items...)
}
