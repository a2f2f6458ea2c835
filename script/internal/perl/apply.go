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
	values binmode dirname getcwd cwd fastcwd tempfile tempdir`

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
	class := ""
	if len(v) == 1 && v[0].Kind == absval.Constant {
		class = v[0].Text
	}
	result := r.client(v, class, name, args, at)
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
	case wordlist.Among(name, " get post put delete head patch mirror request simple_request "):
		for _, a := range args[:min(1, len(args))] {
			for _, u := range a.Args() {
				if strings.Contains(u.Text, "://") || !u.Known && r.web() {
					r.Emit(effect.Act{Kind: effect.Connects, Call: "->" + name, Args: []effect.Arg{u}}, at)
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
		return absval.Named(result)
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

// client emits what a method does if its object is a client of a service. It returns the name of what the
// method returns, or "".
func (r *interp) client(v absval.Value, class, name string, args []absval.Value, at lex.Span) string {
	owner, given := class, absval.Arguments{Pos: args, Star: -1}
	switch {
	case class != "":
	case len(v) == 1 && v[0].Kind == absval.Ref && v[0].Text != `\`:
		owner = v[0].Text
	default:
		r.CallMethod(name, given, at)
		return ""
	}
	return r.CallClient(lex.ClipName(owner+"."+name), given, at)
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
