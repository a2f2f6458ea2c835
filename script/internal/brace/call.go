package brace

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// arguments reads the arguments of a call.
func (r *Interp) arguments() absval.Arguments {
	args := absval.Arguments{Star: -1}
	end := r.Closing()
	for r.Pos < end && r.Err == nil {
		start := r.Pos
		t := r.Tok()
		spread := r.Accept("...")
		switch {
		case spread:
			v := r.Expr()
			if len(v) == 1 && v[0].Kind == absval.Sequence && args.Star < 0 && len(args.Pos)+len(v[0].Items) <= absval.MaxItems && r.Spend(len(v[0].Items)) {
				args.Pos = append(args.Pos, v[0].Items...)
				break
			}
			if args.Star < 0 {
				args.Star = len(args.Pos)
			}
			args.Pos = append(args.Pos, absval.Top)
		case r.Name == "php" && t.Kind == lex.Name && r.Ahead(1) == ":" && t.Text[0] != '$':
			r.Next()
			r.Next()
			args.Keys = append(args.Keys, absval.Keyword{Name: t.Text, Value: r.Expr()})
		default:
			if v := r.Expr(); r.Pos > start {
				args.Pos = append(args.Pos, v)
			}
		}
		if !r.Accept(",") && r.Pos == start {
			r.Next()
		}
	}
	if r.Err == nil && end >= 0 {
		r.Pos = end
		r.Next()
	}
	return args
}

// call emits the acts of calling a value and returns the result.
func (r *Interp) call(v absval.Value, args absval.Arguments, at lex.Span) absval.Value {
	var out absval.Union
	for _, a := range v {
		if !r.Spend(len(args.Pos)) {
			return absval.Top
		}
		out.Add(r.callOne(a, args, at))
	}
	return absval.OrTop(out.Value)
}

func (r *Interp) callOne(a absval.Atom, args absval.Arguments, at lex.Span) absval.Value {
	switch {
	case a.Kind == absval.Closure:
		return r.enter(r.functions[a.Num], args)
	case a.Kind == absval.Constant && r.Callee != nil && r.Callee(a.Text) != "":
		return r.callNamed(r.Callee(a.Text), args, at)
	case a.Kind == absval.Sequence && r.Callee != nil:
		return r.callPair(a, args, at)
	}
	if a.Kind != absval.Ref {
		r.callbacks("", nil, args, at)
		return absval.Top
	}
	return r.apply(a, args, at)
}

// callNamed calls the function with a name.
func (r *Interp) callNamed(name string, args absval.Arguments, at lex.Span) absval.Value {
	for _, a := range r.Lookup(name) {
		if a.Kind == absval.Closure {
			return r.enter(r.functions[a.Num], args)
		}
	}
	return r.apply(absval.Named(name)[0], args, at)
}

// callPair calls [object, "method"].
func (r *Interp) callPair(a absval.Atom, args absval.Arguments, at lex.Span) absval.Value {
	if len(a.Items) != 2 {
		return absval.Top
	}
	return r.call(r.Attributes(a.Items[0], a.Items[1], at), args, at)
}

// apply calls a function by name.
func (r *Interp) apply(a absval.Atom, args absval.Arguments, at lex.Span) absval.Value {
	rows := r.Rows(a.Text)
	for _, e := range rows {
		r.effect(e, a.Text, a.Of, args, at)
	}
	r.sends(a.Text, args, at)
	r.writes(a, args, at)
	result, from := r.CallClient(a.Text, a.Of, args, at)
	if absval.IsSink(a.Text, rows) && args.PassesEnvironment() {
		r.EmitAll(a.Text, at)
	}
	r.EmitSentBy(a.Text, rows, args, at)
	if v, ok := r.follows(a, args, at); ok {
		return v
	}
	if v, ok := r.Fold(r, a.Text, a.Of, args); ok {
		return v
	}
	r.callbacks(a.Text, a.Of, args, at)
	if strings.HasPrefix(a.Text, "?") {
		return absval.OfUnknown(a.Text, a.Of)
	}
	of := absval.OrElse(from, a.Of)
	if of == nil && len(args.Pos) > 0 {
		of = args.Pos[0]
	}
	if result == "" {
		result = lex.ClipName(a.Text + "()")
	}
	return absval.Instance(result, of)
}

