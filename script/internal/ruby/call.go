package ruby

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// named reads a constant, a variable, or a call without a receiver.
func (r *interp) named(t *lex.Token) absval.Value {
	name := t.Text
	at := func() lex.Span { return lex.Span{Off: t.Off, End: max(r.Toks[max(r.Pos-1, 0)].End, t.Off+1)} }
	tight := r.At("(") && r.Tok().Off == t.End
	if v := r.Names[name]; len(v) > 0 && !tight {
		r.lval = name
		return v
	}
	first := strings.TrimLeft(name, "@$")
	upper := first != "" && first[0] >= 'A' && first[0] <= 'Z'
	switch {
	case upper && !tight:
		if r.Tok().Kind == lex.String && r.Tok().Off > t.End && len(sink.Ruby("Kernel."+name)) > 0 {
			break
		}
		r.lval = name
		return absval.Named(lex.ClipName(name))
	case name == "$_" && !r.At("="):
		r.lval = name
		v, _ := r.InputLine() // by -n or -p
		return absval.OrTop(v)
	case name[0] == '@' || name[0] == '$' || r.At("=") && !r.At("=="):
		r.lval = name
		return absval.Top
	case name == "true" || name == "false":
		return absval.Named(name)
	case name == "__FILE__" || name == "__dir__":
		file, dir := r.OwnFile()
		if name == "__dir__" {
			return dir
		}
		return file
	case name == "nil" || name == "self":
		return absval.Top
	case name == "alias" || name == "undef":
		for !r.Done() && r.Tok().Kind != lex.Newline && !r.At(";") {
			r.Next()
		}
		return absval.Top
	}
	args, given := r.arguments(t)
	if !given && !r.At("{") && !(r.At("do") && r.Tok().Kind == lex.Name) {
		if len(sink.Ruby("Kernel."+name)) == 0 {
			r.lval = name
		}
		return absval.Join(r.stored(name), absval.Top)
	}
	r.passed(name, args)
	v := r.invoke(nil, name, args, at())
	r.block(absval.Top)
	return absval.Join(r.Field(absval.Result(name)), v)
}

// attribute reads the assignment to an attribute of an object: the body of a request may be one.
func (r *interp) attribute(v absval.Value, t, start *lex.Token) absval.Value {
	if t.Text != "body" || !r.At("=") || len(v) != 1 || v[0].Kind != absval.Ref {
		return absval.Top
	}
	r.Next()
	value := r.expr(1)
	r.pairs = nil
	r.client(v, v[0].Text, "body=", []absval.Value{value}, lex.Span{Off: start.Off, End: r.Toks[max(r.Pos-1, 0)].End})
	return value
}

// member reads a method or constant after a dot or two colons.
func (r *interp) member(v absval.Value, t *lex.Token, scope bool, start *lex.Token) absval.Value {
	if t.Kind == lex.Op { // f.(x)
		r.Next()
		args, _ := r.list(")")
		r.close(")")
		return r.invoke(v, "call", args, lex.Span{Off: start.Off, End: r.Toks[r.Pos-1].End})
	}
	r.Next()
	if c := t.Text[0]; scope && c >= 'A' && c <= 'Z' && !(r.At("(") && r.Tok().Off == t.End) {
		full := t.Text
		if len(v) == 1 && v[0].Kind == absval.Ref {
			full = v[0].Text + "::" + t.Text
		}
		return absval.Named(lex.ClipName(full))
	}
	if (r.At("=") || r.At("+=") || r.At("||=")) && r.Tok().Kind == lex.Op {
		r.lval = ""
		return r.attribute(v, t, start)
	}
	args, _ := r.arguments(t)
	at := lex.Span{Off: start.Off, End: max(r.Toks[max(r.Pos-1, 0)].End, start.Off+1)}
	items := absval.Top
	switch {
	case t.Text == "then" || t.Text == "tap" || t.Text == "yield_self":
		items = v
	case len(v) == 1 && v[0].Kind == absval.Sequence:
		items = v.Items()
	}
	if each := r.entries(v, t.Text, args); each != nil {
		items = each
	}
	r.passed(t.Text, args)
	out := r.invoke(v, t.Text, args, at)
	if stored := r.stored(t.Text); stored != nil && len(out) == 1 && out[0].IsUnknown() {
		out = absval.Join(stored, out)
	}
	if len(items) == 1 && items[0].IsUnknown() && len(out) == 1 && out[0].Kind == absval.Ref {
		items = out // what a service returns, element by element
	}
	if r.At("{") || r.At("do") {
		inner := r.block(items)
		if t.Text == "then" || t.Text == "yield_self" {
			return inner
		}
		if t.Text == "map" || t.Text == "flat_map" {
			return absval.MappedList(inner)
		}
		if chooses.Has(t.Text) && len(v) == 1 && v[0].Kind == absval.Sequence {
			return v
		}
	}
	r.callEach(args, items, at)
	return out
}

