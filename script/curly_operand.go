package script

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// term reads a name, a literal or something in brackets. It takes no token
// where none of these stands.
func (r *curly) term() absval.Value {
	t := r.Tok()
	switch {
	case t.Kind == lex.Number:
		r.Next()
		return absval.Numeral(strings.TrimSuffix(t.Text, "n"))
	case t.Kind == lex.String:
		r.Next()
		return r.literal(t.Pieces)
	case t.Kind == lex.Name && r.Ahead(1) == "=>" && r.Toks[r.Pos+1].Kind == lex.Op && r.name != "php":
		f, v := r.functionAt(t)
		r.body(f, func() { r.single(f) }, func() {})
		return v
	case t.Kind == lex.Name && t.Text != "=>":
		if v, ok := r.operand(r, t.Text); ok {
			return v
		}
		if r.Err != nil || reserved(t.Text) {
			return absval.Top
		}
		r.Next()
		return r.lookup(t.Text)
	case t.Kind == lex.Op && t.Text == "(" && t.Shut > 0:
		return r.parenthesis()
	case t.Kind == lex.Op && t.Text == "[" && t.Shut > 0:
		return r.array()
	case t.Kind == lex.Op && t.Text == "{" && t.Shut > 0:
		return r.object()
	case t.Kind == lex.Op && t.Text == "$":
		r.Next()
		return r.variable()
	}
	return absval.Top
}

// reserved tells whether a word cannot be an operand, so that an expression
// ends before it.
func reserved(word string) bool {
	switch word {
	case "if", "else", "for", "while", "do", "return", "switch", "case", "break", "continue", "throw", "try",
		"catch", "finally", "const", "var", "foreach", "in", "instanceof", "as", "elseif", "echo":
		return true
	}
	return false
}

// single reads the one parameter of an arrow function without brackets.
func (r *curly) single(f *function) {
	from := r.Pos
	r.Next()
	r.declares = f
	r.assign(from, from+1, absval.OrTop(f.argument(0)))
	r.declares = nil
}

// parenthesis reads a group, or an arrow function.
func (r *curly) parenthesis() absval.Value {
	if r.name != "php" && r.isArrow() {
		f, v := r.functionAt(r.Tok())
		r.body(f, func() { r.parameters(f) }, r.resultType)
		return v
	}
	return r.group()
}

// isArrow tells whether the bracket here holds parameters.
func (r *curly) isArrow() bool {
	after := r.Pos + int(r.Tok().Shut) + 1
	if after >= len(r.Toks) || r.Toks[after].Kind != lex.Op {
		return false
	}
	if r.Toks[after].Text != ":" || r.ternary > 0 {
		return r.Toks[after].Text == "=>"
	}
	pos := r.Pos
	r.Pos = after + 1
	r.skipType(false)
	arrow := r.At("=>")
	if r.Err == nil {
		r.Pos = pos
	}
	return arrow
}

// array reads "[a, ...b]" or "[k => v]", and "array(…)" from its bracket on.
func (r *curly) array() absval.Value {
	end := r.closing()
	var items []absval.Value
	var keys []string
	named, open := false, false
	for r.Pos < end && r.Err == nil {
		start := r.Pos
		spread := r.Accept("...")
		v, key := r.expr(), ""
		if r.Accept("=>") {
			key, named = absval.One(v).Text, true
			v = r.expr()
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

// built is an array or object that was read.
func (r *curly) built(end int, items []absval.Value, keys []string, named, open bool) absval.Value {
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
	if open {
		return absval.Join(absval.Mapping(items, keys), absval.Top)
	}
	return absval.Mapping(items, keys)
}

// object reads "{a: 1, b, [c]: 2, d() {}, ...e}".
func (r *curly) object() absval.Value {
	end := r.closing()
	var items []absval.Value
	var keys []string
	open := false
	for r.Pos < end && r.Err == nil {
		start := r.Pos
		if r.Accept(",") {
			continue
		}
		if r.Accept("...") {
			v := r.expr()
			more := len(v) == 1 && v[0].Kind == absval.Sequence && len(v[0].Keys) == len(v[0].Items) && r.Spend(len(v[0].Items))
			if more {
				items, keys = append(items, v[0].Items...), append(keys, v[0].Keys...)
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

// property reads one of an object.
func (r *curly) property() (string, absval.Value) {
	for modifiers(r.Tok().Text) && r.Tok().Kind == lex.Name && r.isModifier() || r.At("*") {
		r.Next()
	}
	t, from := r.Tok(), r.Pos
	key := absval.One(r.keyAt(from)).Text
	if r.At("[") {
		r.expressionsTo(r.closing())
	}
	r.Next()
	switch {
	case r.At("(") && r.Tok().Shut > 0:
		return key, r.method()
	case r.Accept(":"):
		return key, r.expr()
	case r.Accept("="):
		v := r.expr()
		r.assign(from, from+1, v)
		return key, v
	case t.Kind == lex.Name:
		return key, r.lookup(t.Text)
	}
	return key, absval.Top
}

// literal joins the pieces of a string.
func (r *curly) literal(pieces []lex.Piece) absval.Value {
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

// skipType passes over a type of TypeScript or PHP; one that may be of a
// function, unless its arrow would be the arrow before a body.
func (r *curly) skipType(functions bool) {
	operand := true
	for r.Err == nil {
		t := r.Tok()
		switch {
		case t.Kind == lex.Name && typeWords(t.Text), t.Kind == lex.Op && (t.Text == "|" || t.Text == "&" || t.Text == "." || t.Text == "?" && r.name == "php"):
			operand = true
		case t.Kind == lex.Op && t.Text == "=>" && functions && !operand && r.Toks[r.Pos-1].Text == ")":
			operand = true
		case t.Kind == lex.Op && t.Shut > 0 && (operand || t.Text == "[" && !t.First):
			r.Pos += int(t.Shut)
			operand = false
		case t.Kind == lex.Op && t.Text == "<" && r.angle():
			operand = false
		case operand && (t.Kind == lex.Name || t.Kind == lex.String || t.Kind == lex.Number):
			operand = false
		default:
			return
		}
		r.Next()
	}
}

// typeWords tells whether a word stands before a type or between two.
func typeWords(word string) bool {
	switch word {
	case "keyof", "typeof", "readonly", "infer", "extends", "is", "asserts", "unique", "new":
		return true
	}
	return false
}

// angle moves to the bracket that closes "<…>".
func (r *curly) angle() bool {
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
