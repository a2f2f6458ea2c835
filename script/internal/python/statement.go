package python

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// statements reads to the end of the tokens.
func (r *interp) statements() {
	outer := r.block
	for r.Tok().Kind != lex.EOF {
		start := r.Pos
		if t := r.Tok(); start == 0 || r.Toks[start-1].Kind == lex.Newline {
			r.block = outer || t.Indented
			if !t.Indented && r.Nested == 0 {
				r.inside, r.objects.current, r.objects.outer = nil, "", ""
			}
		}
		r.statement()
		if r.Pos == start {
			r.Next() // a newline, a semicolon, or a token that starts no statement
		}
		r.Spend(0)
	}
	r.block = outer
}

// statement reads a statement, or the head of a compound one. The colon after the head separates it
// from the rest as a semicolon would.
func (r *interp) statement() {
	t := r.Tok()
	if t.Kind == lex.Op && t.Text == "@" {
		r.Next()
		r.use(r.expressions())
		return
	}
	if t.Kind != lex.Name {
		r.simple()
		return
	}
	switch t.Text {
	case "import":
		r.Next()
		r.imports()
	case "from":
		r.Next()
		r.importsFrom()
	case "def", "class":
		r.Next()
		r.definition(t.Text == "class")
	case "for":
		r.Next()
		r.block = true
		r.loop(true)
	case "if", "elif", "else", "while", "try", "except", "finally", "with":
		r.block = true
		r.Next()
		r.Accept("*") // except*
		r.expressions()
	case "async", "pass", "break", "continue":
		r.Next()
	case "global", "nonlocal", "assert", "raise":
		r.Next()
		r.expressions()
		if r.Accept("from") { // raise … from …
			r.expressions()
		}
	case "return":
		r.Next()
		v := r.expressions()
		r.use(v)
		r.returned(v)
	case "del":
		r.Next()
		r.unbind()
	case "exec":
		r.execStatement()
	default:
		r.simple()
	}
}

// unbind restores the builtin meaning of names.
func (r *interp) unbind() {
	from := r.Pos
	r.expressions()
	for _, t := range r.Toks[min(from, r.Pos):r.Pos] {
		if t.Kind == lex.Name && !isKeyword(t.Text) {
			r.bindLoosely(t.Text, absval.Named(t.Text))
			r.nameOf(t.Text).certain, r.late = nowhere, true
		}
	}
}

// execStatement reads Python 2's exec without parentheses.
func (r *interp) execStatement() {
	if r.Pos+1 < len(r.Toks) && (r.Toks[r.Pos+1].Kind == lex.Name || r.Toks[r.Pos+1].Kind == lex.String) {
		t := r.Tok()
		r.Next()
		v := r.expr()
		r.evaluate("exec", v, lex.Span{Off: t.Off, End: r.Toks[max(r.Pos-1, 0)].End})
		return
	}
	r.simple()
}

// simple reads an expression, an annotation or an assignment.
func (r *interp) simple() {
	type target struct{ from, to int }
	var targets []target
	from := r.Pos
	v := r.expressions()
	if r.Pos > from && r.At(":") {
		targets = append(targets, target{from, r.Pos})
		r.Next()
		r.expressions()
		if !r.Accept("=") {
			return
		}
		from = r.Pos
		v = r.expressions()
	}
	for r.At("=") {
		targets = append(targets, target{from, r.Pos})
		r.Next()
		from = r.Pos
		v = r.expressions()
	}
	if t := r.Tok(); t.Kind == lex.Op && len(t.Text) > 1 && precedence(strings.TrimSuffix(t.Text, "=")) > 3 {
		r.augment(v, from)
		return
	}
	for _, t := range targets {
		r.assign(t.from, t.to, r.settled(v, t.from, t.to, from))
	}
}

// settled returns the value of an assignment to a name. A value that is computed from the name
// itself is computed once here, but in a loop any number of times.
func (r *interp) settled(v absval.Value, from, to, rhs int) absval.Value {
	if r.Err != nil || to != from+1 || !r.Spend(r.Pos-rhs) {
		return v
	}
	for _, t := range r.Toks[rhs:r.Pos] {
		if t.Kind == lex.Name && t.Text == r.Toks[from].Text {
			return r.again(v)
		}
	}
	return v
}

func (r *interp) again(v absval.Value) absval.Value {
	switch {
	case r.Round > 0:
		return nil
	case r.block:
		return absval.Join(v, absval.Top)
	}
	return v
}

