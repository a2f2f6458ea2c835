package ruby

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// levels is the precedence of binary operators; 0 means none.
var levels = lazy.Value[map[string]int]{Make: func() map[string]int {
	return map[string]int{
		"=": 1, "+=": 1, "-=": 1, "*=": 1, "/=": 1, "%=": 1, "**=": 1, "|=": 1, "&=": 1, "^=": 1, "||=": 1, "&&=": 1, "<<=": 1, ">>=": 1,
		"?": 2, "..": 3, "...": 3, "||": 4, "&&": 5, "<=>": 7, "==": 7, "===": 7, "!=": 7, "=~": 7, "!~": 7,
		"<": 8, "<=": 8, ">": 8, ">=": 8, "|": 9, "^": 9, "&": 10, "<<": 11, ">>": 11, "+": 12, "-": 12, "*": 13, "/": 13, "%": 13, "**": 15,
	}
}}

func (r *interp) expr(least int) absval.Value {
	r.Deeper()
	defer func() { r.Depth-- }()
	left := r.unary()
	for !r.Done() {
		t := r.Tok()
		level := 0
		if t.Kind == lex.Op {
			level = levels.Get()[t.Text]
		}
		if level < least || level == 0 {
			return left
		}
		name, from := r.lval, r.Pos
		r.Next()
		r.newlines()
		switch {
		case level == 1:
			left = r.assign(t.Text, name, left, from)
		case t.Text == "?":
			v := r.expr(2)
			r.newlines()
			if !r.Accept(":") {
				r.Accept("=>") // a name right before the colon
			}
			r.newlines()
			left = absval.Join(v, r.expr(2))
		case t.Text == "..." || t.Text == "..":
			if !r.Done() && r.Tok().Kind != lex.Newline && !r.At(")") && !r.At("]") {
				r.expr(level + 1)
			}
			left = absval.Top
		default:
			left = r.combine(t.Text, name, left, r.expr(level+1))
		}
		if r.lval = ""; t.Text == "<<" {
			r.lval = name // more may come behind it
		}
	}
	return left
}

// combine folds a binary operator.
func (r *interp) combine(op, name string, a, b absval.Value) absval.Value {
	switch op {
	case "+", "/":
		if len(a) == 1 && a[0].Kind == absval.Ref && a[0].Text == "Pathname()" {
			return absval.Instance("Pathname()", r.Paths(a[0].Of, b))
		}
		if op == "/" {
			return absval.Top
		}
		return r.Operate("+", a, b)
	case "-", "*":
		return r.Operate(op, a, b)
	case "||", "&&":
		return absval.Join(a, b)
	case "%":
		if len(a) == 1 && a[0].Kind == absval.Constant && len(b) == 1 {
			return r.Percent(a[0].Text, b[0].Elements())
		}
	case "<<":
		if !a.All(absval.Sequence) {
			r.NoteWritten(b, r.here())
		}
		v := r.Operate("+", a, b)
		if len(a) == 1 && a[0].Kind == absval.Sequence {
			v = r.Operate("+", a, absval.List(b))
		}
		r.Bind(name, r.Again(v))
		return v
	}
	return absval.Top
}

// assign reads the right side of an assignment.
func (r *interp) assign(op, name string, left absval.Value, from int) absval.Value {
	v := r.expr(1)
	r.NoteField(absval.FieldAssigned(r.Toks[:from]), v)
	if r.At(",") && op == "=" && (from < 2 || r.Toks[from-2].Text != "(") {
		items := []absval.Value{v}
		for r.Accept(",") && len(items) < absval.MaxItems {
			items = append(items, r.expr(2))
		}
		v = absval.List(items...)
	}
	switch op {
	case "=", "||=", "&&=":
		if r.Mentions(name, from, r.Pos) {
			v = r.Again(v)
		}
	case "+=":
		v = r.Again(r.Operate("+", left, v))
	default:
		v = absval.Top
	}
	if from > 1 && r.Toks[from-2].Text == "," {
		v = absval.Top // one of several
	}
	r.Bind(name, v)
	return v
}