// callEach emits what the methods among the arguments of a call do with some items: each(&method(:system)).
func (r *interp) callEach(args []absval.Value, items absval.Value, at lex.Span) {
	for _, a := range args {
		if len(a) != 1 || a[0].Kind != absval.Ref {
			continue
		}
		if name, ok := strings.CutPrefix(a[0].Text, symbol); ok {
			for i := range items {
				r.invoke(items[i:i+1], name, nil, at)
			}
		} else if strings.HasPrefix(a[0].Text, "&") && items != nil {
			r.invokeName(strings.TrimPrefix(a[0].Text, "&"), []absval.Value{items}, at)
		}
	}
}

// chooses are the methods that return some items of a list, or all in another order.
const chooses lex.Words = "select reject filter sort_by uniq sort each each_with_index reverse_each"

// passed records the arguments of a call by name.
func (r *interp) passed(name string, args []absval.Value) {
	const most = 8
	if name == "new" {
		name = "initialize"
	}
	for i, v := range args[:min(len(args), most)] {
		r.NoteField(absval.PassedTo(name, i), v)
	}
}

// stored returns what the code stores under a name that a method without arguments returns: in an attribute,
// or as its result.
func (r *interp) stored(name string) absval.Value {
	return absval.Join(absval.Join(r.Field(name), r.Field(absval.Result(name))), r.Names["@"+name].Known())
}

// entries returns the values that a method passes to its block when it walks a directory; nil for
// other methods.
func (r *interp) entries(v absval.Value, name string, args []absval.Value) absval.Value {
	if len(v) != 1 || v[0].Kind != absval.Ref {
		return nil
	}
	some := absval.TemplateOf(effect.Placeholder)
	switch of := v[0]; {
	case of.Text == "Dir" && (name == "foreach" || name == "each_child"):
		return some
	case of.Text == "Dir" && name == "glob" && len(args) > 0:
		return args[0].Turn(absval.Glob)
	case of.Text == "Find" && name == "find" && len(args) > 0:
		return absval.Join(args[0], r.Paths(args[0], some))
	case of.Text == "Pathname()" && pathWalks.Has(name):
		return absval.Instance("Pathname()", r.Paths(of.Of, some))
	}
	return nil
}

// pathWalks are the methods of Pathname that return the entries of a directory.
const pathWalks lex.Words = "each_child each_entry find glob children entries"

