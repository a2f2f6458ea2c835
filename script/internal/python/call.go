package python

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// arguments reads the arguments of a call, after the opening parenthesis.
func (r *interp) arguments() absval.Arguments {
	args := absval.Arguments{Star: -1}
	for r.Tok().Kind != lex.EOF && !r.Accept(")") {
		start, t := r.Pos, r.Tok()
		switch {
		case r.Accept("**"):
			r.use(r.expr())
			args.Open = true
		case r.Accept("*"):
			v, _ := r.element()
			if more, known := v.ListItems(); known && !v[0].IsAnyList() && len(args.Pos)+len(more) <= absval.MaxItems && r.Spend(len(more)) {
				args.Pos = append(args.Pos, more...)
			} else {
				if args.Star < 0 {
					args.Star = len(args.Pos)
				}
				args.Pos = append(args.Pos, absval.Top)
			}
		case t.Kind == lex.Name && r.Ahead(1) == "=" && r.Toks[r.Pos+1].Kind == lex.Op:
			r.Next()
			r.Next()
			args.Keys = append(args.Keys, absval.Keyword{Name: t.Text, Value: r.expr()})
		default:
			v, _ := r.element()
			if r.Pos > start {
				args.Pos = append(args.Pos, v)
			}
		}
		if !r.Accept(",") && r.Pos == start {
			r.Next()
		}
	}
	return args
}

// call emits the acts of calling a value and returns the result.
func (r *interp) call(v absval.Value, args absval.Arguments, at lex.Span) absval.Value {
	var out absval.Union
	for _, a := range v {
		if !r.Spend(len(args.Pos)) {
			return absval.Top
		}
		next := absval.Top
		if f := r.functionOf(a); f != nil && r.Collecting() {
			f.enter(args, at.Off)
		}
		if a.Kind == absval.Ref {
			r.callbacks(a.Text, args, at)
			next = r.apply(a, args, at)
		} else {
			r.callbacks("", args, at)
		}
		out.Add(next)
	}
	return absval.OrTop(out.Value)
}

// functionOf returns the function of the code behind an atom, or nil.
func (r *interp) functionOf(a absval.Atom) *local {
	if a.Kind != absval.Closure {
		return nil
	}
	if a.Text == lambdas {
		return r.lambdas[a.Num]
	}
	return r.locals[a.Text]
}

func (r *interp) apply(a absval.Atom, args absval.Arguments, at lex.Span) absval.Value {
	name := sink.PythonName(a.Text)
	rows := sink.Python(name)
	for _, e := range rows {
		r.effect(e, name, a.Of, args, at)
	}
	if name == "tempfile.mkstemp" || name == "tempfile.NamedTemporaryFile" {
		r.EmitEach(effect.Act{Kind: effect.Writes, Call: name}, absval.Temporary(suffix(args)).Args(), at)
	}
	r.sends(name, args, at)
	r.writes(name, a.Of, args, at)
	result, from := r.CallClient(name, a.Of, args, at)
	if name == "operator.methodcaller()" && len(args.Pos) > 0 && len(args.Pos[0]) == 1 && sink.IsRemote(args.Pos[0][0].Text) {
		return r.call(r.attributeNamed(args.Pos[0], absval.Arguments{Pos: []absval.Value{absval.Top, a.Of}, Star: -1}), absval.UnseenArguments, at)
	}
	if absval.IsSink(name, rows) && args.PassesEnvironment() {
		r.EmitAll(name, at)
	}
	r.EmitSentBy(name, rows, args, at)
	if v, ok := r.fold(name, a.Of, args); ok {
		return v
	}
	if v, ok := handlerOf(name, args); ok {
		return v
	}
	if strings.HasPrefix(name, "?") {
		return absval.OfUnknown(name, a.Of)
	}
	if whole, ok := r.partly(name, a.Of, args); ok {
		return whole
	}
	of := absval.OrElse(from, a.Of)
	if of == nil && len(args.Pos) > 0 {
		of = args.Pos[0]
	}
	if result == "" {
		result = lex.ClipName(name + "()")
	}
	return absval.Instance(result, of)
}

// partly returns the result of a method on a file's text if it is a part of that text. Evaluating it
// is treated like running the file. A replacement's text counts as evaluated, too.
func (r *interp) partly(name string, of absval.Value, args absval.Arguments) (absval.Value, bool) {
	second, given := args.Get(1, "")
	if name == "re.sub" {
		third, _ := args.Get(2, "string")
		return replacedIn(third, second)
	}
	i := strings.LastIndexByte(name, '.')
	if i < 0 || !sink.IsFileText(name[:i]) {
		return nil, false
	}
	whole := absval.Instance(name[:i], of)[0]
	switch {
	case parts.Has(name[i+1:]):
		return whole.Some(), true
	case name[i+1:] == "replace" && given:
		return absval.Join(whole.Some(), second), true
	}
	return nil, false
}