func (r *interp) unary() absval.Value {
	if t := r.Tok(); t.Kind == lex.Op && wordlist.Among(t.Text, " ! - + ~ * ** & :: ") {
		r.Deeper()
		defer func() { r.Depth-- }()
		r.Next()
		v := r.unary()
		switch {
		case t.Text == "-" && len(v) == 1 && v[0].Kind == absval.Number:
			return absval.Integer(-v[0].Num)
		case t.Text == "!" || t.Text == "-" || t.Text == "~":
			r.lval = ""
			return absval.Top
		case t.Text == "&" && len(v) == 1 && v[0].Kind == absval.Constant: // a method by its symbol
			return absval.Named(lex.ClipName(symbol + v[0].Text))
		}
		return v
	}
	start := r.Tok()
	return r.postfix(r.operand(), start)
}

// symbol begins the name of a method that is passed as a block.
const symbol = "&:"

// operand reads a literal, a name, or something in brackets.
func (r *interp) operand() absval.Value {
	t := r.Tok()
	r.lval = ""
	switch {
	case r.Done():
		r.Fail()
	case t.Kind == lex.Number:
		r.Next()
		return absval.Numeral(t.Text)
	case t.Kind == lex.String:
		v := absval.Text("")
		if t.Text == "qw" || t.Text == "m" {
			r.Next()
			return r.literal(t)
		}
		for ; r.Tok().Kind == lex.String && r.Tok().Text != "qw"; r.Next() {
			v = r.Operate("+", v, r.literal(r.Tok()))
		}
		return v
	case t.Kind == lex.Name && words.Has(t.Text):
		r.Next()
		return absval.Top
	case t.Kind == lex.Name:
		r.Next()
		return r.named(t)
	case r.Accept("("):
		v := r.statements(")")
		r.close(")")
		r.lval = ""
		return v
	case r.Accept("["):
		items, _ := r.list("]")
		r.close("]")
		r.lval = ""
		return absval.List(items...)
	case r.Accept("{"):
		_, pairs := r.list("}")
		r.close("}")
		return absval.Instance("{}", pairs)
	case r.Accept("->"):
		if r.Accept("(") {
			r.statements(")")
			r.close(")")
		}
		r.block(absval.Top)
		return absval.Top
	}
	r.Fail()
	return absval.Top
}

// list reads expressions up to a closing bracket; end is "" for arguments without parentheses. pairs
// are the pairs among them, as a mapping, or nil.
func (r *interp) list(end string) (items []absval.Value, pairs absval.Value) {
	var values []absval.Value
	var keys []string
	defer func() {
		if keys != nil {
			pairs = absval.Mapping(values, keys)
		}
	}()
	for !r.Done() {
		if end != "" {
			r.newlines()
		}
		if end != "" && r.At(end) {
			return items, pairs
		}
		v := r.expr(1)
		if r.Accept("=>") {
			r.newlines()
			if !r.At(",") && !(end != "" && r.At(end)) {
				w := r.expr(1)
				key, _ := v.OnlyText()
				if len(keys) <= absval.MaxItems {
					keys, values = append(keys, key), append(values, w)
				}
				r.NoteField(key, w)
				switch {
				case len(v) == 1 && v[0].Text == "chdir":
					r.Bind("chdir:", w)
					if end == ")" || end == "" {
						items = append(items, absval.Instance(startOption, w))
					}
				case len(v) == 1 && v[0].Text == "method" && len(w) == 1 && strings.EqualFold(strings.TrimPrefix(w[0].Text, symbol), "delete"):
					items = append(items, absval.Text("delete")) // of a request
				case len(v) == 1 && v[0].Text == "stdin_data":
					r.NoteWritten(w, r.here())
				case absval.ContainsVariables(w) && !(len(v) == 1 && absval.ForCredentials(v[0].Text)):
					items = append(items, absval.Instance("{}", w))
				}
			}
		} else if len(items) <= absval.MaxItems {
			items = append(items, v)
		}
		if end != "" {
			r.newlines()
		}
		if !r.Accept(",") {
			if end == "" || r.At(end) || r.Err != nil {
				return items, pairs
			}
			if t := r.Tok(); t.Kind != lex.Name || !words.Has(t.Text) && t.Text != "for" {
				r.Fail()
				return items, pairs
			}
			r.Next() // f(x if y)
		}
		r.newlines()
	}
	return items, pairs
}

