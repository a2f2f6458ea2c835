package perl

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// levels is the precedence of binary operators; 0 means none. Assignments and the conditional are
// right-associative.
var levels = lazy.Value[map[string]int]{Make: func() map[string]int {
	return map[string]int{
		"=": 1, "+=": 1, "-=": 1, "*=": 1, "/=": 1, ".=": 1, "%=": 1, "x=": 1, "|=": 1, "&=": 1, "^=": 1, "||=": 1, "&&=": 1, "//=": 1,
		"**=": 1, "<<=": 1, ">>=": 1, "?": 2, "..": 3, "...": 3, "||": 4, "//": 4, "&&": 5, "|": 6, "^": 6, "&": 7,
		"==": 8, "!=": 8, "<=>": 8, "eq": 8, "ne": 8, "cmp": 8, "~~": 8, "<": 9, ">": 9, "<=": 9, ">=": 9, "lt": 9, "gt": 9, "le": 9, "ge": 9, "isa": 9,
		"<<": named + 1, ">>": named + 1, "+": 12, "-": 12, ".": 12, "*": 13, "/": 13, "%": 13, "x": 13, "=~": 14, "!~": 14, "**": 15,
	}
}}

// named is the precedence of functions with one argument.
const named = 10

// expr reads one expression without commas.
func (r *interp) expr() absval.Value { return r.binary(1) }

func (r *interp) binary(least int) absval.Value {
	r.Deeper()
	defer func() { r.Depth-- }()
	left := r.unary()
	for !r.Done() {
		t := r.Tok()
		level := 0
		if t.Kind == lex.Op || t.Kind == lex.Name {
			level = levels.Get()[t.Text]
		}
		if level < least || level == 0 {
			return left
		}
		lvals := r.lvals
		r.Next()
		switch {
		case level == 1:
			left = r.assign(t.Text, lvals, left)
		case t.Text == "?":
			v := r.binary(1)
			r.close(":")
			left = absval.Join(v, r.binary(1))
		case t.Text == "=~" || t.Text == "!~":
			left = r.match(left, lvals)
		default:
			left = r.combine(t.Text, left, r.binary(level+1))
		}
		r.lvals = nil
	}
	return left
}

// combine folds a binary operator.
func (r *interp) combine(op string, a, b absval.Value) absval.Value {
	switch op {
	case ".":
		return r.Operate("+", flat(a).Str(), flat(b).Str())
	case "x":
		return r.Operate("*", a, b)
	case "||", "//", "&&":
		return absval.Join(a, b)
	case "+", "-", "*":
		if len(a) == 1 && len(b) == 1 && a[0].Kind == absval.Number && b[0].Kind == absval.Number {
			return absval.Arithmetic(op, a[0].Num, b[0].Num)
		}
	}
	return absval.Top
}

// flat returns the value of a list in scalar context.
func flat(v absval.Value) absval.Value {
	if len(v) == 1 && v[0].Kind == absval.Sequence {
		return v.Items()
	}
	return v
}

// match reads the right side of =~, which may change the variable on the left.
func (r *interp) match(left absval.Value, lvals []string) absval.Value {
	t := r.Tok()
	changes := t.Kind == lex.String && (t.Text == "s" || t.Text == "se" || t.Text == "see" || t.Text == "tr")
	r.matched = t.Kind == lex.String
	r.binary(levels.Get()["=~"] + 1)
	r.matched = false
	switch {
	case t.Kind == lex.String && (t.Text == "sr" || t.Text == "trr"):
		return r.changed(t, flat(left))
	case changes:
		for _, name := range lvals {
			v := absval.Top
			if name[0] == '$' && (t.Text == "s" || t.Text == "tr") {
				v = r.Again(r.changed(t, flat(left)))
			}
			r.Bind(name, v)
		}
		return left
	}
	return absval.Top
}

// assign reads the right side of an assignment.
func (r *interp) assign(op string, lvals []string, left absval.Value) absval.Value {
	from := r.Pos
	v := r.binary(1)
	r.storedAs(from-2, v)
	at := lex.Span{Off: r.Toks[max(from-1, 0)].Off, End: r.Toks[max(r.Pos-1, 0)].End}
	if op == "x=" || op == ".=" {
		v = r.Again(r.combine(op[:1], left, v))
	}
	if op != "=" && op != ".=" && op != "x=" && op != "||=" && op != "//=" {
		v = absval.Top
	}
	if len(lvals) > 1 {
		r.assignList(lvals, v, at)
		return v
	}
	for _, name := range lvals {
		r.assignOne(name, v, from, at)
	}
	return v
}