// replacedIn returns the result of a replacement in a file's text.
func replacedIn(text, by absval.Value) (absval.Value, bool) {
	if !text.AreFiles() {
		return nil, false
	}
	var out absval.Union
	for i := range text {
		out.Add(text[i].Some())
	}
	out.Add(by)
	return out.Value, true
}

// callbacks follows functions that are passed to another function, which may call them with the
// arguments after them (submit, partial, map) or with those in args= (Thread).
func (r *interp) callbacks(callee string, args absval.Arguments, at lex.Span) {
	for i, v := range args.Pos {
		if len(v) == 1 && v[0].Kind != absval.Ref && v[0].Kind != absval.Closure {
			continue
		}
		r.callback(callee, v, args.Pos[i+1:], args, at)
	}
	for _, k := range args.Keys {
		r.callback(callee, k.Value, nil, args, at)
	}
}

func (r *interp) callback(callee string, v absval.Value, rest []absval.Value, args absval.Arguments, at lex.Span) {
	for _, a := range v {
		f := r.functionOf(a)
		if f == nil && (a.Kind != absval.Ref || !dangerous(a.Text)) || inspects.Has(callee) {
			continue
		}
		given := absval.Arguments{Pos: rest, Star: -1}
		if maps.Has(callee[strings.LastIndexByte(callee, '.')+1:]) && len(rest) > 0 {
			given.Pos = []absval.Value{rest[0].Items()}
			for _, more := range rest[1:] {
				given.Pos = append(given.Pos, more.Items())
			}
		}
		if more, ok := args.Get(-1, "args"); ok && len(more) == 1 && more[0].Kind == absval.Sequence {
			given.Pos = more[0].Items
		}
		if len(given.Pos) == 0 {
			given = absval.UnseenArguments
		}
		switch {
		case !r.Spend(len(given.Pos)):
		case f == nil:
			r.apply(a, given, at)
		case r.Collecting():
			f.enter(given, at.Off)
		}
	}
}

// maps are the functions that call a function with each item of a list.
const maps lex.Words = "map imap map_async imap_unordered starmap filter filterfalse"

// mapList returns the list of what a function returns for the items of another list.
func (r *interp) mapList(f, list absval.Value) absval.Value {
	var out absval.Union
	for _, a := range f {
		switch {
		case a.Kind == absval.Closure && a.Text == lambdas:
			out.Add(absval.OrTop(r.objects.lambdas[a.Num]))
		case a.Kind == absval.Closure:
			out.Add(absval.OrTop(r.objects.results[a.Text]))
		case a.Kind == absval.Ref:
			v, known := r.fold(sink.PythonName(a.Text), a.Of, absval.Arguments{Pos: []absval.Value{list.Items()}, Star: -1})
			if !known {
				v = absval.Top
			}
			out.Add(v)
		default:
			out.Add(absval.Top)
		}
	}
	return absval.ListOf(absval.OrTop(out.Value))
}

// inspects are the functions that do not call their function arguments.
const inspects lex.Words = `
	print type repr str id help dir callable getattr hasattr isinstance inspect.getsource inspect.signature inspect.getdoc
	inspect.getfile inspect.getsourcefile vars`

// use records that functions escape to callers the reader cannot see.
func (r *interp) use(vs ...absval.Value) {
	for _, v := range vs {
		for _, a := range v {
			if a.Kind == absval.Ref && dangerous(a.Text) && r.Err == nil {
				t := r.Toks[max(r.Pos-1, 0)]
				r.apply(a, absval.UnseenArguments, lex.Span{Off: t.Off, End: t.End})
			}
		}
	}
}

