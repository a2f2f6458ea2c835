package brace

import (
	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// function is a function of the code. Its parameters have the values that calls pass, as long as
// all calls are visible.
type function struct {
	outer   *function
	params  map[string]absval.Value
	args    []absval.Value // passed in the last round
	next    []absval.Value // passed in this round
	escaped bool           // unseen code may call it
	name    string         // of a method
	result  absval.Value   // of the last round
	results absval.Value   // of this round
}

// settle ends a round and reports whether it changed the function. If wide is set, changed
// values become unknown.
func (f *function) settle(wide bool) bool {
	changed := !f.escaped && !allSame(f.args, f.next)
	f.args, f.next = f.next, nil
	f.escaped = f.escaped || changed && wide
	if !absval.Equal(f.result, f.results) {
		changed = true
		if wide {
			f.results = absval.Join(f.results, absval.Top)
		}
	}
	f.result, f.results = f.results, nil
	return changed
}

func allSame(a, b []absval.Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !absval.Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// argument returns the possible values of a parameter.
func (f *function) argument(i int) absval.Value {
	var v absval.Value
	if i < len(f.args) {
		v = f.args[i]
	}
	if f.escaped || len(f.args) == 0 {
		v = absval.Join(v, absval.Top)
	}
	return v
}

// FunctionAt returns the function that starts at a token.
func (r *Interp) FunctionAt(t *lex.Token) (*function, absval.Value) {
	n, ok := r.known[t]
	if !ok {
		n = len(r.functions)
		r.functions = append(r.functions, &function{outer: r.inside})
		r.known[t] = n
	}
	return r.functions[n], absval.ClosureOf("", n)
}

// escape records that functions escape to callers the reader cannot see.
func (r *Interp) escape(v absval.Value, depth int) {
	for _, a := range v {
		switch {
		case a.Kind == absval.Closure && !r.functions[a.Num].escaped:
			r.functions[a.Num].escaped, r.Changed = true, true
		case depth > 0 && r.Spend(len(a.Items)):
			for _, it := range a.Items {
				r.escape(it, depth-1)
			}
		}
	}
}

// enter calls a function of the code.
func (r *Interp) enter(f *function, args absval.Arguments) absval.Value {
	if args.Star >= 0 || args.Open || len(args.Keys) > 0 || len(args.Pos) == 0 && len(f.next) > 0 {
		f.escaped = true
	}
	if !r.Spend(len(args.Pos)) {
		return absval.Top
	}
	for i, v := range args.Pos {
		if i >= len(f.next) {
			f.next = append(f.next, nil)
		}
		f.next[i] = absval.Join(f.next[i], v)
	}
	return absval.OrTop(f.result)
}

// returns records a result of the function whose body is being read.
func (r *Interp) returns(v absval.Value) {
	f := r.inside
	if f == nil {
		r.store(v)
		return
	}
	f.results = absval.Join(f.results, v)
	if f.name != "" {
		r.noteField(absval.Result(f.name), v)
		r.noteField(f.name, v) // it may be a getter
	}
}

// Body reads the parameters and the body of a function. between reads the tokens between them.
func (r *Interp) Body(f *function, params, between func()) {
	if r.Depth++; r.Depth > effect.MaxDepth {
		r.tooDeep()
		return
	}
	outer, ternary := r.inside, r.ternary
	r.inside, r.ternary, f.outer, f.params = f, 0, outer, map[string]absval.Value{}
	params()
	between()
	switch end := -1; {
	case r.At("{"):
		end = r.Closing()
		r.statements(end)
		if r.Err == nil {
			r.Pos = end
			r.Next()
		}
	case r.Accept("=>"):
		if r.At("{") && r.Name != "php" {
			end = r.Closing()
			r.statements(end)
			if r.Err == nil {
				r.Pos = end
				r.Next()
			}
			break
		}
		r.returns(r.Expr())
	}
	r.inside, r.ternary = outer, ternary
	r.Depth--
}

// Parameters reads the parameters of a function in their parentheses.
func (r *Interp) Parameters(f *function) {
	end := r.Closing()
	for i := 0; r.Pos < end && r.Err == nil; i++ {
		start := r.Pos
		r.parameter(f, i, end)
		if !r.Accept(",") && r.Pos == start {
			r.Next()
		}
	}
	if r.Err == nil && end >= 0 {
		r.Pos = end
		r.Next()
	}
}

// parameter reads one parameter with its modifiers, its type and its default.
func (r *Interp) parameter(f *function, i, end int) {
	rest, promoted := false, false
	for ; r.Pos < end && !r.At(",") && !r.At("="); r.Next() {
		t := r.Tok()
		rest = rest || t.Text == "..." && t.Kind == lex.Op
		promoted = promoted || t.Kind == lex.Name && modifiers(t.Text)
		if t.Kind == lex.Name && (r.Name != "php" || t.Text[0] == '$') && !modifiers(t.Text) || t.Text == "{" || t.Text == "[" {
			break
		}
	}
	from := r.Pos
	if from >= end || r.At(",") || r.At("=") {
		return
	}
	if r.Tok().Kind == lex.Name {
		r.Next()
	} else {
		r.Term()
	}
	to := r.Pos
	if r.Accept("?"); r.Accept(":") {
		r.SkipType(true)
	}
	v := absval.Join(r.Field(absval.PassedTo(f.name, i)), f.argument(i))
	if promoted {
		r.noteField(r.Toks[from].Text, v)
	}
	if r.Accept("=") {
		v = absval.Join(r.Expr(), v)
	}
	if rest {
		v = r.restOf(f, i)
	}
	r.declares = f
	r.assign(from, to, absval.OrTop(v))
	r.declares = nil
}

// restOf returns the value of a rest parameter.
func (r *Interp) restOf(f *function, i int) absval.Value {
	if f.escaped || len(f.args) == 0 || !r.Spend(len(f.args)) {
		return absval.Top
	}
	return absval.List(f.args[min(i, len(f.args)):]...)
}

// modifiers reports whether a word may precede a parameter or a class member.
func modifiers(word string) bool {
	switch word {
	case "public", "private", "protected", "readonly", "static", "abstract", "override", "declare", "async",
		"get", "set", "final", "var", "accessor":
		return true
	}
	return false
}

// members reads the body of a class or the members of an object.
func (r *Interp) members() {
	end := r.Closing()
	for r.Pos < end && r.Err == nil {
		start := r.Pos
		r.member1(end)
		if r.Pos == start {
			r.Next()
		}
	}
	if r.Err == nil && end >= 0 {
		r.Pos = end
		r.Next()
	}
}

// member1 reads one class member.
func (r *Interp) member1(end int) {
	for r.Tok().Kind == lex.Name && (modifiers(r.Tok().Text) || r.At("function") || r.At("const")) && r.isModifier() || r.At("*") || r.At("&") || r.At("?") {
		r.Next()
	}
	if r.At("{") { // a static block
		r.statements(r.Closing())
		return
	}
	if r.Pos >= end {
		return
	}
	name := r.Tok().Text
	if r.At("[") {
		r.expressionsTo(r.Closing())
		r.Next()
	} else {
		r.Next()
	}
	r.Accept("?")
	r.Accept("!")
	if r.At("<") {
		r.SkipType(true)
	}
	switch {
	case r.At("("):
		r.method(name)
	case r.Accept(":"):
		r.SkipType(true)
		if r.Accept("=") {
			r.initial(name)
		}
	case r.Accept("="):
		r.initial(name)
	}
}

// initial reads the first value of a field.
func (r *Interp) initial(name string) {
	v := r.Expr()
	r.store(v)
	r.noteField(name, v)
}

// isModifier reports whether the word here precedes a member's name and is not the name.
func (r *Interp) isModifier() bool {
	next := r.Ahead(1)
	return next != "(" && next != "=" && next != ";" && next != "}" && next != ":" && next != ","
}

// method reads a method from its parameters on. Unseen code may call it.
func (r *Interp) method(name string) absval.Value {
	f, v := r.FunctionAt(r.Tok())
	f.escaped, f.name, r.methods[name] = true, name, true
	r.Body(f, func() { r.Parameters(f) }, r.ResultType)
	return v
}

// ResultType reads ": type" between parameters and body.
func (r *Interp) ResultType() {
	if r.Accept(":") {
		r.SkipType(false)
	}
}

// Define reads a named function. Unseen code in the module may call it.
func (r *Interp) Define() {
	t := r.Tok()
	name := r.Toks[min(r.Pos+1, len(r.Toks)-1)]
	if name.Text == "*" || name.Text == "&" {
		name = r.Toks[min(r.Pos+2, len(r.Toks)-1)]
	}
	exported := r.Pos > 0 && (r.Toks[r.Pos-1].Text == "export" || r.Toks[r.Pos-1].Text == "default")
	v := r.FunctionLiteral(t)
	if name.Kind == lex.Name {
		r.Bind(name.Text, v)
	}
	if exported {
		r.escape(v, 0)
	}
}

// FunctionLiteral reads a function literal, from its keyword on.
func (r *Interp) FunctionLiteral(t *lex.Token) absval.Value {
	f, v := r.FunctionAt(t)
	r.Next()
	r.Accept("*")
	r.Accept("&")
	named := ""
	if r.Tok().Kind == lex.Name {
		named = r.Tok().Text
		r.Next()
	}
	if r.At("<") && r.Angle() {
		r.Next()
	}
	r.Body(f, func() {
		if named != "" {
			f.params[named] = v
		}
		r.Parameters(f)
	}, func() { r.Uses(); r.ResultType() })
	return v
}

// Class reads a class, from its keyword on.
func (r *Interp) Class() {
	r.Next()
	for r.Tok().Kind != lex.EOF && !r.At("{") && !r.At(";") && r.Err == nil {
		start := r.Pos
		switch {
		case r.Accept("extends"):
			if r.primary(); r.At("<") && r.Angle() {
				r.Next()
			}
		case r.At("<") && r.Angle():
			r.Next()
		}
		if r.Pos == start {
			r.Next()
		}
	}
	if r.At("{") {
		r.members()
	}
}

// Uses reads "use ($a, &$b)" between the parameters and the body of a function.
func (r *Interp) Uses() {
	if r.Name == "php" && r.Accept("use") {
		r.Group()
	}
}