// assignOne binds one variable, of whatever kind.
func (r *interp) assignOne(name string, v absval.Value, from int, at lex.Span) {
	for i := from; i < r.Pos && i < len(r.Toks) && r.Spend(0); i++ {
		if r.Toks[i].Kind == lex.Op && r.Toks[i].Text == name {
			v = r.Again(v)
			break
		}
	}
	switch {
	case name == "@ARGV":
		for _, a := range flat(v) {
			if a.Text != "" {
				r.openTwo("@ARGV", absval.Value{a}, "", at)
			}
		}
	case name == "$^I":
		for _, a := range r.Given {
			r.Emit(effect.Act{Kind: effect.Writes, Call: "$^I", Args: []effect.Arg{a}}, at)
		}
	}
	switch name[0] {
	case '@':
		if len(v) != 1 || v[0].Kind != absval.Sequence {
			v = absval.List(v)
		}
	case '%':
		v = flat(v)
	default:
		v = flat(v)
	}
	r.Bind(name, v)
}

// assignList binds several variables to the elements of a list.
func (r *interp) assignList(lvals []string, v absval.Value, at lex.Span) {
	for i, name := range lvals {
		part := flat(v)
		if len(v) == 1 && v[0].Kind == absval.Sequence && name[0] == '$' && i < len(v[0].Items) {
			part = absval.Join(v[0].Items[i], nil)
		} else if name == "@ARGV" { // a list takes all that is left
			r.assignOne(name, part, r.Pos, at)
			continue
		} else if name[0] == '@' {
			part = absval.List(part)
		}
		r.Bind(name, part)
	}
}

