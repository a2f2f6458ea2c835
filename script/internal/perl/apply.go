package perl

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// topic are the functions that use $_ if they have no argument.
const topic = " unlink rmdir readpipe lc uc chr reverse ucfirst lcfirst quotemeta "

// folds are the functions whose value can be computed.
const folds lex.Words = `
	join lc uc chr pack sprintf reverse decode_base64 shift pop scalar lcfirst ucfirst inet_aton sockaddr_in pack_sockaddr_in glob
	unpack push unshift split splice chomp chop read sysread bsd_glob pack_sockaddr_un path abs_path rel2abs catfile sockaddr
	values binmode encode_json to_json dirname getcwd cwd fastcwd tempfile tempdir`

// apply emits the acts of a function call and returns its value.
func (r *interp) apply(short, name string, program absval.Value, args []absval.Value, at lex.Span) absval.Value {
	if len(args) == 0 && wordlist.Among(short, topic) {
		args = []absval.Value{r.lookup("$_")}
	}
	if program != nil {
		argv := append([]absval.Value{program}, args[min(1, len(args)):]...)
		r.EmitArgv(effect.Act{Kind: effect.Runs, Call: name}, argv, at)
		return absval.Top
	}
	if name == "File::Path::Tiny::rm" {
		short = "rmtree"
	}
	switch short {
	case "open":
		r.open(args, at)
		return absval.Top
	case "shift", "pop":
		if len(args) == 0 {
			args = []absval.Value{absval.Join(r.lookup("@_"), r.Names["@ARGV"])}
		}
		if len(args[0]) == 0 {
			return nil
		}
		return args[0].Items()
	}
	if (short == "POST" || short == "PUT" || short == "PATCH") && len(args) > 0 && absval.HasScheme(args[0]) {
		r.client(absval.Text("HTTP::Request"), "HTTP::Request", strings.ToLower(short), args, at)
	}
	if short == "tempfile" {
		r.EmitEach(effect.Act{Kind: effect.Writes, Call: name}, absval.Temporary(nil).Args(), at)
	}
	if short == "get" && r.web() {
		r.EmitRows([]sink.Row{{Kind: effect.Connects, Form: sink.Plain, Pos: 0, Key: "", Tree: false}}, name, nil, args, at)
	}
	for i, a := range args { // a reference to a list is the list
		if len(a) == 1 && a[0].Kind == absval.Ref && a[0].Text == `\` && len(a[0].Of) == 1 && a[0].Of[0].Kind == absval.Sequence && sink.Perl(short) != nil {
			args[i] = a[0].Of
		}
	}
	if name == "IPC::Run::run" || short == "run" && len(args) > 0 && len(args[0]) == 1 && args[0][0].Kind == absval.Ref && args[0][0].Text == `\` {
		for i, a := range args {
			if len(a) == 1 && a[0].Kind == absval.Ref && a[0].Text == `\` {
				args[i] = a[0].Of
			}
		}
		r.EmitRows([]sink.Row{{Kind: effect.Runs, Form: sink.Command, Pos: 0, Key: "", Tree: false}}, name, nil, args, at)
	}
	r.EmitRows(sink.Perl(short), name, nil, args, at)
	if (short == "write_file" || short == "append_file") && len(args) > 1 {
		r.NoteContent(args[0], r.Join(absval.Text(""), absval.List(args[1:]...)), at)
	}
	return r.fold(short, args)
}

// web reports whether the code uses a library that fetches URLs.
func (r *interp) web() bool {
	for name := range r.uses {
		if strings.HasPrefix(name, "LWP") || strings.HasPrefix(name, "HTTP::") || strings.HasPrefix(name, "Mojo") {
			return true
		}
	}
	return false
}

// fold returns the value of a call if it follows from its arguments.
func (r *interp) fold(name string, args []absval.Value) absval.Value {
	first := absval.Top
	if len(args) > 0 {
		first = args[0]
	}
	switch name {
	case "join":
		return r.Join(first.Str(), absval.List(args[min(1, len(args)):]...))
	case "lc", "uc":
		return r.turnCase(name, first)
	case "chr":
		return first.Runes()
	case "scalar", "abs_path", "rel2abs", "inet_aton":
		return flat(first)
	case "reverse":
		if len(args) > 1 {
			return absval.List(args...).Reverse()
		}
		return absval.Join(flat(first).Str().Each(absval.Reverse), flat(first))
	case "sprintf":
		var out absval.Union
		for _, f := range first {
			if f.Kind == absval.Constant {
				out.Add(r.Percent(f.Text, args[1:]))
			}
		}
		return absval.OrTop(out.Value)
	case "pack":
		return r.pack(first, args[min(1, len(args)):])
	case "decode_base64":
		return first.Each(absval.Unbase64)
	case "sockaddr_in", "pack_sockaddr_in":
		if len(args) > 1 {
			return args[1]
		}
	case "glob", "bsd_glob":
		return absval.List(first.Turn(absval.Glob))
	case "readdir":
		return absval.List(absval.TemplateOf(effect.Placeholder))
	case "encode_json", "to_json":
		return absval.Instance(name+"()", mapped(absval.List(args...)))
	case "path", "dir":
		return absval.Instance("path()", r.Join(absval.Text("/"), absval.List(args...)))
	case "dirname":
		return flat(first).Str().Each(absval.Parent)
	case "tempdir":
		return absval.Temporary(nil)
	case "tempfile":
		return absval.List(absval.Top, absval.Temporary(nil))
	case "getcwd", "cwd", "fastcwd":
		return absval.Text(".")
	case "catfile":
		return r.Join(absval.Text("/"), absval.List(args...))
	}
	return absval.Top
}

func (r *interp) turnCase(name string, v absval.Value) absval.Value {
	if name == "lc" {
		return v.Each(func(s string) (string, bool) { return strings.ToLower(s), true })
	}
	return v.Each(func(s string) (string, bool) { return strings.ToUpper(s), true })
}

// pack returns the text that the commonest templates make from numbers or digits.
func (r *interp) pack(template absval.Value, args []absval.Value) absval.Value {
	if len(template) != 1 || template[0].Kind != absval.Constant || len(args) == 0 {
		return absval.Top
	}
	switch t := template[0].Text; {
	case strings.HasPrefix(t, "H"):
		return args[0].Each(absval.Unhex)
	case strings.Trim(t, "0123456789*") == "A" || strings.Trim(t, "0123456789*") == "a":
		return args[0]
	case len(strings.Trim(t, "0123456789*")) == 1 && strings.Contains("cCWU", t[:1]):
		out := absval.Text("")
		for _, a := range args {
			out = r.Operate("+", out, a.Runes())
		}
		return out
	}
	return absval.Top
}

// method emits the acts of a method call and returns its value.
func (r *interp) method(v absval.Value, name string, args []absval.Value, at lex.Span) absval.Value {
	class, _ := v.OnlyText()
	result, from := r.client(v, class, name, args, at)
	switch {
	case len(v) == 1 && v[0].Kind == absval.Ref && v[0].Text == "path()":
		r.EmitRows(sink.PerlMethod(name), name, v[0].Of, args, at)
		if strings.HasPrefix(name, "spew") || name == "append" {
			r.NoteContent(v[0].Of, r.Join(absval.Text(""), absval.List(args...)), at)
		}
		if name == "parent" {
			return absval.Instance("path()", v[0].Of.Str().Each(absval.Parent))
		}
		if name == "children" {
			return absval.List(absval.Instance("path()", r.Paths(v[0].Of, absval.TemplateOf(effect.Placeholder))))
		}
		if name == "child" || name == "subdir" {
			return absval.Instance("path()", r.Join(absval.Text("/"), absval.List(append([]absval.Value{v[0].Of}, args...)...)))
		}
		return v[0].Of
	case strings.HasPrefix(class, "IO::Socket"):
		r.socket(class, args, at)
	case class == "IO::File" && name == "new":
		r.open(append([]absval.Value{absval.Top}, reversedMode(args)...), at)
	case wordlist.Among(name, " get post post_form put delete head patch mirror request simple_request "):
		for _, a := range args[:min(1, len(args))] {
			for _, u := range a.Args() {
				if strings.Contains(u.Text, "://") || !u.Known && r.web() {
					r.Emit(effect.Act{Kind: effect.Connects, Call: "->" + name, Args: []effect.Arg{u}}, at)
					r.EmitSent("->"+name, a, withoutHeaders(args[1:]), at)
				}
			}
		}
	case wordlist.Among(name, " system capture "):
		r.EmitList(effect.Act{Kind: effect.Shell, Call: "->" + name}, args, at)
	}
	if name != "new" {
		r.called(args)
	}
	if result != "" {
		return absval.Instance(result, from)
	}
	switch {
	case class == "File::Temp" && (name == "new" || name == "newdir"):
		r.EmitEach(effect.Act{Kind: effect.Writes, Call: class}, absval.Temporary(nil).Args(), at)
		return absval.Temporary(nil)
	case (name == "filename" || name == "dirname") && len(v) == 1 && v[0].Kind == absval.Template:
		return v
	}
	stored := absval.Join(r.Field(name), r.Field(absval.Result(name)))
	return absval.Join(stored, absval.Top)
}

// withoutHeaders returns the arguments of a request without the fields of its header: pairs of a name such as
// Authorization and a value.
func withoutHeaders(args []absval.Value) (rest []absval.Value) {
	for i, a := range args {
		if i > 0 && len(args[i-1]) == 1 && args[i-1][0].Kind == absval.Constant && absval.ForCredentials(args[i-1][0].Text) {
			continue
		}
		rest = append(rest, a)
	}
	return rest
}

// client emits what a method does if its object is a client of a service. It returns the name of what the
// method returns, or "", and what that is made from.
func (r *interp) client(v absval.Value, class, name string, args []absval.Value, at lex.Span) (result string, from absval.Value) {
	owner, given := class, absval.Arguments{Pos: args, Star: -1}
	switch {
	case class != "":
	case len(v) == 1 && v[0].Kind == absval.Ref && v[0].Text != `\`:
		owner = v[0].Text
	default:
		given.Pos, given.Keys = withMappings(args)
		r.CallMethod(name, given, at)
		return "", nil
	}
	var of absval.Value
	if class == "" {
		of = v[0].Of
	}
	given.Pos, given.Keys = withMappings(args)
	return r.CallClient(lex.ClipName(owner+"."+name), of, given, at)
}

// withMappings returns the arguments of a method that may send a request: a reference to a list of pairs is a mapping,
// and so are pairs behind a URL, unless one of them is the content.
func withMappings(args []absval.Value) (pos []absval.Value, keys []absval.Keyword) {
	var pairs []absval.Value
	for i, a := range args {
		switch {
		case i > 0 && isBody(args[i-1]) && (pairs != nil || i > 1):
			keys = append(keys, absval.Keyword{Name: args[i-1][0].Text, Value: mapped(a)})
			pairs = nil
		case pairs != nil || i > 0 && absval.HasScheme(args[i-1]) && len(args)-i > 1 && len(a) == 1 && a[0].Kind == absval.Constant:
			pairs = append(pairs, a)
		default:
			pos = append(pos, mapped(a))
		}
	}
	if len(keys) == 0 && len(pairs) > 0 {
		pos = append(pos, mapped(absval.List(pairs...)))
	}
	return pos, keys
}

// isBody reports whether a word is the name of the option with the content of a request.
func isBody(v absval.Value) bool {
	const names lex.Words = "content Content json form"
	name, _ := v.OnlyText()
	return names.Has(name)
}

// mapped returns a list of pairs, or a reference to one, as a mapping, and other values as they are.
func mapped(v absval.Value) absval.Value {
	list := v
	if len(v) == 1 && v[0].Kind == absval.Ref && v[0].Text == `\` {
		list = v[0].Of
	}
	if len(list) != 1 || list[0].Kind != absval.Sequence || list[0].Keys != nil || len(list[0].Items) < 2 || len(list[0].Items)%2 != 0 {
		return v
	}
	var items []absval.Value
	var keys []string
	for i := 0; i+1 < len(list[0].Items); i += 2 {
		items, keys = append(items, truth(list[0].Items[i+1])), append(keys, absval.One(list[0].Items[i]).Text)
	}
	return absval.Mapping(items, keys)
}

// truth returns false and true for references to 0 and 1, as writers of JSON do.
func truth(v absval.Value) absval.Value {
	if len(v) != 1 || v[0].Kind != absval.Ref || v[0].Text != `\` || !v[0].Of.All(absval.Number) {
		return mapped(v)
	}
	if v[0].Of[0].Num == 0 {
		return absval.Named("false")
	}
	return absval.Named("true")
}

// reversedMode swaps the file and the mode of IO::File.
func reversedMode(args []absval.Value) []absval.Value {
	if len(args) < 2 {
		return args
	}
	return []absval.Value{args[1].Each(ioMode), args[0]}
}

// ioMode converts a mode of C to one of open.
func ioMode(s string) (string, bool) {
	for _, m := range [][2]string{{"r+", "+<"}, {"w", ">"}, {"a", ">>"}, {"r", "<"}} {
		if strings.HasPrefix(s, m[0]) {
			return m[1], true
		}
	}
	return s, true
}

// socket emits the connection of IO::Socket's constructor.
func (r *interp) socket(class string, args []absval.Value, at lex.Span) {
	for i := 0; i+1 < len(args); i++ {
		if len(args[i]) != 1 || args[i][0].Kind != absval.Constant {
			continue
		}
		switch args[i][0].Text {
		case "PeerAddr", "PeerHost", "Peer":
			r.EmitEach(effect.Act{Kind: effect.Connects, Call: class}, args[i+1].Str().Args(), at)
		case "Listen":
			r.Emit(effect.Act{Kind: effect.Listens, Call: class, Args: []effect.Arg{{}}}, at)
		}
	}
	if len(args) == 1 {
		r.EmitEach(effect.Act{Kind: effect.Connects, Call: class}, args[0].Args(), at)
	}
}