// attribute returns the value of v.name.
func (r *interp) attribute(v absval.Value, name string, at lex.Span) absval.Value {
	var out absval.Union
	for _, a := range v {
		switch {
		case reveals(name) && (a.Kind != absval.Ref || name != "__builtins__"):
			r.Emit(effect.Act{Kind: effect.Evaluates, Call: "?." + name, Args: []effect.Arg{{}}}, at)
			out.Add(absval.Top)
		case sink.IsPythonModule(name) && a.Kind == absval.Unknown:
			out.Add(absval.Named(name))
		case a.Kind == absval.Ref:
			out.Add(r.member(a, name))
			if plainObject(a.Text) {
				out.Add(r.Field(name))
			}
		case a.IsAnyList():
			out.Add(absval.Instance("list."+name, absval.Value{a}))
		case a.Kind == absval.Template && name == "name": // of a temporary directory
			out.Add(absval.Value{a})
		case a.Kind == absval.Constant || a.Kind == absval.Template || a.Kind == absval.Unknown && (!a.IsUnknown() || a.Of != nil):
			out.Add(absval.Instance("str."+name, absval.Value{a}))
		case a.Kind == absval.Sequence:
			out.Add(absval.Instance("list."+name, absval.Value{a}))
			out.Add(r.Field(name))
		case a.Kind == absval.Closure && name == "__call__":
			out.Add(absval.Value{a})
		default:
			out.Add(absval.Named("?." + name))
			out.Add(r.ofClass(name))
			out.Add(r.Field(name))
		}
	}
	return absval.OrTop(out.Value)
}

// plainObject reports whether a value is an object of which only its fields matter.
func plainObject(name string) bool {
	return strings.HasPrefix(name, "?") || strings.HasPrefix(name, "argparse.") || strings.HasPrefix(name, "types.SimpleNamespace") || strings.HasPrefix(name, "json.load") || strings.HasPrefix(name, "dataclasses.") || strings.HasPrefix(name, "collections.namedtuple()")
}

// ofClass returns the library functions that a name is bound to anywhere in the code: a class may
// have such a member.
func (r *interp) ofClass(name string) absval.Value {
	var out absval.Value
	for _, a := range r.ask(name).value {
		if a.Kind == absval.Ref && a.Text != name && dangerous(a.Text) {
			out = absval.Join(out, absval.Value{a})
		}
	}
	return out
}

// reveals reports whether any object reaches every function through an attribute.
func reveals(attribute string) bool {
	switch attribute {
	case "__subclasses__", "__globals__", "__builtins__", "f_globals", "f_builtins":
		return true
	}
	return false
}

func (r *interp) member(a absval.Atom, name string) absval.Value {
	if name == "__call__" {
		return absval.Value{a}
	}
	full := sink.PythonName(lex.ClipName(a.Text + "." + name))
	if c, ok := constants.Get()[full]; ok {
		return c
	}
	if full == "sys.argv" && len(r.Operands) > 0 {
		return r.Argv(1)
	}
	if a.Text == "subprocess.run()" && name == "stdout" {
		if v, ok := r.Printed(a.Of); ok {
			return v
		}
	}
	if a.Text == "open()" && name == "name" && a.Of != nil {
		return a.Of
	}
	if a.Text == sink.PathClass && name == "path" { // of an entry of os.scandir
		return a.Of
	}
	if a.Text == sink.PathClass && name == "parent" {
		return absval.Path(a.Of.Str().Each(absval.Parent))
	}
	if a.Text == sink.PathClass && name == "parents" {
		return parents(a.Of.Str())
	}
	if a.Text == sink.PathClass && (name == "name" || name == "stem") && len(a.Of) == 1 && a.Of[0].Kind == absval.Template {
		return absval.TemplateOf(effect.Placeholder)
	}
	if strings.HasPrefix(full, "?") {
		full = "?." + name
	}
	return absval.Instance(full, a.Of)
}

// subscript reads v[…] after its opening bracket.
func (r *interp) subscript(v absval.Value, off int) absval.Value {
	from := r.Pos
	items, _, _, _ := r.elements("]")
	if r.Err != nil {
		return absval.Top
	}
	to := r.Pos - 1
	reverse := to-from == 4 && r.Toks[from].Text == ":" && r.Toks[from+1].Text == ":" && r.Toks[from+3].Text == "1" && r.Toks[from+2].Text == "-"
	slice := slices.ContainsFunc(r.Toks[from:to], func(t lex.Token) bool { return t.Kind == lex.Op && t.Text == ":" })
	var out absval.Union
	for _, a := range v {
		switch {
		case reverse:
			out.Add(absval.Value{a}.Each(absval.Reverse))
		case slice && a.IsFile():
			out.Add(a.Some())
		case slice && a.IsName():
			out.Add(absval.Value{a})
		case slice && a.Kind == absval.Sequence:
			out.Add(a.Slice(r.bounds(from, to)))
		case slice || len(items) != 1:
			out.Add(absval.Top)
		default:
			for _, i := range items[0] {
				out.Add(r.index(a, i, lex.Span{Off: off, End: r.Toks[to].End}))
			}
		}
	}
	return absval.OrTop(out.Value)
}

