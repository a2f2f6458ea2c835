package awk

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

var errAWK = errors.New("a program of awk that cannot be read")

// expr reads one expression: a conditional, whose parts may be assignments.
func (r *interp) expr() absval.Value {
	r.deeper()
	defer func() { r.Depth-- }()
	v := r.binary(0)
	if r.At("?") {
		r.next()
		r.newlines()
		v = r.expr()
		r.newlines()
		r.expect(":")
		r.newlines()
		v = absval.Join(v, r.expr())
	}
	return v
}

// levels are the binary operators that bind less tightly than
// concatenation, from the loosest.
var levels = [...]string{" || ", " && ", " in ", " ~ !~ ", " < <= != == > >= | |& "}

// binary reads operators of a level and above.
func (r *interp) binary(level int) absval.Value {
	if level == len(levels) {
		return r.concatenation()
	}
	left := r.binary(level + 1)
	for !r.done() {
		op := r.Tok().Text
		if r.Tok().Kind == lex.String || op == "" || !strings.Contains(levels[level], " "+op+" ") || op == ">" && r.plain || op == "in" && r.noIn {
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
		left = absval.Top
	}
	return left
}

// piped reads "command | getline", and reports whether there is one. The command may be the
// whole concatenation before the bar, or only its last part.
func (r *interp) piped(cmd absval.Value) bool {
	off := r.Pos
	r.next()
	if !r.At("getline") {
		r.Pos = off
		return false
	}
	r.next()
	r.runs("| getline", cmd, lex.Span{Off: r.Toks[off].Off, End: r.Toks[r.Pos-1].End}, r.Toks[off].Text == "|&")
	printed, _ := r.Printed(cmd)
	if r.Tok().Kind == lex.Name && !words.Has(r.Tok().Text) || r.At("$") {
		r.assignTo(r.lvalue(), absval.OrTop(printed))
	} else if len(printed) > 0 {
		r.assignTo("$", printed)
	}
	return true
}

// concatenation reads adjacent sums.
func (r *interp) concatenation() absval.Value {
	v := r.sum()
	for !r.done() && r.starts() && !r.At("+") && !r.At("-") {
		v = r.Operate("+", v.Str(), r.sum().Str())
	}
	return v
}

// starts reports whether an operand can start here.
func (r *interp) starts() bool {
	t := r.Tok()
	switch t.Kind {
	case lex.Number, lex.String:
		return true
	case lex.Name:
		return t.Text == "getline" || !words.Has(t.Text)
	}
	return t.Kind == lex.Op && wordlist.Among(t.Text, " $ ! ( - + ++ -- @ ")
}

// words are the keywords that cannot start an operand.
const words lex.Words = `
	in if else while for do print printf getline next nextfile exit return break continue delete function func switch case default`

// sum reads + - * / % ^, whose results are numbers.
func (r *interp) sum() absval.Value {
	v := r.unary()
	for !r.done() && r.Tok().Kind == lex.Op && wordlist.Among(r.Tok().Text, " + - * / % ^ ** ") {
		op := r.Tok().Text
		r.next()
		r.newlines()
		w := r.unary()
		if op != "^" && len(v) == 1 && len(w) == 1 && v[0].Kind == absval.Number && w[0].Kind == absval.Number {
			v = absval.Arithmetic(op, v[0].Num, w[0].Num)
		} else {
			v = absval.Top
		}
	}
	return v
}

func (r *interp) unary() absval.Value {
	if r.At("!") || r.At("-") || r.At("+") {
		r.deeper()
		defer func() { r.Depth-- }()
		minus := r.At("-")
		r.next()
		v := r.unary()
		if minus && len(v) == 1 && v[0].Kind == absval.Number {
			return absval.Integer(-v[0].Num)
		}
		return absval.Top
	}
	return r.operand(true)
}

// operand reads a literal, a group, a call, or a variable with an assignment to it.
func (r *interp) operand(assigns bool) absval.Value {
	t := r.Tok()
	switch {
	case r.done():
		r.fail()
	case t.Kind == lex.String:
		r.next()
		if !t.Pieces[0].Known {
			return absval.Top
		}
		return r.LiteralText(t.Pieces[0].Text)
	case t.Kind == lex.Number:
		r.next()
		if n, err := strconv.Atoi(t.Text); err == nil && strconv.Itoa(n) == t.Text {
			return absval.Integer(n)
		}
		return absval.Top
	case t.Text == "/":
		return r.regexp()
	case t.Text == "(":
		return r.group()
	case t.Text == "++" || t.Text == "--":
		r.next()
		r.assignTo(r.lvalue(), absval.Top)
		return absval.Top
	case t.Text == "getline":
		return r.getline()
	case t.Text == "@":
		return r.indirect()
	case t.Kind == lex.Name && !words.Has(t.Text) || t.Text == "$":
		return r.variable(assigns)
	default:
		r.fail()
	}
	return absval.Top
}

// regexp reads the rest of a regular expression after a slash where an operand must start. No
// token after the slash has been cut yet.
func (r *interp) regexp() absval.Value {
	t, err := r.lex.regexp(r.Tok().Off)
	if err != nil || r.Pos != len(r.Toks)-1 {
		r.Stop(cmp.Or(err, errAWK))
		return absval.Top
	}
	r.Toks[r.Pos] = t
	r.next()
	return absval.Top
}

// group reads an expression in parentheses, or a list as before "in" and after print.
func (r *interp) group() absval.Value {
	r.next()
	r.deeper()
	plain, noIn := r.plain, r.noIn
	r.plain, r.noIn = false, false
	r.newlines()
	v := r.expr()
	var rest []absval.Value
	for r.accept(",") {
		r.newlines()
		rest = append(rest, r.expr())
	}
	r.newlines()
	r.plain, r.noIn = plain, noIn
	r.Depth--
	r.expect(")")
	if len(rest) > 0 {
		return absval.List(append([]absval.Value{v}, rest...)...)
	}
	return v
}

// lvalue reads a variable, a field or an element and returns its name; "$" represents all
// fields.
func (r *interp) lvalue() string {
	t := r.Tok()
	switch {
	case r.done():
		r.fail()
	case t.Text == "$" && t.Kind == lex.Op:
		r.next()
		r.deeper()
		switch {
		case r.At("-") || r.At("+") || r.At("!"):
			r.unary()
		default:
			r.operand(false)
		}
		r.Depth--
		return "$"
	case t.Text == "(":
		r.group()
		return ""
	case t.Kind == lex.Name && !words.Has(t.Text):
		r.next()
		r.subscript()
		return awkName(t.Text)
	default:
		r.fail()
	}
	return ""
}

// subscript reads the brackets after a name; gawk has nested arrays. It returns the subscript
// if there is just one.
func (r *interp) subscript() absval.Value {
	var v absval.Value
	for r.accept("[") {
		plain, noIn := r.plain, r.noIn
		r.plain, r.noIn = false, false
		v = r.expr()
		for r.accept(",") {
			r.expr()
			v = absval.Top
		}
		r.plain, r.noIn = plain, noIn
		r.expect("]")
	}
	return v
}

// awkName strips the default namespace from a name.
func awkName(name string) string { return strings.TrimPrefix(name, "awk::") }

// variable reads a variable or a call.
func (r *interp) variable(assigns bool) absval.Value {
	start := r.Tok()
	if start.Kind == lex.Name {
		name := awkName(start.Text)
		r.next()
		if r.At("(") && (r.Tok().Off == start.End || builtins.Has(name)) {
			return r.call(name, start)
		}
		if builtins.Has(name) {
			return absval.Top // length
		}
		sub := r.subscript()
		v, sets := r.value(name, sub), name == "ENVIRON" && r.At("=")
		v = r.assigned(name, v, assigns)
		if sets { // gawk's children inherit it
			for _, k := range sub {
				r.EmitVariable(k, v, lex.Span{Off: start.Off, End: r.Toks[max(r.Pos-1, 0)].End})
			}
		}
		return v
	}
	name := r.lvalue()
	line, _ := r.InputLine() // its fields may be all of it
	return r.assigned(name, absval.Join(absval.Join(r.Names[name], line), absval.Top), assigns)
}

// value returns the possible values of a variable.
func (r *interp) value(name string, sub absval.Value) absval.Value {
	if name == "ENVIRON" {
		return r.EnvironmentVariable(sub, absval.Arguments{Star: -1})
	}
	if v := r.Names[name]; len(v) > 0 && (len(sub) == 0 || r.funcs[name] == nil) {
		return v
	}
	return absval.Top
}

// assigned reads an assignment or increment after a variable.
func (r *interp) assigned(name string, v absval.Value, assigns bool) absval.Value {
	t := r.Tok()
	if t.Kind != lex.Op || r.Err != nil {
		return v
	}
	switch {
	case !assigns:
		return v
	case t.Text == "++" || t.Text == "--":
		r.next()
		r.assignTo(name, absval.Top)
		return absval.Top
	case t.Text == "=":
		from := r.Pos
		r.next()
		r.newlines()
		w := r.expr()
		if r.Mentions(name, from, r.Pos) {
			w = absval.Join(w, absval.Top)
		}
		r.assignTo(name, w)
		return w
	case wordlist.Among(t.Text, " += -= *= %= ^= **= "), t.Text == "/=", t.Text == "/" && r.divides():
		r.next()
		r.newlines()
		r.expr()
		r.assignTo(name, absval.Top)
		return absval.Top
	}
	return v
}

// divides merges a slash and "=" into "/=", and reports whether there is one.
func (r *interp) divides() bool {
	t := r.Tok()
	if r.Pos != len(r.Toks)-1 || !strings.HasPrefix(r.lex.Src[t.End:], "=") {
		return false
	}
	r.lex.Pos = t.End + 1
	t.Text, t.End = "/=", t.End+1
	return true
}

// assignTo records a possible value of a variable. An element of ARGV is a file that awk reads.
func (r *interp) assignTo(name string, v absval.Value) {
	if name == "ARGV" {
		t := r.Toks[max(r.Pos-1, 0)]
		r.EmitEach(effect.Act{Kind: effect.Reads, Call: "ARGV"}, v.Args(), lex.Span{Off: t.Off, End: t.End})
	}
	if r.Collecting() || name == "" {
		return
	}
	r.Names[name] = absval.Join(r.Names[name], v)
}