// augment reads "name += value".
func (r *interp) augment(old absval.Value, from int) {
	to, op := r.Pos, strings.TrimSuffix(r.Tok().Text, "=")
	r.Next()
	v := r.Operate(op, old, r.expressions())
	if r.Err == nil {
		r.assign(from, to, r.again(v))
	}
}

// assign binds the targets in the tokens from..to. Values stored in an object or a list are not
// tracked.
func (r *interp) assign(from, to int, v absval.Value) {
	if r.Err != nil || to <= from || to > len(r.Toks) {
		return
	}
	toks := r.Toks[from:to]
	for len(toks) > 2 && (toks[0].Text == "(" || toks[0].Text == "[") {
		toks = toks[1 : len(toks)-1]
	}
	if len(toks) == 1 && toks[0].Kind == lex.Name {
		if r.objects.fields[toks[0].Off] && r.Within == nil {
			r.noteField(toks[0].Text, v)
		}
		r.bind(toks[0].Text, v, toks[0].End)
		return
	}
	var names []lex.Token
	for i, t := range toks {
		switch {
		case t.Kind == lex.Name && (i == 0 || toks[i-1].Text != "."):
			names = append(names, t)
		case t.Text == "." || t.Text == "[":
			r.use(v)
			r.stored(toks, v)
			r.noteField(absval.FieldAssigned(toks), v)
			return
		}
	}
	for i, t := range names {
		part := absval.Top
		if len(v) == 1 && v[0].Kind == absval.Sequence && len(v[0].Items) == len(names) {
			part = v[0].Items[i]
		} else if i > 0 { // before it are names
			part = absval.WithEnvironment(v)
		}
		r.bind(t.Text, part, t.End)
	}
}

// dotted reads "a.b.c".
func (r *interp) dotted() string {
	var parts []string
	for r.Tok().Kind == lex.Name && !isKeyword(r.Tok().Text) || r.At(".") || r.At("...") {
		if r.Tok().Kind == lex.Name {
			parts = append(parts, r.Tok().Text)
		}
		r.Next()
	}
	return lex.ClipName(strings.Join(parts, "."))
}

// imports reads "a.b, c as d".
func (r *interp) imports() {
	for {
		t := r.Tok()
		name := r.dotted()
		bound := t.Text
		full := bound
		if r.Accept("as") {
			bound, full = r.Tok().Text, name
			r.Next()
		}
		if name != "" {
			r.bind(bound, absval.Named(full), t.Off)
		}
		if !r.Accept(",") {
			return
		}
	}
}

// importsFrom reads "a.b import c as d, e", or a star.
func (r *interp) importsFrom() {
	module := sink.PythonName(r.dotted())
	if !r.Accept("import") {
		return
	}
	r.Accept("(")
	for r.Err == nil {
		t := r.Tok()
		switch {
		case r.Accept("*"):
			if !r.Collecting() && len(r.stars) < absval.MaxAtoms && !slices.Contains(r.stars, module) {
				r.stars, r.late = append(r.stars, module), true
			}
		case t.Kind == lex.Name:
			r.Next()
			bound := t
			if r.Accept("as") {
				bound = r.Tok()
				r.Next()
			}
			r.bind(bound.Text, r.member(absval.Named(module)[0], t.Text), bound.Off)
		default:
			r.Accept(")")
			return
		}
		r.Accept(",")
	}
}

// definition reads the head of a function or class after its keyword.
func (r *interp) definition(class bool) {
	t := r.Tok()
	r.Next()
	f := r.locals[t.Text]
	if class || r.inside != nil {
		f = nil
	}
	v := absval.Top
	if f != nil {
		v = absval.ClosureOf(t.Text, 0)
	}
	r.bind(t.Text, v, t.End)
	r.block = true
	if r.Accept("[") {
		r.elements("]") // type parameters
	}
	if !r.Accept("(") {
		return
	}
	if class {
		args := r.arguments()
		r.use(args.Pos...)
		return
	}
	if f != nil {
		r.formals(f)
	} else {
		r.formal(")", &local{name: t.Text})
	}
	if r.objects.current = t.Text; r.objects.outer == "" && !t.Indented {
		r.objects.outer = t.Text
	}
	if r.Accept("->") {
		r.expressions()
	}
	if f != nil {
		r.inside = f
	}
}