// bounds returns the numbers before and after the colon of a slice. A missing number is the
// beginning or the end.
func (r *interp) bounds(from, to int) (lo, hi absval.Value) {
	colon := slices.IndexFunc(r.Toks[from:to], func(t lex.Token) bool { return t.Kind == lex.Op && t.Text == ":" })
	end := func(toks []lex.Token) absval.Value {
		switch {
		case len(toks) == 0:
			return nil
		case len(toks) == 1 && toks[0].Kind == lex.Number:
			return absval.Numeral(toks[0].Text)
		case len(toks) == 2 && toks[0].Text == "-" && toks[1].Kind == lex.Number:
			if v := absval.Numeral(toks[1].Text); v.All(absval.Number) {
				return absval.Integer(-v[0].Num)
			}
		}
		return absval.Top
	}
	return end(r.Toks[from : from+colon]), end(r.Toks[from+colon+1 : to])
}

func (r *interp) index(a, i absval.Atom, at lex.Span) absval.Value {
	if !r.Spend(1) {
		return absval.Top
	}
	holds, of := namespace(a)
	switch {
	case holds && i.Kind == absval.Constant && of == "":
		return r.lookup(i.Text, effect.MaxSource)
	case holds && i.Kind == absval.Constant:
		return r.member(absval.Named(of)[0], i.Text)
	case holds:
		r.Emit(effect.Act{Kind: effect.Evaluates, Call: a.Text + "[]", Args: []effect.Arg{{}}}, at)
	case a.Kind == absval.Ref && a.Text == "plumbum.local" && i.Kind == absval.Constant:
		return absval.Named(lex.ClipName(a.Text + "." + i.Text))
	case a.Kind == absval.Ref && a.Text == "os.environ":
		return r.EnvironmentVariable(absval.Value{i}, absval.Arguments{Star: -1})
	case a.Kind == absval.Ref && a.Text == "sys.modules" && i.Kind == absval.Constant:
		return absval.Named(lex.ClipName(i.Text))
	case a.Kind == absval.Sequence && i.Kind == absval.Number:
		n := i.Num
		if n < 0 {
			n += len(a.Items)
		}
		if n >= 0 && n < len(a.Items) {
			return a.Items[n]
		}
	case a.Kind == absval.Sequence && i.Kind == absval.Constant:
		return absval.Join(absval.Value{a}.Items(), r.Field(i.Text))
	case a.Kind == absval.Sequence || a.IsAnyList():
		return absval.Value{a}.Items()
	case i.Kind == absval.Constant && r.Field(i.Text) != nil && (a.Kind == absval.Unknown || a.Kind == absval.Ref && (plainObject(a.Text) || a.Text == "vars()")):
		return absval.Join(r.Field(i.Text), absval.Top)
	case a.IsFile():
		return a.OfFile()
	case a.Kind == absval.Ref && isDatabase(a.Text):
		return absval.Value{a} // client["shop"]["orders"]
	case a.Kind == absval.Constant && i.Kind == absval.Number && i.Num >= 0 && i.Num < len(a.Text):
		return absval.Text(a.Text[i.Num : i.Num+1])
	}
	return absval.Top
}

// isDatabase reports whether a value comes from a client of a database.
func isDatabase(name string) bool {
	lib := sink.LibraryOf(sink.Libraries("python"), name)
	return lib != nil && lib.Service == sink.Tables
}

// namespace reports whether the subscripts of an atom are names, and of which module; "" is the code
// itself.
func namespace(a absval.Atom) (bool, string) {
	switch {
	case a.Kind != absval.Ref:
		return false, ""
	case a.Text == "globals()" || a.Text == "locals()":
		return true, ""
	case a.Text == "builtins" || a.Text == "__dict__":
		return true, "builtins"
	}
	of, ok := strings.CutSuffix(a.Text, ".__dict__")
	if ok && !sink.IsPythonModule(of) && of != "builtins" {
		return false, ""
	}
	return ok, of
}

// parts are the methods that return a part of a text.
const parts lex.Words = "split splitlines rsplit partition rpartition strip lstrip rstrip decode encode expandtabs removeprefix removesuffix"

// parents returns the directories above a path.
func parents(of absval.Value) absval.Value {
	const levels = 8
	var above []absval.Value
	for range levels {
		of = of.Each(absval.Parent)
		above = append(above, absval.Path(of))
	}
	return absval.List(above...)
}
