package lua

import (
	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// levels are the binary operators, from the lowest precedence to the highest.
var levels = [...]lex.Words{"or", "and", "< > <= >= ~= ==", "|", "~", "&", "<< >>", "..", "+ -", "* / // %"}

// expr reads operators of a level and above.
func (r *interp) expr(level int) absval.Value {
	if level == len(levels) {
		return r.unary()
	}
	if level == 0 {
		r.deeper()
		defer func() { r.Depth-- }()
	}
	v := r.expr(level + 1)
	for !r.done() && (r.Tok().Kind == lex.Op || r.Tok().Kind == lex.Name) && levels[level].Has(r.Tok().Text) {
		op := r.Tok().Text
		r.Next()
		v = r.operate(op, v, r.expr(level+1))
	}
	return v
}

// operate folds a binary operator.
func (r *interp) operate(op string, a, b absval.Value) absval.Value {
	switch op {
	case "and", "or":
		return r.Operate(op, a, b)
	case "..":
		return r.Operate("+", a.Str(), b.Str())
	case "+", "-", "*":
		if a.All(absval.Number) && b.All(absval.Number) {
			return r.Operate(op, a, b)
		}
	}
	r.escape(a, 1) // a metatable may change it
	r.escape(b, 1)
	return absval.Top
}

func (r *interp) unary() absval.Value {
	switch op := r.Tok().Text; {
	case r.At("not") || r.At("-") || r.At("#") || r.At("~"):
		r.Next()
		r.deeper()
		v := r.unary()
		r.Depth--
		if op == "-" && len(v) == 1 && v[0].Kind == absval.Number {
			return absval.Integer(-v[0].Num)
		}
		if op == "#" {
			return absval.TemplateOf(effect.Placeholder)
		}
		return absval.Top
	}
	v := r.operand()
	if r.Accept("^") {
		r.deeper()
		r.unary()
		r.Depth--
		return absval.TemplateOf(effect.Placeholder)
	}
	return v
}

// operand reads a literal, a function, a table, or an expression that starts with a name or a
// parenthesis.
func (r *interp) operand() absval.Value {
	switch t := r.Tok(); {
	case r.done():
		r.fail()
		return absval.Top
	case t.Kind == lex.String:
		r.Next()
		return r.LiteralText(textOf(t))
	case t.Kind == lex.Number:
		r.Next()
		return absval.Numeral(t.Text)
	case r.Accept("nil") || r.Accept("true") || r.Accept("false"):
		return absval.Named(t.Text)
	case r.Accept("..."):
		if r.inside == nil && len(r.Operands) > 0 {
			return absval.Instance("table.unpack()", absval.List(r.Operands...))
		}
		return absval.Top
	case r.Accept("function"):
		return r.function(false)
	case r.At("{"):
		return r.table()
	}
	v, _, _ := r.primary()
	return v
}

// table reads a table constructor.
func (r *interp) table() absval.Value {
	r.Next()
	r.deeper()
	defer func() { r.Depth-- }()
	var items []absval.Value
	var keys []string
	named, open := false, false
	for !r.Accept("}") && r.Err == nil {
		key := ""
		switch {
		case r.At("[") && r.Tok().Kind == lex.Op:
			r.Next()
			k := r.expr(0)
			r.expect("]")
			r.expect("=")
			if len(k) == 1 && k[0].Kind == absval.Constant {
				key, named = k[0].Text, true
			} else {
				open = true
			}
		case r.Tok().Kind == lex.Name && r.Ahead(1) == "=" && r.Toks[r.Pos+1].Kind == lex.Op && !keywords.Has(r.Tok().Text):
			key, named = r.Tok().Text, true
			r.Next()
			r.Next()
		}
		v := r.expr(0)
		items, keys = append(items, v), append(keys, key)
		if !r.Accept(",") && !r.Accept(";") && !r.At("}") {
			r.fail()
		}
	}
	if !r.Spend(len(items)) || len(items) > absval.MaxItems {
		for _, it := range items[:min(len(items), absval.MaxItems)] {
			r.escape(it, 2)
		}
		return absval.Top
	}
	if named || open {
		return absval.Mapping(items, keys)
	}
	if len(items) > 0 {
		items = spread(items)
	}
	return absval.List(items...)
}

// primary reads a name or a parenthesis with the fields and calls after it. It returns the place
// that it denotes, and whether it ends in a call.
func (r *interp) primary() (v absval.Value, p place, call bool) {
	start := r.Tok()
	switch {
	case r.At("("):
		r.Next()
		v = r.expr(0)
		r.expect(")")
	case start.Kind == lex.Name && !keywords.Has(start.Text):
		r.Next()
		v, p.path = r.lookup(start.Text), start.Text
		if hasPlaceholder(start.Text) {
			v, p.path = absval.Top, ""
		}
	default:
		r.fail()
		return absval.Top, place{}, false
	}
	for !r.done() {
		r.Spend(0)
		switch t := r.Tok(); {
		case r.Accept("."):
			v, p = r.field(v, p, absval.Text(r.Tok().Text), start), within(p, r.Tok().Text)
			if r.Tok().Kind != lex.Name {
				r.fail()
			}
			r.Next()
			call = false
		case t.Kind == lex.Op && r.Accept("["):
			r.deeper()
			key := r.expr(0)
			r.Depth--
			r.expect("]")
			name := "[]"
			if text, ok := key.OnlyText(); ok {
				name = text
			}
			v, p = r.field(v, p, key, start), within(p, name)
			call = false
		case t.Kind == lex.Op && r.Accept(":"):
			name := r.Tok().Text
			r.Next()
			m := r.field(v, p, absval.Text(name), start)
			v, p, call = r.called(m, v, p, start), place{}, true
		case t.Kind == lex.String, t.Kind == lex.Op && (t.Text == "(" || t.Text == "{"):
			v, p, call = r.called(v, nil, p, start), place{}, true
		default:
			return v, p, call
		}
	}
	return v, p, call
}

// called reads the arguments of a call and calls f. self is the receiver of a method.
func (r *interp) called(f, self absval.Value, p place, start *lex.Token) absval.Value {
	r.deeper()
	first := r.Pos + 1
	args := r.arguments()
	r.Depth--
	if name := r.Toks[min(first, r.Pos)]; p.path == "table.insert" && len(args) > 1 && name.Kind == lex.Name {
		r.grow(name.Text, args[len(args)-1])
	}
	span := lex.Span{Off: start.Off, End: r.Toks[max(r.Pos-1, 0)].End}
	return r.call(f, self, args, span)
}

// arguments reads the arguments of a call.
func (r *interp) arguments() []absval.Value {
	switch t := r.Tok(); {
	case t.Kind == lex.String:
		r.Next()
		return []absval.Value{r.LiteralText(textOf(t))}
	case r.At("{"):
		return []absval.Value{r.table()}
	}
	r.expect("(")
	if r.Accept(")") {
		return nil
	}
	args := r.list()
	r.expect(")")
	return args
}

// within returns the place of a field.
func within(p place, name string) place {
	if p.path == "" || hasPlaceholder(name) || len(p.path)+len(name) > lex.MaxName {
		return place{}
	}
	return place{path: p.path + "." + name, table: p.path}
}