// invoke emits the acts of a method call and returns its value. Without a receiver the method is one
// of Kernel, or of the code.
func (r *interp) invoke(recv absval.Value, name string, args []absval.Value, at lex.Span) absval.Value {
	if !r.Spend(len(args)) {
		return absval.Top
	}
	args, start := withoutStart(args)
	if start != nil {
		defer func(was *effect.Arg) { r.Dir = was }(r.Dir)
		r.Chdir(start)
	}
	owner := ""
	if len(recv) == 1 && recv[0].Kind == absval.Ref {
		owner = recv[0].Text
	}
	first := absval.Top
	if len(args) > 0 {
		first = args[0]
	}
	r.sends(recv, owner, name, args, at)
	result, from := r.client(recv, owner, name, args, at)
	switch name {
	case "to_json":
		return absval.Instance("to_json()", recv)
	case "send", "public_send", "__send__":
		return r.send(recv, owner, first, args, at)
	case "method", "instance_method", "public_method", "const_get":
		return r.lookedUp(owner, name, first, at)
	case "call", "===", "unbind", "bind_call":
		if strings.HasPrefix(owner, "&") {
			r.CallClient(owner[1:], nil, absval.Arguments{Pos: args, Star: -1}, at)
			return r.invokeName(owner[1:], args, at)
		}
	case "eval", "instance_eval", "class_eval", "module_eval", "class_exec", "instance_exec", "module_exec":
		r.mixed = r.mixed || strings.HasPrefix(owner, "FileUtils")
		if len(args) > 0 {
			r.evaluate(name, first, at)
		}
		return absval.Top
	case "include", "extend":
		r.mixed = r.mixed || len(first) == 1 && strings.HasPrefix(first[0].Text, "FileUtils")
	}
	if recv != nil && owner == "" {
		if v, ok := r.fold(recv, name, args); ok {
			return v
		}
		if removers.Has(name) { // only FileUtils has them
			return r.invokeName("FileUtils."+name, args, at)
		}
		return absval.Top
	}
	if absval.IsEnvironment(recv) && environmentTexts.Has(name) {
		return recv
	}
	if owner == "Pathname()" {
		return r.ofPathname(recv, name, first, args, at)
	}
	v := r.invokeName(dotted(owner, name), args, at)
	if result != "" && len(v) == 1 && v[0].IsUnknown() {
		return absval.Instance(result, absval.OrElse(from, first))
	}
	return v
}

// lookedUp returns the method or the constant that a text names, and emits that any code may run if it is not known.
func (r *interp) lookedUp(owner, by string, name absval.Value, at lex.Span) absval.Value {
	switch {
	case len(name) != 1 || name[0].Kind != absval.Constant:
		r.Emit(effect.Act{Kind: effect.Evaluates, Call: by, Args: []effect.Arg{{}}}, at)
		return absval.Top
	case by == "const_get":
		return absval.Named(lex.ClipName(name[0].Text))
	}
	return absval.Named(lex.ClipName("&" + dotted(owner, name[0].Text)))
}

// environmentTexts are the methods that return all of the environment, as a mapping or as a text.
const environmentTexts lex.Words = "to_h to_hash to_a to_s to_json inspect dup clone map sort entries pretty_inspect to_yaml join"

// sends reports whether a function makes a request with a body, or with parameters, behind the address.
func sends(full string) bool {
	library, _, _ := strings.Cut(full, ".")
	return lex.Words("Net::HTTP HTTParty Faraday RestClient Excon HTTP Typhoeus").Has(library)
}

// ofPathname emits the acts of a method of Pathname and returns its value.
func (r *interp) ofPathname(recv absval.Value, name string, first absval.Value, args []absval.Value, at lex.Span) absval.Value {
	switch name {
	case "parent", "dirname":
		return absval.Instance("Pathname()", recv[0].Of.Str().Each(absval.Parent))
	case "join", "+", "/":
		return absval.Instance("Pathname()", r.Paths(append([]absval.Value{recv[0].Of}, args...)...))
	case "expand_path", "realpath", "cleanpath":
		return recv
	case "children", "entries", "glob":
		return absval.List(r.entries(recv, name, args))
	case "write", "binwrite":
		r.NoteContent(recv[0].Of, first, at)
	}
	r.EmitRows(sink.Ruby(dotted("Pathname()", name)), name, recv[0].Of, args, at)
	return absval.Top
}

