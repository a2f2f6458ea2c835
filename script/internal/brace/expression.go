package brace

import (
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

func (r *Interp) tooDeep() { r.Stop(fmt.Errorf("%s nested over %d", r.Name, effect.MaxDepth)) }

// Expression reads "a, b" and returns the last.
func (r *Interp) Expression() absval.Value {
	v := r.Expr()
	for r.Err == nil && r.Accept(",") {
		v = r.Expr()
	}
	return v
}

// assignment returns the operator that an assignment operator applies first, "" for a plain one.
func assignment(operator string) (applied string, assigns bool) {
	switch operator {
	case "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "**=", "<<=", ">>=", ">>>=", "&&=", "||=", "??=":
		return operator[:len(operator)-1], true
	}
	return "", false
}

// Expr reads one expression with its conditionals and assignments.
func (r *Interp) Expr() absval.Value {
	if r.Depth++; r.Depth > effect.MaxDepth {
		r.tooDeep()
		return absval.Top
	}
	v := r.assigned()
	r.Depth--
	return v
}

// assigned reads one expression with its conditionals and assignments, in a nesting that is counted.
func (r *Interp) assigned() absval.Value {
	from := r.Pos
	v := r.binary(1)
	if r.At("?") {
		v = r.conditional(v)
	}
	t := r.Tok()
	op, assigns := assignment(t.Text)
	if t.Kind != lex.Op || !assigns {
		return v
	}
	to := r.Pos
	r.Next()
	r.Accept("&")
	rhs := r.Pos
	w := r.Expr()
	if r.Err != nil {
		return absval.Top
	}
	if op != "" {
		w = r.combine(op, v, w)
		if to == from+1 {
			r.grow(r.Toks[from].Text, w)
		}
		return w
	}
	r.put(from, to, rhs, w)
	return w
}

// conditional reads from the question mark on. The value is the union of both branches.
func (r *Interp) conditional(cond absval.Value) absval.Value {
	var out absval.Value
	for r.Err == nil && r.Accept("?") {
		if r.Accept(":") {
			out = absval.Join(out, cond)
		} else {
			r.ternary++
			out = absval.Join(out, r.Expr())
			r.ternary--
			r.Accept(":")
		}
		cond = r.binary(1)
	}
	return absval.Join(out, cond)
}

// precedence returns the precedence of a binary operator; 0 means none.
func precedence(operator string) int {
	switch operator {
	case "or", "xor", "and":
		return 1
	case "??", "||", "|>":
		return 2
	case "&&":
		return 3
	case "|":
		return 4
	case "^":
		return 5
	case "&":
		return 6
	case "==", "!=", "===", "!==", "<>", "<=>":
		return 7
	case "<", ">", "<=", ">=", "instanceof", "in", "as", "satisfies":
		return 8
	case "<<", ">>", ">>>":
		return 9
	case "+", "-":
		return 10
	case "*", "/", "%":
		return 11
	case "**":
		return 12
	}
	return 0
}

func (r *Interp) binary(least int) absval.Value {
	left := r.unary()
	for {
		t := r.Tok()
		level := precedence(t.Text)
		if t.Kind != lex.Op && t.Kind != lex.Name || level < max(least, 1) {
			return left
		}
		if t.Text == "as" || t.Text == "satisfies" {
			if t.First || r.Name == "php" {
				return left
			}
			r.Next()
			r.SkipType(true)
			continue
		}
		r.Next()
		left = r.combine(t.Text, left, r.binary(level+1))
	}
}

// combine folds a binary operator.
func (r *Interp) combine(op string, a, b absval.Value) absval.Value {
	switch op {
	case "||", "??", "&&", "or", "and":
		return absval.Join(a, b)
	case "+":
		return r.plus(a, b)
	case "-", "*", "^":
		return r.Operate(op, a, b)
	}
	return absval.Top
}

// plus adds numbers and concatenates everything else as text.
func (r *Interp) plus(a, b absval.Value) absval.Value {
	if a.All(absval.Number) && b.All(absval.Number) && r.Name != "php" {
		return r.Operate("+", a, b)
	}
	return r.Operate("+", a.Str(), b.Str())
}

// unary reads prefix operators. Most of them make the value unknown.
func (r *Interp) unary() absval.Value {
	minus, prefix := false, false
	for {
		t := r.Tok()
		switch {
		case t.Kind == lex.Name && r.Prefixes[t.Text] && r.Ahead(1) != "=>" && r.Ahead(1) != ":" && r.Ahead(1) != ".":
			prefix = prefix || t.Text != "await" && t.Text != "new" && t.Text != "clone" && t.Text != "yield"
			r.Next()
		case t.Kind == lex.Op && (t.Text == "!" || t.Text == "~" || t.Text == "++" || t.Text == "--"):
			prefix = true
			r.Next()
		case t.Kind == lex.Op && t.Text == "-":
			minus = !minus
			r.Next()
		case t.Kind == lex.Op && (t.Text == "@" || t.Text == "&" || t.Text == "+" || t.Text == "<" || t.Text == "..."):
			r.Next()
		case r.cast():
		default:
			v := r.primary()
			switch {
			case minus && !prefix && len(v) == 1 && v[0].Kind == absval.Number:
				return absval.Integer(-v[0].Num)
			case minus || prefix:
				return absval.Top
			}
			return v
		}
	}
}

// casts reports whether PHP has a cast to a type.
func casts(word string) bool {
	switch word {
	case "string", "int", "integer", "bool", "boolean", "float", "double", "array", "object", "binary",
		"unset":
		return true
	}
	return false
}

// cast skips "(string)" before an operand.
func (r *Interp) cast() bool {
	if r.Name != "php" || !r.At("(") || r.Tok().Shut != 2 || !casts(r.Ahead(1)) || r.Toks[r.Pos+1].Kind != lex.Name {
		return false
	}
	r.Next()
	r.Next()
	r.Next()
	return true
}

// primary reads an operand and the calls, attributes and subscripts after it.
func (r *Interp) primary() absval.Value {
	start := r.Tok()
	from := r.Pos
	v := r.Term()
	if r.Pos == from {
		return v
	}
	for r.Err == nil {
		t := r.Tok()
		at := func() lex.Span { return lex.Span{Off: start.Off, End: r.Toks[max(r.Pos-1, 0)].End} }
		switch {
		case t.Kind == lex.String && t.Text == "`":
			args := absval.Arguments{Star: -1, Pos: []absval.Value{r.Literal(t.Pieces)}}
			r.Next()
			v = r.tagged(v, args, at())
		case t.Kind != lex.Op:
			return v
		case t.Text == "." || t.Text == "?.":
			r.Next()
			switch {
			case t.Text == "?." && (r.At("(") || r.At("[")):
			case r.Tok().Kind == lex.Name && r.Tok().Text[0] != '$' || r.Tok().Kind == lex.Name && r.Name != "php":
				name := r.Tok().Text
				r.Next()
				v = r.Attribute(v, name, at())
			case r.At("{"):
				end := r.Closing()
				key := r.expressionsTo(end)
				r.Next()
				v = r.Attributes(v, key, at())
			default:
				v = r.Attributes(v, r.Term(), at())
			}
		case t.Text == "(" && t.Shut == 2 && r.Ahead(1) == "...": // f(...), which is f itself
			r.Pos += 3
		case t.Text == "(" && t.Shut > 0:
			callee := r.Pos - 1
			args := r.arguments()
			r.grows(from, args)
			r.notePassed(callee, args)
			v = r.resultOf(callee, r.call(v, args, at()))
		case t.Text == "[" && t.Shut > 0:
			v = r.subscript(v, start.Off)
		case (t.Text == "++" || t.Text == "--" || t.Text == "!") && !t.First:
			r.Next()
			if t.Text != "!" {
				v = absval.Top
			}
		case t.Text == "<" && r.generic():
		default:
			return v
		}
	}
	return absval.Top
}

// generic skips "<T, U>" before the arguments of a call.
func (r *Interp) generic() bool {
	const most = 32
	depth := 0
	for i := r.Pos; i < len(r.Toks)-1 && i < r.Pos+most; i++ {
		t := r.Toks[i]
		switch {
		case t.Kind == lex.Name || t.Kind == lex.String:
		case t.Text == "<":
			depth++
		case t.Text == ">" || t.Text == ">>":
			if depth -= len(t.Text); depth <= 0 {
				if r.Toks[i+1].Text != "(" {
					return false
				}
				r.Pos = i + 1
				return true
			}
		case !strings.Contains(".,|&[]{}:;?", t.Text):
			return false
		}
	}
	return false
}
