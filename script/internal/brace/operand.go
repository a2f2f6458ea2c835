package brace

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Term reads a name, a literal or a bracketed expression. If none starts here, it consumes no
// token.
func (r *Interp) Term() absval.Value {
	t := r.Tok()
	switch {
	case t.Kind == lex.Number:
		r.Next()
		return absval.Numeral(strings.TrimSuffix(t.Text, "n"))
	case t.Kind == lex.String:
		r.Next()
		return r.Literal(t.Pieces)
	case t.Kind == lex.Name && r.Ahead(1) == "=>" && r.Toks[r.Pos+1].Kind == lex.Op && r.Name != "php":
		f, v := r.FunctionAt(t)
		r.Body(f, func() { r.single(f) }, func() {})
		return v
	case t.Kind == lex.Name && t.Text != "=>":
		if v, ok := r.Operand(r, t.Text); ok {
			return v
		}
		if r.Err != nil || reserved(t.Text) {
			return absval.Top
		}
		r.Next()
		return r.Lookup(t.Text)
	case t.Kind == lex.Op && t.Text == "(" && t.Shut > 0:
		return r.parenthesis()
	case t.Kind == lex.Op && t.Text == "[" && t.Shut > 0:
		return r.Array()
	case t.Kind == lex.Op && t.Text == "{" && t.Shut > 0:
		return r.object()
	case t.Kind == lex.Op && t.Text == "$":
		r.Next()
		return r.variable()
	}
	return absval.Top
}

// reserved reports whether a keyword cannot be an operand, so that it ends an expression.
func reserved(word string) bool {
	switch word {
	case "if", "else", "for", "while", "do", "return", "switch", "case", "break", "continue", "throw", "try",
		"catch", "finally", "const", "var", "foreach", "in", "instanceof", "as", "elseif", "echo":
		return true
	}
	return false
}

// single reads the only parameter of an arrow function without parentheses.
func (r *Interp) single(f *function) {
	from := r.Pos
	r.Next()
	r.declares = f
	r.assign(from, from+1, absval.OrTop(f.argument(0)))
	r.declares = nil
}

// parenthesis reads a group, or an arrow function.
func (r *Interp) parenthesis() absval.Value {
	if r.Name != "php" && r.IsArrow() {
		f, v := r.FunctionAt(r.Tok())
		r.Body(f, func() { r.Parameters(f) }, r.ResultType)
		return v
	}
	return r.Group()
}

// IsArrow reports whether the parenthesis here encloses the parameters of an arrow function.
func (r *Interp) IsArrow() bool {
	after := r.Pos + int(r.Tok().Shut) + 1
	if after >= len(r.Toks) || r.Toks[after].Kind != lex.Op {
		return false
	}
	if r.Toks[after].Text != ":" || r.ternary > 0 {
		return r.Toks[after].Text == "=>"
	}
	pos := r.Pos
	r.Pos = after + 1
	r.SkipType(false)
	arrow := r.At("=>")
	if r.Err == nil {
		r.Pos = pos
	}
	return arrow
}

// Array reads "[a, ...b]" or "[k => v]", and "array(…)" from its bracket on.
func (r *Interp) Array() absval.Value {
	end := r.Closing()
	var items []absval.Value
	var keys []string
	named, open := false, false
	for r.Pos < end && r.Err == nil {
		start := r.Pos
		spread := r.Accept("...")
		v, key := r.Expr(), ""
		if r.Accept("=>") {
			key, named = keyOf(v), true
			v = r.Expr()
		}
		switch {
		case r.Pos == start:
			r.Next()
			continue
		case spread && len(v) == 1 && v[0].Kind == absval.Sequence && v[0].Keys == nil && r.Spend(len(v[0].Items)):
			items = append(items, v[0].Items...)
		case spread:
			items, open = append(items, absval.Top), true
		default:
			items = append(items, v)
		}
		for len(keys) < len(items) {
			keys = append(keys, key)
		}
		r.Accept(",")
	}
	return r.built(end, items, keys, named, open)
}

// keyOf returns the key of an element: a text, or the name of a constant.
func keyOf(v absval.Value) string {
	if len(v) == 1 && v[0].Kind == absval.Ref && v[0].Of == nil {
		return v[0].Text
	}
	return absval.One(v).Text
}

// built returns the value of an array or object literal.
func (r *Interp) built(end int, items []absval.Value, keys []string, named, open bool) absval.Value {
	if r.Err != nil {
		return absval.Top
	}
	r.Pos = end
	r.Next()
	if len(items) > absval.MaxItems {
		r.use(items...)
		for _, it := range items {
			r.escape(it, 3)
		}
		return absval.Top
	}
	if !named {
		return absval.List(items...)
	}
	for i, k := range keys {
		r.noteField(k, items[i])
	}
	if open {
		return absval.Join(absval.Mapping(items, keys), absval.Top)
	}
	return absval.Mapping(items, keys)
}

