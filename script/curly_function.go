package script

import (
	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// function is one that the code defines. Its parameters hold what its calls
// pass, as far as all calls are in sight.
type function struct {
	outer   *function
	params  map[string]absval.Value
	args    []absval.Value // what was passed, by the last round
	next    []absval.Value // the same, in this round
	escaped bool           // others may call it
	result  absval.Value   // by the last round
	results absval.Value   // in this round
}

// settle ends a round and reports whether it taught something of the function.
// What should not change any more is given up as unknown if it does.
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

// argument is what a parameter holds.
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

// functionAt is the function that starts at a token.
func (r *curly) functionAt(t *lex.Token) (*function, absval.Value) {
	n, ok := r.known[t]
	if !ok {
		n = len(r.functions)
		r.functions = append(r.functions, &function{outer: r.inside})
		r.known[t] = n
	}
	return r.functions[n], absval.ClosureOf("", n)
}

// escape notes that functions go where the reader cannot see who calls them.
func (r *curly) escape(v absval.Value, depth int) {
	for _, a := range v {
		switch {
		case a.Kind == absval.Closure && !r.functions[a.Num].escaped:
			r.functions[a.Num].escaped, r.changed = true, true
		case depth > 0 && r.Spend(len(a.Items)):
			for _, it := range a.Items {
				r.escape(it, depth-1)
			}
		}
	}
}

// enter calls a function of the code.
func (r *curly) enter(f *function, args absval.Arguments) absval.Value {
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

// returns notes what the function returns whose body is read.
func (r *curly) returns(v absval.Value) {
	f := r.inside
	if f == nil {
		r.store(v)
		return
	}
	f.results = absval.Join(f.results, v)
}

// body reads the parameters and the body of a function; head reads what is
// between them and what comes before.
func (r *curly) body(f *function, params, between func()) {
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
		end = r.closing()
		r.statements(end)
		if r.Err == nil {
			r.Pos = end
			r.Next()
		}
	case r.Accept("=>"):
		if r.At("{") && r.name != "php" {
			end = r.closing()
			r.statements(end)
			if r.Err == nil {
				r.Pos = end
				r.Next()
			}
			break
		}
		r.returns(r.expr())
	}
	r.inside, r.ternary = outer, ternary
	r.Depth--
}

// parameters reads those of a function in their brackets.
func (r *curly) parameters(f *function) {
	end := r.closing()
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

// parameter reads one, with its modifiers, its type and its default.
func (r *curly) parameter(f *function, i, end int) {
	rest := false
	for ; r.Pos < end && !r.At(",") && !r.At("="); r.Next() {
		t := r.Tok()
		rest = rest || t.Text == "..." && t.Kind == lex.Op
		if t.Kind == lex.Name && (r.name != "php" || t.Text[0] == '$') && !modifiers(t.Text) || t.Text == "{" || t.Text == "[" {
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
		r.term()
	}
	to := r.Pos
	if r.Accept("?"); r.Accept(":") {
		r.skipType(true)
	}
	v := f.argument(i)
	if r.Accept("=") {
		v = absval.Join(r.expr(), v)
	}
	if rest {
		v = r.restOf(f, i)
	}
	r.declares = f
	r.assign(from, to, absval.OrTop(v))
	r.declares = nil
}

// restOf is what a parameter holds that takes all that is left.
func (r *curly) restOf(f *function, i int) absval.Value {
	if f.escaped || len(f.args) == 0 || !r.Spend(len(f.args)) {
		return absval.Top
	}
	return absval.List(f.args[min(i, len(f.args)):]...)
}

// modifiers tells whether a word may stand before a parameter or a member of a
// class.
func modifiers(word string) bool {
	switch word {
	case "public", "private", "protected", "readonly", "static", "abstract", "override", "declare", "async",
		"get", "set", "final", "var", "accessor":
		return true
	}
	return false
}

// members reads the body of a class or the members of an object.
func (r *curly) members() {
	end := r.closing()
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

// member1 reads one member of a class.
func (r *curly) member1(end int) {
	for r.Tok().Kind == lex.Name && (modifiers(r.Tok().Text) || r.At("function") || r.At("const")) && r.isModifier() || r.At("*") || r.At("&") || r.At("?") {
		r.Next()
	}
	if r.At("{") { // a static block
		r.statements(r.closing())
		return
	}
	if r.Pos >= end {
		return
	}
	if r.At("[") {
		r.expressionsTo(r.closing())
		r.Next()
	} else {
		r.Next()
	}
	r.Accept("?")
	r.Accept("!")
	if r.At("<") {
		r.skipType(true)
	}
	switch {
	case r.At("("):
		r.method()
	case r.Accept(":"):
		r.skipType(true)
		if r.Accept("=") {
			r.store(r.expr())
		}
	case r.Accept("="):
		r.store(r.expr())
	}
}

// isModifier tells whether the word here stands before the name of a member,
// rather than being it.
func (r *curly) isModifier() bool {
	next := r.Ahead(1)
	return next != "(" && next != "=" && next != ";" && next != "}" && next != ":" && next != ","
}

// method reads a method from its parameters on. Anyone may call it.
func (r *curly) method() absval.Value {
	f, v := r.functionAt(r.Tok())
	f.escaped = true
	r.body(f, func() { r.parameters(f) }, r.resultType)
	return v
}

// resultType reads ": type" between parameters and body.
func (r *curly) resultType() {
	if r.Accept(":") {
		r.skipType(false)
	}
}

// define reads a function that has a name, which others in its module may see.
func (r *curly) define() {
	t := r.Tok()
	name := r.Toks[min(r.Pos+1, len(r.Toks)-1)]
	if name.Text == "*" || name.Text == "&" {
		name = r.Toks[min(r.Pos+2, len(r.Toks)-1)]
	}
	exported := r.Pos > 0 && (r.Toks[r.Pos-1].Text == "export" || r.Toks[r.Pos-1].Text == "default")
	v := r.functionLiteral(t)
	if name.Kind == lex.Name {
		r.bind(name.Text, v)
	}
	if exported {
		r.escape(v, 0)
	}
}

// functionLiteral reads one from its keyword on.
func (r *curly) functionLiteral(t *lex.Token) absval.Value {
	f, v := r.functionAt(t)
	r.Next()
	r.Accept("*")
	r.Accept("&")
	named := ""
	if r.Tok().Kind == lex.Name {
		named = r.Tok().Text
		r.Next()
	}
	if r.At("<") && r.angle() {
		r.Next()
	}
	r.body(f, func() {
		if named != "" {
			f.params[named] = v
		}
		r.parameters(f)
	}, func() { r.uses(); r.resultType() })
	return v
}

// class reads one from its keyword on.
func (r *curly) class() {
	r.Next()
	for r.Tok().Kind != lex.EOF && !r.At("{") && !r.At(";") && r.Err == nil {
		start := r.Pos
		switch {
		case r.Accept("extends"):
			if r.primary(); r.At("<") && r.angle() {
				r.Next()
			}
		case r.At("<") && r.angle():
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

// uses reads "use ($a, &$b)" between the parameters and the body of a function.
func (r *curly) uses() {
	if r.name == "php" && r.Accept("use") {
		r.group()
	}
}
