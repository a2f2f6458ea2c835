package script

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
)

var errAWK = errors.New("a program of awk that cannot be read")

// expr reads one expression: a conditional, whose parts may be assignments.
func (r *awk) expr() value {
	r.deeper()
	defer func() { r.depth-- }()
	v := r.binary(0)
	if r.at("?") {
		r.next()
		r.newlines()
		v = r.expr()
		r.newlines()
		r.expect(":")
		r.newlines()
		v = join(v, r.expr())
	}
	return v
}

// awkLevels are the binary operators that bind less tightly than
// concatenation, from the loosest.
var awkLevels = [...]string{" || ", " && ", " in ", " ~ !~ ", " < <= != == > >= | |& "}

// binary reads operators of a level and above.
func (r *awk) binary(level int) value {
	if level == len(awkLevels) {
		return r.concatenation()
	}
	left := r.binary(level + 1)
	for !r.done() {
		op := r.tok().text
		if r.tok().kind == tokString || op == "" || !strings.Contains(awkLevels[level], " "+op+" ") || op == ">" && r.plain || op == "in" && r.noIn {
			return left
		}
		if (op == "|" || op == "|&") && !r.piped(left) {
			return left
		}
		if op != "|" && op != "|&" {
			r.next()
			r.newlines()
			r.binary(level + 1)
		}
		left = anything
	}
	return left
}

// piped reads "command | getline", and tells whether it is one. A concatenation
// before the bar may be the command, or only its last part.
func (r *awk) piped(cmd value) bool {
	off := r.pos
	r.next()
	if !r.at("getline") {
		r.pos = off
		return false
	}
	r.next()
	r.runs("| getline", cmd, span{r.toks[off].off, r.toks[r.pos-1].end}, r.toks[off].text == "|&")
	if r.tok().kind == tokName && !awkWords.has(r.tok().text) || r.at("$") {
		r.assignTo(r.lvalue(), anything)
	}
	return true
}

// concatenation reads sums side by side.
func (r *awk) concatenation() value {
	v := r.sum()
	for !r.done() && r.starts() && !r.at("+") && !r.at("-") {
		v = r.operate("+", v.str(), r.sum().str())
	}
	return v
}

// starts tells whether an operand can begin here.
func (r *awk) starts() bool {
	t := r.tok()
	switch t.kind {
	case tokNumber, tokString:
		return true
	case tokName:
		return t.text == "getline" || !awkWords.has(t.text)
	}
	return t.kind == tokOp && strings.Contains(" $ ! ( - + ++ -- @ ", " "+t.text+" ")
}

// awkWords are the words that no operand begins with.
const awkWords words = `
	in if else while for do print printf getline next nextfile exit return break continue delete function func switch case default`

// sum reads + - * / % ^, which only make numbers.
func (r *awk) sum() value {
	v := r.unary()
	for !r.done() && r.tok().kind == tokOp && strings.Contains(" + - * / % ^ ** ", " "+r.tok().text+" ") {
		op := r.tok().text
		r.next()
		r.newlines()
		w := r.unary()
		if op != "^" && len(v) == 1 && len(w) == 1 && v[0].kind == number && w[0].kind == number {
			v = arithmetic(op, v[0].num, w[0].num)
		} else {
			v = anything
		}
	}
	return v
}

func (r *awk) unary() value {
	if r.at("!") || r.at("-") || r.at("+") {
		r.deeper()
		defer func() { r.depth-- }()
		minus := r.at("-")
		r.next()
		v := r.unary()
		if minus && len(v) == 1 && v[0].kind == number {
			return integer(-v[0].num)
		}
		return anything
	}
	return r.operand(true)
}

// operand reads a literal, a group, a call, or a variable with what is assigned
// to it.
func (r *awk) operand(assigns bool) value {
	t := r.tok()
	switch {
	case r.done():
		r.fail()
	case t.kind == tokString:
		r.next()
		if !t.pieces[0].known {
			return anything
		}
		return r.written(t.pieces[0].text)
	case t.kind == tokNumber:
		r.next()
		if n, err := strconv.Atoi(t.text); err == nil && strconv.Itoa(n) == t.text {
			return integer(n)
		}
		return anything
	case t.text == "/":
		return r.regexp()
	case t.text == "(":
		return r.group()
	case t.text == "++" || t.text == "--":
		r.next()
		r.assignTo(r.lvalue(), anything)
		return anything
	case t.text == "getline":
		return r.getline()
	case t.text == "@":
		return r.indirect()
	case t.kind == tokName && !awkWords.has(t.text) || t.text == "$":
		return r.variable(assigns)
	default:
		r.fail()
	}
	return anything
}

// regexp cuts the slash that stands where an operand must into a regular
// expression. No token after it has been cut.
func (r *awk) regexp() value {
	t, err := r.lex.regexp(r.tok().off)
	if err != nil || r.pos != len(r.toks)-1 {
		r.stop(cmp.Or(err, errAWK))
		return anything
	}
	r.toks[r.pos] = t
	r.next()
	return anything
}