// arguments reads the arguments of the call named by a token, and the block after them; r.pairs are the pairs
// among them. A method
// passed as a block is one of the arguments.
func (r *interp) arguments(t *lex.Token) (args []absval.Value, given bool) {
	switch {
	case r.At("(") && r.Tok().Off == t.End:
		r.Next()
		args, r.pairs = r.list(")")
		r.close(")")
		given = true
	case r.Tok().Off > t.End && r.starts(), r.Tok().Kind == lex.String && r.Tok().Off == t.End:
		args, r.pairs = r.list("")
		given = true
	default:
		r.pairs = nil
	}
	r.lval = ""
	return args, given
}

// starts reports whether arguments without parentheses start here, after a blank.
func (r *interp) starts() bool {
	t := r.Tok()
	switch t.Kind {
	case lex.String, lex.Number:
		return true
	case lex.Name:
		return !ends.Has(t.Text)
	case lex.Op:
		if wordlist.Among(t.Text, " -> [ ( ! :: ") {
			return true
		}
		tight := r.Pos+1 < len(r.Toks) && r.Toks[r.Pos+1].Off == t.End
		return tight && wordlist.Among(t.Text, " * & - ** ")
	}
	return false
}

// postfix reads the methods and subscripts behind a value.
func (r *interp) postfix(v absval.Value, start *lex.Token) absval.Value {
	for !r.Done() {
		if r.Tok().Kind == lex.Newline && r.leads() {
			r.newlines()
		}
		t := r.Tok()
		switch {
		case r.At(".") || r.At("&.") || r.At("::"):
			r.Next()
			r.newlines()
			name := r.Tok()
			if name.Kind != lex.Name && !r.At("(") {
				if name.Kind == lex.Op && len(name.Text) > 0 {
					r.Next() // 1.+(2)
					continue
				}
				r.Fail()
				return absval.Top
			}
			v = r.member(v, name, t.Text == "::", start)
		case r.At("[") && r.Pos > 0 && r.Toks[r.Pos-1].End == t.Off:
			r.Next()
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

// leads reports whether the next line starts with the dot of a method.
func (r *interp) leads() bool {
	i := r.Pos
	for i < len(r.Toks)-1 && r.Toks[i].Kind == lex.Newline {
		i++
	}
	return r.Toks[i].Kind == lex.Op && (r.Toks[i].Text == "." || r.Toks[i].Text == "&.")
}

// index returns the possible elements at a subscript.
func (r *interp) index(v absval.Value, items []absval.Value) absval.Value {
	if len(items) != 1 || len(v) != 1 {
		return absval.Top
	}
	i := items[0]
	if len(i) == 1 && i[0].Kind == absval.Constant && r.Field(i[0].Text) != nil && (v[0].IsUnknown() || v[0].Text == "{}") {
		return absval.Join(r.Field(i[0].Text), absval.Top)
	}
	switch {
	case len(i) != 1:
	case v[0].Kind == absval.Ref && v[0].Text == "ENV":
		return r.EnvironmentVariable(i, absval.Arguments{Star: -1})
	case v[0].Kind == absval.Ref && v[0].Text == "Dir":
		return absval.List(i.Turn(absval.Glob))
	case v[0].Kind == absval.Sequence && i[0].Kind == absval.Number && i[0].Num >= 0 && i[0].Num < len(v[0].Items):
		return v[0].Items[i[0].Num]
	case v[0].Kind == absval.Sequence:
		return v.Items()
	}
	return absval.Top
}