// iterates reports whether an array method calls a function with each element.
func iterates(word string) bool {
	switch word {
	case "map", "forEach", "filter", "find", "findLast", "findIndex", "some", "every", "flatMap":
		return true
	}
	return false
}

// follows calls the function argument of a method with the values that the method passes.
func (r *Interp) follows(a absval.Atom, args absval.Arguments, at lex.Span) (absval.Value, bool) {
	method := a.Text[strings.LastIndexByte(a.Text, '.')+1:]
	if a.Of == nil || len(args.Pos) == 0 || !iterates(method) && method != "then" {
		return nil, false
	}
	given := absval.Arguments{Star: -1, Pos: []absval.Value{a.Of}}
	if iterates(method) {
		given.Pos = []absval.Value{a.Of.Items(), absval.Top, a.Of}
	}
	var results absval.Union
	for _, f := range args.Pos[0] {
		if f.Kind == absval.Closure || f.Kind == absval.Ref {
			results.Add(r.callOne(f, given, at))
		}
	}
	switch method {
	case "filter":
		return a.Of, true
	case "find", "findLast":
		return a.Of.Items(), true
	case "map", "flatMap":
		return absval.List(absval.OrTop(results.Value)), true
	}
	return absval.Top, true
}

// callbacks follows functions that are passed to another function.
func (r *Interp) callbacks(callee string, of absval.Value, args absval.Arguments, at lex.Span) {
	for i, v := range args.Pos {
		for _, a := range v {
			switch {
			case a.Kind == absval.Ref && !r.Inspects(callee) && r.dangerous(a.Text):
				r.handed(a, args.Pos[i+1:], at)
			case a.Kind == absval.Closure || a.Kind == absval.Sequence:
				r.escape(absval.Value{a}, 3)
			}
		}
	}
	r.escape(of, 3)
}

// handed calls a function as unseen code would, with the arguments passed along with it, or
// unknown ones.
func (r *Interp) handed(a absval.Atom, rest []absval.Value, at lex.Span) {
	given := absval.Arguments{Pos: rest, Star: -1}
	if len(rest) == 0 {
		given = absval.UnseenArguments
	}
	if r.Spend(len(given.Pos)) {
		r.apply(a, given, at)
	}
}

// dangerous reports whether a function is harmful wherever it is called from.
func (r *Interp) dangerous(name string) bool {
	if name == "outside()" {
		return false
	}
	for _, e := range r.Rows(name) {
		if e.Form != sink.Receiver && (e.Kind == effect.Shell || e.Kind == effect.Runs || e.Kind == effect.Evaluates || e.Kind == effect.Deletes) {
			return true
		}
	}
	return sink.Harms(r.Name, name)
}

// use records that functions escape to callers the reader cannot see.
func (r *Interp) use(vs ...absval.Value) {
	for _, v := range vs {
		for _, a := range v {
			if a.Kind == absval.Ref && r.Err == nil && !strings.HasPrefix(a.Text, "?") && r.dangerous(a.Text) && !modulePath(a.Text) {
				t := r.Toks[max(r.Pos-1, 0)]
				r.apply(a, absval.UnseenArguments, lex.Span{Off: t.Off, End: t.End})
			}
		}
	}
}

// modulePath reports whether a name may also name a module.
func modulePath(name string) bool { return !strings.Contains(name, ".") }

// tagged calls the tag function of a template.
func (r *Interp) tagged(v absval.Value, args absval.Arguments, at lex.Span) absval.Value {
	for _, a := range v {
		if a.Kind == absval.Ref && (a.Text == "$" || strings.HasSuffix(a.Text, ".$") || a.Text == "execa" || a.Text == "execa.execa") {
			r.EmitEach(effect.Act{Kind: effect.Shell, Call: a.Text}, args.Pos[0].Args(), at)
		}
		if a.Kind == absval.Ref && a.Text == "String.raw" {
			return args.Pos[0]
		}
		if a.Kind == absval.Ref {
			r.CallClient(a.Text, a.Of, args, at)
		}
		if a.Kind == absval.Closure {
			r.escape(absval.Value{a}, 0)
		}
	}
	return absval.Top
}