// object reads "{a: 1, b, [c]: 2, d() {}, ...e}".
func (r *Interp) object() absval.Value {
	end := r.Closing()
	var items []absval.Value
	var keys []string
	open := false
	for r.Pos < end && r.Err == nil {
		start := r.Pos
		if r.Accept(",") {
			continue
		}
		if r.Accept("...") {
			v := r.Expr()
			more := len(v) == 1 && v[0].Kind == absval.Sequence && len(v[0].Keys) == len(v[0].Items) && r.Spend(len(v[0].Items))
			if more {
				items, keys = append(items, v[0].Items...), append(keys, v[0].Keys...)
			}
			if absval.ContainsVariables(v) {
				items, keys = append(items, v), append(keys, "...")
			}
			open = open || !more
			continue
		}
		key, v := r.property()
		items, keys = append(items, v), append(keys, key)
		if r.Pos == start {
			r.Next()
		}
	}
	if keys == nil {
		keys = []string{}
	}
	return r.built(end, items, keys, true, open)
}

// property reads one property of an object.
func (r *Interp) property() (string, absval.Value) {
	for modifiers(r.Tok().Text) && r.Tok().Kind == lex.Name && r.isModifier() || r.At("*") {
		r.Next()
	}
	t, from := r.Tok(), r.Pos
	key := absval.One(r.keyAt(from)).Text
	if r.At("[") {
		r.expressionsTo(r.Closing())
	}
	r.Next()
	switch {
	case r.At("(") && r.Tok().Shut > 0:
		return key, r.method(key)
	case r.Accept(":"):
		return key, r.Expr()
	case r.Accept("="):
		v := r.Expr()
		r.assign(from, from+1, v)
		return key, v
	case t.Kind == lex.Name:
		return key, r.Lookup(t.Text)
	}
	return key, absval.Top
}

// Literal joins the pieces of a string.
func (r *Interp) Literal(pieces []lex.Piece) absval.Value {
	if len(pieces) == 1 && pieces[0].Code == nil && pieces[0].Known {
		return r.LiteralText(pieces[0].Text)
	}
	v := absval.Text("")
	for _, p := range pieces {
		next := absval.Top
		switch {
		case p.Code != nil:
			toks, pos := r.Toks, r.Pos
			r.Toks, r.Pos = p.Code, 0
			inner := r.expressionsTo(len(p.Code) - 1)
			r.Toks, r.Pos = toks, pos
			if r.Err != nil {
				r.Pos = len(r.Toks) - 1
				return absval.Top
			}
			next = inner.Str()
		case p.Known:
			next = r.LiteralText(p.Text)
		}
		v = r.Operate("+", v, next)
	}
	return v
}

// SkipType skips a type of TypeScript or PHP. Function types are allowed if functions is set, so
// that the arrow is not the one before a body.
func (r *Interp) SkipType(functions bool) {
	operand := true
	for r.Err == nil {
		t := r.Tok()
		switch {
		case t.Kind == lex.Name && typeWords(t.Text), t.Kind == lex.Op && (t.Text == "|" || t.Text == "&" || t.Text == "." || t.Text == "?" && r.Name == "php"):
			operand = true
		case t.Kind == lex.Op && t.Text == "=>" && functions && !operand && r.Toks[r.Pos-1].Text == ")":
			operand = true
		case t.Kind == lex.Op && t.Shut > 0 && (operand || t.Text == "[" && !t.First):
			r.Pos += int(t.Shut)
			operand = false
		case t.Kind == lex.Op && t.Text == "<" && r.Angle():
			operand = false
		case operand && (t.Kind == lex.Name || t.Kind == lex.String || t.Kind == lex.Number):
			operand = false
		default:
			return
		}
		r.Next()
	}
}

// typeWords reports whether a word is an operator of types.
func typeWords(word string) bool {
	switch word {
	case "keyof", "typeof", "readonly", "infer", "extends", "is", "asserts", "unique", "new":
		return true
	}
	return false
}

// Angle advances to the bracket that closes "<…>".
func (r *Interp) Angle() bool {
	const most = 256
	depth := 0
	for i := r.Pos; i < len(r.Toks)-1 && i < r.Pos+most; i++ {
		switch t := r.Toks[i]; {
		case t.Kind != lex.Op:
		case t.Text == "<":
			depth++
		case t.Text == ">" || t.Text == ">>" || t.Text == ">>>":
			if depth -= len(t.Text); depth <= 0 {
				r.Pos = i
				return true
			}
		case t.Text == ";":
			return false
		}
	}
	return false
}