// group reads an expression in brackets, or the subscript of several parts
// that stands before "in" and after print.
func (r *awk) group() value {
	r.next()
	r.deeper()
	plain, noIn := r.plain, r.noIn
	r.plain, r.noIn = false, false
	r.newlines()
	v := r.expr()
	var rest []value
	for r.accept(",") {
		r.newlines()
		rest = append(rest, r.expr())
	}
	r.newlines()
	r.plain, r.noIn = plain, noIn
	r.depth--
	r.expect(")")
	if len(rest) > 0 {
		return list(append([]value{v}, rest...)...)
	}
	return v
}

// lvalue reads a variable, a field or an element and returns its name, "$" for
// all fields.
func (r *awk) lvalue() string {
	t := r.tok()
	switch {
	case r.done():
		r.fail()
	case t.text == "$" && t.kind == tokOp:
		r.next()
		r.deeper()
		switch {
		case r.at("-") || r.at("+") || r.at("!"):
			r.unary()
		default:
			r.operand(false)
		}
		r.depth--
		return "$"
	case t.text == "(":
		r.group()
		return ""
	case t.kind == tokName && !awkWords.has(t.text):
		r.next()
		r.subscript()
		return awkName(t.text)
	default:
		r.fail()
	}
	return ""
}

// subscript reads what may stand in brackets after a name; gawk has arrays in
// arrays. It returns the subscript if it is a single one.
func (r *awk) subscript() value {
	var v value
	for r.accept("[") {
		plain, noIn := r.plain, r.noIn
		r.plain, r.noIn = false, false
		v = r.expr()
		for r.accept(",") {
			r.expr()
			v = anything
		}
		r.plain, r.noIn = plain, noIn
		r.expect("]")
	}
	return v
}

// awkName is a name without the namespace that all names are in.
func awkName(name string) string { return strings.TrimPrefix(name, "awk::") }

// variable reads a variable or a call.
func (r *awk) variable(assigns bool) value {
	start := r.tok()
	if start.kind == tokName {
		name := awkName(start.text)
		r.next()
		if r.at("(") && (r.tok().off == start.end || awkBuiltins.has(name)) {
			return r.call(name, start)
		}
		if awkBuiltins.has(name) {
			return anything // length
		}
		sub := r.subscript()
		v, sets := r.value(name, sub), name == "ENVIRON" && r.at("=")
		v = r.assigned(name, v, assigns)
		if sets { // gawk's children inherit it
			for _, k := range sub {
				r.sets(k, v, span{start.off, r.toks[max(r.pos-1, 0)].end})
			}
		}
		return v
	}
	name := r.lvalue()
	return r.assigned(name, join(r.names[name], anything), assigns)
}

// value is what a variable may hold.
func (r *awk) value(name string, sub value) value {
	if name == "ENVIRON" {
		if len(sub) == 1 && sub[0].text == "HOME" {
			return text("~")
		}
		return anything
	}
	if v := r.names[name]; len(v) > 0 && (len(sub) == 0 || r.funcs[name] == nil) {
		return v
	}
	return anything
}

// assigned reads the assignment or the increment that may follow a variable.
func (r *awk) assigned(name string, v value, assigns bool) value {
	t := r.tok()
	if t.kind != tokOp || r.err != nil {
		return v
	}
	switch {
	case !assigns:
		return v
	case t.text == "++" || t.text == "--":
		r.next()
		r.assignTo(name, anything)
		return anything
	case t.text == "=":
		from := r.pos
		r.next()
		r.newlines()
		w := r.expr()
		if r.mentions(name, from, r.pos) {
			w = join(w, anything)
		}
		r.assignTo(name, w)
		return w
	case strings.Contains(" += -= *= %= ^= **= ", " "+t.text+" "), t.text == "/=", t.text == "/" && r.divides():
		r.next()
		r.newlines()
		r.expr()
		r.assignTo(name, anything)
		return anything
	}
	return v
}

// divides makes one token of "/=", and tells whether it is one.
func (r *awk) divides() bool {
	t := r.tok()
	if r.pos != len(r.toks)-1 || !strings.HasPrefix(r.lex.src[t.end:], "=") {
		return false
	}
	r.lex.pos = t.end + 1
	t.text, t.end = "/=", t.end+1
	return true
}

// assignTo notes what a variable may hold. A name of ARGV is a file that will
// be read.
func (r *awk) assignTo(name string, v value) {
	if name == "ARGV" {
		t := r.toks[max(r.pos-1, 0)]
		r.emitEach(Act{Kind: Reads, Call: "ARGV"}, v.args(), span{t.off, t.end})
	}
	if r.collecting() || name == "" {
		return
	}
	r.names[name] = join(r.names[name], v)
}
