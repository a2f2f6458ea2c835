package python

import (
	"fmt"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// expressions reads "a, b as c", which is a tuple if there is a comma.
func (r *interp) expressions() absval.Value {
	var items []absval.Value
	for {
		start := r.Pos
		v, _ := r.element()
		if r.Pos > start {
			items = append(items, v)
		}
		if !r.Accept(",") {
			break
		}
		if len(items) == 0 || r.Pos == start {
			break
		}
	}
	switch len(items) {
	case 0:
		return absval.Top
	case 1:
		return items[0]
	}
	return absval.List(items...)
}

// element reads an expression and what may follow it in a list: "as" a name, or the loop of a
// comprehension.
func (r *interp) element() (v absval.Value, loop bool) {
	start := r.Tok()
	v = r.expr()
	switch next := r.Tok().Text; {
	case next == ":=" && start.Kind == lex.Name:
		r.Next()
		v = r.expr()
		r.bindLoosely(start.Text, v)
	case next == "as":
		r.Next()
		from := r.Pos
		r.primary()
		r.assign(from, r.Pos, v)
	case next == "for" || next == "async" && r.Ahead(1) == "for":
		r.use(v)
		r.comprehension()
		return absval.Join(absval.ListOf(v), absval.EnvironmentIn(v)), true
	}
	return v, false
}

// bindLoosely binds a name in a statement that may run any number of times.
func (r *interp) bindLoosely(name string, v absval.Value) {
	block := r.block
	r.block = true
	r.bind(name, v, 0)
	r.block = block
}

// comprehension reads the loops and conditions of a comprehension.
func (r *interp) comprehension() {
	block := r.block
	r.block = true
	for {
		switch {
		case r.Accept("async"):
		case r.Accept("for"):
			r.loop(false)
		case r.Accept("if"):
			r.binary(1)
		default:
			r.block = block
			return
		}
	}
}

// loop reads "targets in values" and binds the targets. In a statement the values may be a tuple
// without parentheses.
func (r *interp) loop(tuple bool) {
	from := r.Pos
	for depth := 0; r.Tok().Kind != lex.EOF && r.Tok().Kind != lex.Newline && (depth > 0 || !r.At("in")); r.Next() {
		if r.Tok().Kind == lex.Op && len(r.Tok().Text) == 1 {
			switch r.Tok().Text[0] {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				if depth--; depth < 0 {
					return
				}
			}
		}
	}
	to := r.Pos
	if !r.Accept("in") {
		return
	}
	var v absval.Value
	if tuple {
		v = r.expressions()
	} else {
		v = r.binary(1)
	}
	if in, known := r.InputLine(); known && len(v) == 1 && v[0].Kind == absval.Ref && v[0].Text == "sys.stdin" {
		v = absval.List(in)
	}
	if len(v) == 1 && v[0].Kind == absval.Ref && v[0].Text == "os.popen()" {
		if printed, known := r.Printed(v[0].Of); known {
			v = absval.List(printed)
		}
	}
	r.assign(from, to, v.Items())
}

// expr reads one expression with its conditional.
func (r *interp) expr() absval.Value {
	if r.Depth++; r.Depth > effect.MaxDepth {
		r.Stop(fmt.Errorf("python expressions nested over %d", effect.MaxDepth))
	}
	v := r.binary(1)
	for r.Accept("if") {
		r.binary(1)
		if r.Accept("else") {
			v = absval.Join(v, r.binary(1))
		}
	}
	r.Depth--
	return v
}

// precedence returns the precedence of a binary operator; 0 means none.
func precedence(operator string) int {
	switch operator {
	case "or":
		return 1
	case "and":
		return 2
	case "in", "not", "is", "<", ">", "<=", ">=", "==", "!=", "<>":
		return 3
	case "|":
		return 4
	case "^":
		return 5
	case "&":
		return 6
	case "<<", ">>":
		return 7
	case "+", "-":
		return 8
	case "*", "/", "//", "%", "@":
		return 9
	case "**":
		return 10
	}
	return 0
}

func (r *interp) binary(least int) absval.Value {
	left := r.unary()
	for {
		t := r.Tok()
		level := 0
		if t.Kind == lex.Op || t.Kind == lex.Name {
			level = precedence(t.Text)
		}
		if level < max(least, 1) {
			return left
		}
		r.Next()
		switch t.Text {
		case "not":
			r.Accept("in")
		case "is":
			r.Accept("not")
		}
		left = r.Operate(t.Text, left, r.binary(level+1))
	}
}

// unary reads prefix operators. They make the value unknown, except await and a minus before a
// number.
func (r *interp) unary() absval.Value {
	prefix, minus := false, false
	for {
		switch r.Tok().Text { // none of a literal is one of these
		case "lambda":
			return r.lambda()
		case "await":
		case "-":
			minus = !minus
		case "not", "+", "~", "*", "**", "`":
			prefix = true
		case "yield":
			if prefix = true; r.Ahead(1) == "from" {
				r.Next()
			}
		default:
			v := r.primary()
			switch {
			case minus && !prefix && len(v) == 1 && v[0].Kind == absval.Number:
				return absval.Integer(-v[0].Num)
			case minus || prefix:
				r.use(v)
				return absval.Top
			}
			return v
		}
		r.Next()
	}
}

func (r *interp) lambda() absval.Value {
	off := r.Tok().Off
	r.Next()
	if r.Depth++; r.Depth > effect.MaxDepth {
		r.Stop(fmt.Errorf("python expressions nested over %d", effect.MaxDepth))
	}
	f := r.lambdas[off]
	if f == nil || r.Nested > 0 {
		f = &local{at: map[int]bool{}}
		put(&r.lambdas, off, f)
	}
	r.formal(":", f)
	v := r.expr()
	r.use(v)
	r.Depth--
	if old := r.objects.lambdas[off]; !r.Collecting() && r.Nested == 0 {
		if v = absval.Join(old, v); len(v) != len(old) {
			put(&r.objects.lambdas, off, v)
			r.late = true
		}
	}
	return absval.ClosureOf(lambdas, off)
}

// lambdas begins the names of anonymous functions; their numbers are their offsets.
const lambdas = "lambda "

// formal reads the parameters of a function, up to the token that ends them. Their values are unknown, or
// those that visible calls pass.
func (r *interp) formal(end string, f *local) {
	first := 0
	for pos := 0; r.Tok().Kind != lex.EOF && !r.Accept(end); {
		t := r.Tok()
		r.Next()
		if t.Kind != lex.Name {
			continue
		}
		v := absval.Top
		if end == ")" && r.Accept(":") {
			r.Accept("*")
			r.expr()
		}
		if r.Accept("=") {
			v = absval.Join(r.expr(), v)
		}
		if len(f.calls) > 0 {
			v = absval.Join(f.passed(pos, t.Text, nil), v)
		}
		if pos == 0 && (t.Text == "self" || t.Text == "cls") {
			first = 1
		}
		if f.name != "" {
			v = absval.Join(r.passedTo(f.name, pos-first, t.Text), v)
		}
		pos++
		r.bindLoosely(t.Text, v)
	}
}

// primary reads an operand and the calls, attributes and subscripts after it.
func (r *interp) primary() absval.Value {
	start := r.Tok()
	from := r.Pos
	v := r.operand()
	if r.Pos == from {
		return v
	}
	for r.Err == nil {
		switch {
		case r.At(".") && r.Pos+1 < len(r.Toks) && r.Toks[r.Pos+1].Kind == lex.Name:
			r.Next()
			name := r.Tok().Text
			r.Next()
			v = r.attribute(v, name, lex.Span{Off: start.Off, End: r.Toks[r.Pos-1].End})
		case r.Accept("("):
			method := r.Pos == from+4
			callee := r.Toks[max(r.Pos-2, 0)]
			args := r.arguments()
			at := lex.Span{Off: start.Off, End: r.Toks[max(r.Pos-1, 0)].End}
			if start.Kind == lex.Name && method {
				r.grow(from, start.Text, args)
			}
			v = r.call(v, args, at)
			if callee.Kind == lex.Name {
				r.notePassed(callee.Text, args)
				v = r.resultOf(callee.Text, v)
			}
		case r.Accept("["):
			v = r.subscript(v, start.Off)
		default:
			return v
		}
	}
	return absval.Top
}

// operand reads a name, a literal or a bracketed expression. If none starts here, it consumes no
// token.
func (r *interp) operand() absval.Value {
	t := r.Tok()
	switch {
	case t.Kind == lex.Name && !isKeyword(t.Text):
		r.Next()
		return r.lookup(t.Text, t.Off)
	case t.Kind == lex.Number:
		r.Next()
		return absval.Numeral(t.Text)
	case t.Kind == lex.String:
		return r.texts()
	case r.Accept("..."):
		return absval.Top
	case r.Accept("("):
		items, _, comma, _ := r.elements(")")
		if len(items) == 1 && !comma {
			return items[0]
		}
		return absval.List(items...)
	case r.Accept("["):
		items, _, _, loop := r.elements("]")
		if loop && len(items) == 1 {
			return items[0]
		}
		return absval.List(items...)
	case r.Accept("{"):
		items, keys, _, loop := r.elements("}")
		if loop && len(items) == 1 {
			return absval.Join(items[0], absval.Top)
		}
		if len(items) > absval.MaxItems {
			return absval.Top
		}
		return dictionary(items, keys)
	}
	return absval.Top
}

// dictionary returns the value of a dictionary, or of a set, which has no keys.
func dictionary(items []absval.Value, keys []string) absval.Value {
	switch {
	case len(keys) != len(items):
		return absval.Growing(items, nil)
	case keys == nil:
		keys = []string{} // nil says that there are none
	}
	return absval.Growing(items, keys)
}

// isKeyword reports whether a name cannot be an operand. unary reads the keywords that start one.
func isKeyword(name string) bool {
	switch name {
	case "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally", "for", "from", "global",
		"if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield":
		return true
	}
	return false
}

// texts joins neighbouring strings.
func (r *interp) texts() absval.Value {
	v := r.literal(r.Tok().Pieces)
	for r.Next(); r.Tok().Kind == lex.String; r.Next() {
		v = r.Operate("+", v, r.literal(r.Tok().Pieces))
	}
	return v
}

// literal joins the pieces of a string.
func (r *interp) literal(pieces []lex.Piece) absval.Value {
	if len(pieces) == 1 && pieces[0].Code == nil && pieces[0].Known {
		v := r.LiteralText(pieces[0].Text)
		if n := len(v[0].Text); n > absval.MaxText || !r.Spend(n) {
			return absval.Top
		}
		return v
	}
	v := absval.Text("")
	for i := range pieces {
		p := &pieces[i]
		var next absval.Value
		switch {
		case p.Known && p.Text == "": // as before and between most fields
			continue
		case p.Code != nil:
			toks, pos := r.Toks, r.Pos
			r.Toks, r.Pos = p.Code, 0
			inner := r.rest()
			r.Toks, r.Pos = toks, pos
			if r.Err != nil {
				r.Pos = len(r.Toks) - 1
				return absval.Top
			}
			if next = inner.Str(); !p.Plain && !(len(next) == 1 && next[0].IsName()) {
				next = absval.Top
			}
		case p.Known:
			next = r.LiteralText(p.Text)
		default:
			next = absval.Prefix(p.Text)
		}
		v = r.Operate("+", v, next)
	}
	return v
}

// rest reads expressions up to the end of the tokens, and skips other tokens.
func (r *interp) rest() absval.Value {
	v := r.expressions()
	for r.Tok().Kind != lex.EOF {
		r.Next()
		r.use(r.expressions())
		v = absval.Top
	}
	return v
}

// usualItems is how many elements are read without more memory.
const usualItems = 4

// elements reads up to a closing bracket. A function among several elements counts as escaped, since
// the reader no longer follows it.
//
// The items of a dictionary are its values.
func (r *interp) elements(end string) (items []absval.Value, keys []string, comma, loop bool) {
	if r.Accept(end) {
		return nil, nil, false, false
	}
	value, values := false, 0
	items = make([]absval.Value, 0, usualItems)
	for r.Tok().Kind != lex.EOF && !r.Accept(end) {
		start := r.Pos
		star := r.Accept("*")
		v, many := r.element()
		loop = loop || many
		more, known := v.ListItems()
		switch {
		case r.Pos == start || r.Pos == start+1 && star:
			comma = comma || r.At(",")
			if r.At(":") && end == "}" && !value && len(items) > values {
				key := items[len(items)-1]
				r.use(key)
				items, value = items[:len(items)-1], true
				name, _ := key.OnlyText()
				keys = append(keys, name)
			}
			r.Next()
			continue
		case star && known && len(items)+len(more) <= absval.MaxItems && r.Spend(len(more)):
			items, comma = append(items, more...), true
		case star:
			items, comma = append(items, absval.Top), true
		default:
			items = append(items, v)
		}
		if value {
			value, values = false, len(items)
		}
	}
	if len(items) > 1 || comma || end != ")" {
		r.use(items...)
	}
	return items, keys, comma, loop
}