// Attribute returns the value of v.name.
func (r *Interp) Attribute(v absval.Value, name string, _ lex.Span) absval.Value {
	var out absval.Union
	for _, a := range v {
		switch {
		case !r.Spend(1):
			return absval.Top
		case a.Kind == absval.Sequence && a.Keys != nil && slices.Contains(a.Keys, name):
			out.Add(r.pick(absval.Value{a}, absval.Text(name)))
		case a.Kind == absval.Sequence:
			out.Add(absval.Instance(lex.ClipName("list."+r.methodName(name)), absval.Value{a}))
		case a.Kind == absval.Constant || a.Kind == absval.Unknown && !a.IsUnknown() || a.Kind == absval.Number:
			out.Add(absval.Instance(lex.ClipName("str."+name), absval.Value{a}.Str()))
		case a.Kind == absval.Template && r.Name == "php": // a file that a directory lists
			out.Add(absval.Instance(lex.ClipName("str."+strings.ToLower(name)), absval.Value{a}))
		case a.Kind == absval.Template && (name == "split" || name == "trim" || name == "toString"): // lines of a search
			out.Add(absval.Instance("str."+name, absval.Value{a}))
		case a.Kind == absval.Closure:
			out.Add(absval.Instance(lex.ClipName("function."+name), absval.Value{a}))
		case a.Kind == absval.Ref:
			out.Add(r.Member(r, a, name))
			if isObject(a.Text) {
				out.Add(r.Field(name))
			}
		default:
			out.Add(absval.Instance(lex.ClipName("?."+name), absval.Marks(a)))
			out.Add(r.Field(name))
		}
	}
	return absval.OrTop(out.Value)
}

// methodName returns the name of a method as the reader's tables have it: PHP's are not case-sensitive.
func (r *Interp) methodName(name string) string {
	if r.Name == "php" {
		return strings.ToLower(name)
	}
	return name
}

// Attributes returns the value of v[key].
func (r *Interp) Attributes(v, key absval.Value, at lex.Span) absval.Value {
	var out absval.Union
	for _, k := range key {
		switch {
		case k.Kind == absval.Constant:
			out.Add(r.Attribute(v, k.Text, at))
		case k.Kind == absval.Number:
			out.Add(r.Attribute(v, strconv.Itoa(k.Num), at))
		default:
			if !strings.HasPrefix(k.Text, "Symbol") {
				r.hidden(v, at)
			}
			out.Add(absval.Top)
		}
	}
	return absval.OrTop(out.Value)
}

// hidden reports access to an unknown member of a module that can run things.
func (r *Interp) hidden(v absval.Value, at lex.Span) {
	for _, a := range v {
		if a.Kind == absval.Ref && r.Rows(a.Text+".[]") != nil {
			r.Emit(effect.Act{Kind: effect.Evaluates, Call: a.Text + "[]", Args: []effect.Arg{{}}}, at)
		}
	}
}

// grows follows name.push(x) and name.unshift(x). from is the token of the name.
func (r *Interp) grows(from int, args absval.Arguments) {
	if from+2 >= len(r.Toks) || r.Toks[from].Kind != lex.Name || r.Toks[from+1].Text != "." {
		return
	}
	if m := r.Toks[from+2].Text; m != "push" && m != "unshift" || len(args.Pos) == 0 {
		return
	}
	name := r.Toks[from].Text
	for _, v := range args.Pos {
		r.grow(name, r.grown(r.Lookup(name), v))
	}
}

// variable reads "$x" or "{…}" after a dollar sign: a variable with a computed name.
func (r *Interp) variable() absval.Value {
	var name absval.Value
	if r.At("{") {
		end := r.Closing()
		name = r.expressionsTo(end)
		r.Next()
	} else {
		name = r.Term()
	}
	var out absval.Union
	for _, a := range name {
		if a.Kind == absval.Constant {
			out.Add(r.Lookup("$" + a.Text))
		} else {
			out.Add(absval.Top)
		}
	}
	return absval.OrTop(out.Value)
}