// client emits what a method does if its object is a client of a service. It returns the name of what the
// method returns, or "", and what that is made from.
func (r *interp) client(recv absval.Value, owner, name string, args []absval.Value, at lex.Span) (result string, from absval.Value) {
	given := absval.Arguments{Pos: args, Star: -1}
	if len(r.pairs) == 1 {
		for i, k := range r.pairs[0].Keys {
			given.Keys = append(given.Keys, absval.Keyword{Name: k, Value: r.pairs[0].Items[i]})
		}
	}
	switch {
	case recv == nil || name == "send" || name == "public_send" || name == "__send__":
		return "", nil
	case owner == "":
		r.CallMethod(name, given, at)
		return "", nil
	}
	return r.CallClient(lex.ClipName(strings.TrimPrefix(owner, "::")+"."+name), recv[0].Of, given, at)
}

// startOption marks the value of chdir: among the arguments of a call.
const startOption = "chdir:"

// withoutStart splits the directory that chdir: names from the arguments.
func withoutStart(args []absval.Value) (rest []absval.Value, start absval.Value) {
	for i, a := range args {
		if len(a) == 1 && a[0].Kind == absval.Ref && a[0].Text == startOption {
			rest, _ = withoutStart(args[i+1:])
			return slices.Concat(args[:i], rest), a[0].Of
		}
	}
	return args, nil
}

// removers are methods of FileUtils with unique names.
const removers lex.Words = "rm_rf rm_r remove_entry remove_entry_secure remove_dir"

func dotted(owner, name string) string {
	if owner == "" {
		return "Kernel." + name
	}
	return strings.TrimPrefix(owner, "::") + "." + name
}

// send calls a method by a computed name.
func (r *interp) send(recv absval.Value, owner string, name absval.Value, args []absval.Value, at lex.Span) absval.Value {
	out := absval.Value(nil)
	for _, n := range name {
		switch {
		case n.Kind == absval.Constant && recv != nil && owner == "":
			r.client(recv, owner, n.Text, args[1:], at)
			out = absval.Join(out, r.invokeName("Kernel."+n.Text, args[1:], at)) // private methods that any object has
		case n.Kind == absval.Constant:
			out = absval.Join(out, r.invoke(recv, n.Text, args[1:], at))
		case recv == nil || owner != "":
			r.Emit(effect.Act{Kind: effect.Evaluates, Call: "send", Args: []effect.Arg{{}}}, at)
		}
	}
	return absval.OrTop(out)
}

// evaluate reads constant code.
func (r *interp) evaluate(name string, v absval.Value, at lex.Span) {
	for _, a := range v.Args() {
		if !a.Known || !r.Run(a.Text, at, tokens, func() { r.all() }) {
			r.Emit(effect.Act{Kind: effect.Evaluates, Call: name, Args: []effect.Arg{{Text: a.Text}}}, at)
		}
	}
}

// sends records a write to the possible input of a command, but not to the code's own output.
func (r *interp) sends(recv absval.Value, owner, name string, args []absval.Value, at lex.Span) {
	if own := r.WantsPrints() && (recv == nil || owner == "$stdout" || owner == "STDOUT"); own && name == "puts" {
		r.NotePrinted(name, r.JoinPrinted(args, "\n", "\n"), at)
	} else if own && (name == "print" || name == "write" || name == "<<") {
		r.NotePrinted(name, r.JoinPrinted(args, "", ""), at)
	}
	if recv == nil || len(args) == 0 || outputs.Has(owner) {
		return
	}
	switch name {
	case "puts", "print", "write", "<<", "syswrite", "close_write":
		sent := r.Join(absval.Text(""), absval.List(args...))
		if name == "puts" {
			sent = r.Operate("+", r.Join(absval.Text("\n"), absval.List(args...)), absval.Text("\n"))
		}
		r.NoteWritten(sent, at)
		if r.opened != nil && owner == "" {
			r.NoteContent(r.opened, sent, at)
		}
	}
}

// here returns the place of the last token.
func (r *interp) here() lex.Span {
	t := r.Toks[max(r.Pos-1, 0)]
	return lex.Span{Off: t.Off, End: t.End}
}

// outputs are the code's own output streams, and classes whose write method writes a file.
const outputs lex.Words = "$stdout $stderr STDOUT STDERR File IO Pathname()"
