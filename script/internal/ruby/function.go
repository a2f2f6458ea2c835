package ruby

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// readsInput are the methods that return a part of standard input.
const readsInput lex.Words = "Kernel.gets Kernel.readline STDIN.read STDIN.gets STDIN.readline $stdin.read $stdin.gets $stdin.readline ARGF.read ARGF.gets ARGF.readline"

// invokeName emits the acts that the table gives for a method, by its full name.
func (r *interp) invokeName(full string, args []absval.Value, at lex.Span) absval.Value {
	full = sink.RubyName(full)
	name := full[strings.LastIndexByte(full, '.')+1:]
	call := strings.TrimPrefix(full, "Kernel.")
	of := absval.Top
	if len(args) > 0 {
		of = args[0]
	}
	rows := sink.Ruby(full)
	if len(rows) == 0 && r.mixed && strings.HasPrefix(full, "Kernel.") {
		rows = sink.Ruby("FileUtils." + name)
	}
	if v, is := r.placeOf(full, of, at); is {
		return v
	}
	if v, is := r.valueOf(full, of, args); is {
		return v
	}
	switch {
	case full == "Kernel.open" || full == "IO.read" || full == "IO.readlines" || full == "IO.foreach" || full == "IO.binread":
		rest := r.piped(call, of, at)
		if len(rest) > 0 {
			r.opens(call, rest, args, at)
		}
		return absval.Top
	case full == "File.open" || full == "File.new" || full == "IO.sysopen":
		if len(args) > 0 {
			r.opens(call, of, args, at)
		}
		return absval.Top
	case full == "IO.popen":
		r.EmitRows(rows, call, nil, popened(args), at)
		return absval.Top
	case full == "Kernel.require" || full == "Kernel.require_relative" || full == "Kernel.load":
		r.required(call, name, of, at)
	case full == "Dir.chdir" && len(args) == 0:
		r.Chdir(absval.Text("~"))
	}
	r.EmitRows(rows, call, nil, args, at)
	if sends(full) && len(args) > 1 {
		r.EmitSent(call, of, args[1:], at)
	}
	if sink.IsEncoded(full + "()") {
		return absval.Instance(full+"()", of)
	}
	if len(args) > 1 && (name == "write" || name == "binwrite") {
		r.NoteContent(of, args[1], at)
		if len(args) > 2 {
			r.NoteKept(of, at)
		}
	}
	return absval.Top
}

// valueOf returns the value of a function that touches nothing.
func (r *interp) valueOf(full string, of absval.Value, args []absval.Value) (absval.Value, bool) {
	switch {
	case full == "JSON.generate" || full == "JSON.dump" || full == "URI.encode_www_form":
		if pairs := r.pairs; pairs != nil {
			of = pairs
		}
		return absval.Instance(full+"()", of), true
	case full == "Kernel.URI" || full == "URI.parse" || full == "Kernel.String" || full == "File.expand_path" || full == "File.realpath":
		return of, true
	case full == "Kernel.Pathname" || full == "Pathname.new":
		return absval.Instance("Pathname()", of), true
	case full == "File.join":
		return r.Join(absval.Text("/"), absval.List(args...)), true
	case full == "ENV.fetch" && len(args) > 0:
		return r.EnvironmentVariable(of, absval.Arguments{Pos: args, Star: -1}), true
	case readsInput.Has(full):
		v, _ := r.InputRead()
		return absval.OrTop(v), true
	case full == "Dir.children" || full == "Dir.entries":
		return absval.List(absval.TemplateOf(effect.Placeholder)), true
	case full == "Dir.glob":
		return absval.List(of.Turn(absval.Glob)), true
	case full == "Base64.decode64" || full == "Base64.strict_decode64" || full == "Base64.urlsafe_decode64":
		return of.Each(absval.Unbase64), true
	case (full == "Kernel.format" || full == "Kernel.sprintf") && len(of) == 1 && of[0].Kind == absval.Constant:
		return r.Percent(of[0].Text, args[1:]), true
	case full == "Shellwords.split" || full == "Shellwords.shellsplit":
		return r.Words(of, true), true
	}
	return nil, false
}

// placeOf returns the value of a function that gives a directory, or makes a temporary file.
func (r *interp) placeOf(full string, of absval.Value, at lex.Span) (absval.Value, bool) {
	switch {
	case full == "Pathname.pwd" || full == "Pathname.getwd":
		return absval.Instance("Pathname()", absval.Text(".")), true
	case full == "Tempfile.new" || full == "Tempfile.create" || full == "Tempfile.open":
		path := absval.Temporary(nil)
		r.EmitEach(effect.Act{Kind: effect.Writes, Call: full}, path.Args(), at)
		return path, true
	case full == "Dir.mktmpdir":
		return absval.Temporary(nil), true
	case full == "Dir.pwd" || full == "Dir.getwd":
		return absval.Text("."), true
	case full == "Dir.home":
		return absval.Text("~"), true
	case full == "File.dirname":
		return of.Str().Each(absval.Parent), true
	}
	return nil, false
}

// popened returns the arguments of IO.popen that say what to start: the first that is not a mapping
// of variables. A mode and options follow it.
func popened(args []absval.Value) []absval.Value {
	for i, a := range args {
		if len(a) != 1 || a[0].Kind != absval.Ref || a[0].Text != "{}" {
			return args[i : i+1]
		}
	}
	return nil
}

// piped emits the commands of open("|…") and returns the other possible values.
func (r *interp) piped(call string, v absval.Value, at lex.Span) absval.Value {
	var rest absval.Value
	for _, a := range v {
		switch {
		case strings.HasPrefix(a.Text, "|"):
			r.Emit(effect.Act{Kind: effect.Shell, Call: call, Args: []effect.Arg{{Text: strings.TrimSpace(a.Text[1:]), Known: a.Kind == absval.Constant, Template: a.Kind == absval.Template}}}, at)
		case strings.Contains(a.Text, "://"):
			r.Emit(effect.Act{Kind: effect.Connects, Call: call, Args: []effect.Arg{{Text: a.Text, Known: a.Kind == absval.Constant, Template: a.Kind == absval.Template}}}, at)
		default:
			rest = append(rest, a)
		}
	}
	return rest
}

// opens emits the acts of opening a file in a mode.
func (r *interp) opens(call string, file absval.Value, args []absval.Value, at lex.Span) {
	mode, given := absval.Value(nil), len(args) > 1 && !strings.HasPrefix(call, "IO.")
	if given {
		mode = args[1]
		if len(mode) == 1 && (mode[0].Kind == absval.Ref || mode[0].Kind == absval.Number) {
			mode = absval.Top
		}
	}
	r.EmitOpen(effect.Act{Call: call}, file.Args(), mode, given, at)
	if given {
		r.opened = file
	}
}

// required emits the run of a file given by its path.
func (r *interp) required(call, name string, v absval.Value, at lex.Span) {
	for _, a := range v.Args() {
		if name == "require" && a.Known && !strings.HasPrefix(a.Text, ".") && !strings.HasPrefix(a.Text, "/") {
			continue
		}
		r.Emit(effect.Act{Kind: effect.Runs, Call: call, Includes: true, Args: []effect.Arg{{Text: "ruby", Known: true}, a}}, at)
	}
}