// unary reads prefix operators.
func (r *interp) unary() absval.Value {
	switch {
	case r.At("!") || r.At("~") || r.At("+") || r.At("-") || r.At("\\") || r.At("++") || r.At("--") || r.At("-X"):
		r.Deeper()
		defer func() { r.Depth-- }()
		op := r.Tok().Text
		r.Next()
		if op == "-X" && !r.starts() {
			return absval.Top
		}
		v := r.unary()
		switch {
		case op == "+":
			return v
		case op == "-" && len(v) == 1 && v[0].Kind == absval.Number:
			return absval.Integer(-v[0].Num)
		case op == "-" && len(v) == 1 && v[0].Kind == absval.Constant:
			return absval.Text("-" + v[0].Text)
		case op == "\\":
			return absval.Instance(`\`, v)
		}
		r.lvals = nil
		return absval.Top
	}
	return r.postfix()
}

// postfix reads an operand with subscripts, methods and increments after it.
func (r *interp) postfix() absval.Value {
	start := r.Tok()
	at := func() lex.Span { return lex.Span{Off: start.Off, End: max(r.Toks[max(r.Pos-1, 0)].End, start.Off+1)} }
	v := r.operand()
	for !r.Done() {
		switch {
		case r.Accept("->"):
			v = r.arrow(v, at)
		case r.At("[") && r.subscripted(start):
			r.Next()
			v = r.element(v, "]", "@")
		case r.At("{") && r.subscripted(start):
			r.Next()
			v = r.element(v, "}", "%")
		case r.At("(") && r.Toks[r.Pos-1].Text == "]" && start.Kind != lex.Name:
			r.Next()
			r.list()
			r.close(")")
			v = absval.Top
		case r.Accept("++"), r.Accept("--"):
			for _, name := range r.lvals {
				r.Bind(name, absval.Top)
			}
			v, r.lvals = absval.Top, nil
		default:
			return v
		}
	}
	return v
}

// subscripted reports whether a bracket here is a subscript: after a variable, a subscript or a
// list, but not after a word.
func (r *interp) subscripted(start *lex.Token) bool {
	prev := r.Toks[r.Pos-1]
	switch {
	case prev.Kind == lex.Op && (prev.Text == "]" || prev.Text == "}"):
		return start.Text != "{" && start.Kind != lex.Name || prev.Text == "]"
	case prev.Kind == lex.Op && prev.Text == ")":
		return r.At("[")
	}
	return prev.Kind == lex.Op && perlVariable(prev.Text)
}

// element reads a subscript and returns the possible elements.
func (r *interp) element(v absval.Value, end, sigil string) absval.Value {
	lvals := r.lvals
	key := r.statements(end)
	r.close(end)
	r.lvals = nil
	if len(lvals) == 1 && len(lvals[0]) > 1 {
		name := sigil + lvals[0][1:]
		r.lvals = []string{name}
		switch {
		case name == "%ENV":
			return r.EnvironmentVariable(key, absval.Arguments{Star: -1})
		}
		v = r.lookup(name)
		if len(v) == 1 && v[0].Kind == absval.Sequence && len(key) == 1 && key[0].Kind == absval.Number && sigil == "@" {
			if n := key[0].Num; n >= 0 && n < len(v[0].Items) {
				return v[0].Items[n]
			}
		}
	}
	if len(v) == 1 && v[0].Kind == absval.Ref && v[0].Text == `\` {
		v = v[0].Of
	}
	if name, known := key.OnlyText(); known && end == "}" {
		if stored := r.Field(name); stored != nil {
			return absval.Join(flat(v), stored)
		}
	}
	return flat(v)
}

// storedAs records what an assignment to an element of a mapping stores, whose last token is at a position.
func (r *interp) storedAs(last int, v absval.Value) {
	if last < 2 || r.Toks[last].Text != "}" || r.Toks[last-2].Text != "{" {
		return
	}
	switch t := r.Toks[last-1]; {
	case t.Kind == lex.Name:
		r.NoteField(t.Text, v)
	case t.Kind == lex.String && len(t.Pieces) == 1:
		r.NoteField(t.Pieces[0].Text, v)
	}
}

// arrow reads what follows "->".
func (r *interp) arrow(v absval.Value, at func() lex.Span) absval.Value {
	r.lvals = nil
	switch t := r.Tok(); {
	case r.Accept("["):
		return r.element(v, "]", "@")
	case r.Accept("{"):
		return r.element(v, "}", "%")
	case r.Accept("("):
		args := r.list()
		r.close(")")
		r.called(args)
		return absval.Top
	case t.Kind == lex.Name:
		r.Next()
		var args []absval.Value
		if r.Accept("(") {
			args = r.list()
			r.close(")")
		}
		r.lvals = nil
		return r.method(v, t.Text, args, at())
	case t.Kind == lex.Op && (t.Text == "@" || t.Text == "$" || t.Text == "%" || perlVariable(t.Text)):
		r.Next()
		r.Accept("*")
		if r.Accept("(") {
			r.called(r.list())
			r.close(")")
		}
		return absval.Top
	}
	r.Fail()
	return absval.Top
}

// called records the arguments passed to functions of the code.
func (r *interp) called(args []absval.Value) { r.Bind("@_", absval.List(args...)) }

// operand reads a literal, a variable, a group or a call.
func (r *interp) operand() absval.Value {
	t := r.Tok()
	r.lvals = nil
	switch {
	case r.Done():
		r.Fail()
	case t.Kind == lex.Number:
		r.Next()
		return absval.Numeral(t.Text)
	case t.Kind == lex.String:
		r.Next()
		return r.literal(t)
	case t.Kind == lex.Name:
		return r.named(t)
	case r.Accept("("):
		return r.group()
	case r.Accept("["):
		items := r.list()
		r.close("]")
		return absval.Instance(`\`, absval.List(items...))
	case r.Accept("{"):
		v := r.statements("}")
		r.close("}")
		return v
	case t.Kind == lex.Op && (perlVariable(t.Text) || strings.Contains("%&*", t.Text)):
		return r.variable(t)
	}
	r.Fail()
	return absval.Top
}

// group reads a parenthesized expression. If it has only variables, it may be assigned to.
func (r *interp) group() absval.Value {
	var lvals []string
	from := r.Pos
	items := r.list()
	if r.word() != "" && closers.Has(r.word()) || !r.At(")") {
		r.low()
		items = []absval.Value{absval.Top}
	}
	for _, t := range r.Toks[from:min(r.Pos, len(r.Toks))] {
		if t.Kind == lex.Op && perlVariable(t.Text) && len(t.Text) > 1 && len(lvals) < absval.MaxItems {
			lvals = append(lvals, t.Text)
		}
	}
	r.Spend(len(lvals))
	r.close(")")
	r.lvals = lvals
	if len(items) == 1 {
		return items[0]
	}
	return absval.List(items...)
}
