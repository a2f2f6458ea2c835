package brace

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// effect emits the acts that one row of the table gives for a call.
func (r *Interp) effect(e sink.Row, name string, of absval.Value, args absval.Arguments, at lex.Span) {
	act := effect.Act{Kind: e.Kind, Call: name, Tree: e.Tree}
	v, given := args.Get(e.Pos, e.Key)
	switch e.Form {
	case sink.Receiver:
		r.EmitEach(act, absval.ArgsOrUnknown(of), at)
		return
	case sink.Opaque:
		r.Emit(effect.Act{Kind: effect.Evaluates, Call: name, Args: []effect.Arg{{}}}, at)
		return
	case sink.Called, sink.Applied:
		r.indirect(e, of, args, at)
		return
	case sink.Invoked:
		if e.Pos == 0 {
			args = listed(v)
		}
		r.handOver(of, args, at)
		return
	}
	if !given {
		return
	}
	switch e.Form {
	case sink.Plain:
		r.EmitEach(act, v.Args(), at)
	case sink.Linked:
		link, _ := args.Get(e.Pos+1, "")
		r.EmitLink(act, v, link, at)
	case sink.Mode:
		m, ok := args.Get(e.Pos+1, "")
		r.EmitOpen(act, v.Args(), m, ok, at)
	case sink.ShellLine:
		act.Dir = r.option(args, e.Pos+1, "cwd")
		r.stdinFrom(&act, args, e.Pos+1)
		r.EmitEach(act, v.Args(), at)
	case sink.NodeFile:
		if r.says(args, e.Pos+1, "eval") {
			r.Evaluate(name, v, at)
			return
		}
		r.program1(act, e, v, args, at)
	case sink.Program:
		r.program1(act, e, v, args, at)
	case sink.TreeOption:
		act.Tree = r.says(args, e.Pos+1, "recursive")
		r.EmitEach(act, v.Args(), at)
	case sink.Endpoint:
		r.EmitEach(act, r.endpoints(v), at)
	case sink.PortHost, sink.Bound:
		r.ports(act, e, v, args, at)
	case sink.Signal:
		sig, _ := args.Get(e.Pos+1, "signal")
		r.EmitSignal(act, []absval.Value{sig, v}, at)
	case sink.ArgvOption:
		r.argvOf(act, v, args, at)
	case sink.Directory:
		r.Chdir(v)
	default:
		r.code(e, act, v, args, at)
	}
}

// code emits the acts of the forms that call functions or evaluate code.
func (r *Interp) code(e sink.Row, act effect.Act, v absval.Value, args absval.Arguments, at lex.Span) {
	switch e.Form {
	case sink.Code:
		r.Evaluate(act.Call, v, at)
	case sink.Inner:
		if len(args.Pos) > 0 {
			r.Evaluate(act.Call, args.Pos[len(args.Pos)-1], at)
		}
	case sink.Callable:
		r.handOver(v, absval.Arguments{Pos: args.Pos[min(e.Pos+1, len(args.Pos)):], Star: args.Star}, at)
	case sink.Callables:
		list, _ := args.Get(e.Pos+1, "")
		r.handOver(v, listed(list), at)
	case sink.EachOf, sink.Over:
		n := e.Pos + 1
		if e.Form == sink.Over {
			n = e.Pos - 1
		}
		items, ok := args.Get(n, "")
		if !ok {
			items = absval.Top
		}
		r.handOver(v, absval.Arguments{Star: -1, Pos: []absval.Value{items.Items()}}, at)
	case sink.Delayed:
		r.handOver(v, absval.Arguments{Pos: args.Pos[min(e.Pos+2, len(args.Pos)):], Star: args.Star}, at)
	case sink.Reflected:
		rest, _ := args.Get(e.Pos+2, "")
		r.handOver(v, listed(rest), at)
	case sink.Tool:
		r.EmitArgv(act, append([]absval.Value{absval.Text(e.Key)}, args.Pos...), at)
	case sink.Module:
		r.Required(act, v, at)
	case sink.Handler:
		r.handOver(v, absval.UnseenArguments, at)
	case sink.Asserted:
		r.asserted(act, v, at)
	case sink.Included:
		r.Include(act, v, at)
	default:
		if r.Own != nil {
			r.Own(r, e, act, v, args, at)
		}
	}
}

// handOver calls the functions that a value names. It ignores unknown atoms: the value was
// known where it was made.
func (r *Interp) handOver(v absval.Value, args absval.Arguments, at lex.Span) {
	for _, a := range v {
		if a.Kind != absval.Unknown && a.Kind != absval.Number {
			r.callOne(a, args, at)
		}
	}
}

// Required emits the loading of a module that is a file. Modules loaded by name are not
// followed.
func (r *Interp) Required(act effect.Act, v absval.Value, at lex.Span) {
	for _, a := range v.Args() {
		switch {
		case strings.HasPrefix(a.Text, "data:") || strings.Contains(a.Text, "://") && !strings.HasPrefix(a.Text, "file:"):
			r.Emit(effect.Act{Kind: effect.Evaluates, Call: act.Call, Args: []effect.Arg{{Text: a.Text}}}, at)
		case !strings.HasPrefix(a.Text, ".") && !strings.HasPrefix(a.Text, "/") && !strings.HasPrefix(a.Text, "~") && !strings.HasPrefix(a.Text, "file:"):
		case strings.HasSuffix(a.Text, ".json"):
			r.Emit(effect.Act{Kind: effect.Reads, Call: act.Call, Args: []effect.Arg{a}}, at)
		case a.Known:
			a.Text = strings.TrimPrefix(a.Text, "file://")
			r.Emit(effect.Act{Kind: effect.Runs, Call: act.Call, Includes: true, Args: []effect.Arg{{Text: r.Language.Program, Known: true}, a}}, at)
		}
	}
}

// listed converts a list to the arguments of a call.
func listed(v absval.Value) absval.Arguments {
	if len(v) == 1 && v[0].Kind == absval.Sequence {
		return absval.Arguments{Star: -1, Pos: v[0].Items}
	}
	return absval.UnseenArguments
}

// indirect emits the acts of f.call(this, …), f.apply(this, […]) and f.bind.
func (r *Interp) indirect(e sink.Row, of absval.Value, args absval.Arguments, at lex.Span) {
	given := absval.Arguments{Star: args.Star, Pos: args.Pos[min(1, len(args.Pos)):]}
	if given.Star > 0 {
		given.Star--
	}
	if e.Form == sink.Applied {
		given = absval.UnseenArguments
		if len(args.Pos) > 1 {
			given = listed(args.Pos[1])
		}
	}
	for _, a := range of {
		if a.Kind == absval.Ref || a.Kind == absval.Closure {
			r.callOne(a, given, at)
		}
	}
}

// option returns an option from the object that is the argument at pos or after it.
func (r *Interp) option(args absval.Arguments, pos int, key string) *effect.Arg {
	v := r.optionValue(args, pos, key)
	if v == nil {
		return nil
	}
	return absval.One(v)
}

func (r *Interp) optionValue(args absval.Arguments, pos int, key string) absval.Value {
	var out absval.Union
	for i := pos; i < len(args.Pos) && i < pos+3; i++ {
		for _, a := range args.Pos[i] {
			if a.Kind == absval.Sequence && a.Keys != nil {
				for j, k := range a.Keys {
					if k == key {
						out.Add(a.Items[j])
					}
				}
			}
		}
	}
	return out.Value
}

// says reports whether an option may be true.
func (r *Interp) says(args absval.Arguments, pos int, key string) bool {
	v := r.optionValue(args, pos, key)
	no, _ := v.Truth()
	if v != nil && !no || args.Star >= 0 && args.Star <= pos {
		return true
	}
	return len(args.Pos) > pos && slices.ContainsFunc(args.Pos[pos], func(a absval.Atom) bool {
		return a.Kind == absval.Unknown || a.Kind == absval.Ref && a.Text != "None"
	})
}

// program1 emits the act of spawn with a program and its arguments.
func (r *Interp) program1(act effect.Act, e sink.Row, v absval.Value, args absval.Arguments, at lex.Span) {
	act.Dir = r.option(args, e.Pos+1, "cwd")
	r.stdinFrom(&act, args, e.Pos+1)
	argv, given := args.Get(e.Pos+1, "")
	shell := r.optionValue(args, e.Pos+1, "shell")
	no, _ := shell.Truth()
	items := []absval.Value{v}
	if e.Form == sink.NodeFile {
		items = []absval.Value{absval.Text(r.Language.Program), v}
	}
	for _, a := range absval.OrTop(argv) {
		vector := items
		switch {
		case a.Kind == absval.Sequence && a.Keys == nil:
			vector = append(vector[:len(vector):len(vector)], a.Items...)
		case given && a.Kind != absval.Sequence && a.Kind != absval.Closure:
			vector = append(vector[:len(vector):len(vector)], absval.Top)
		}
		if shell == nil || no {
			r.EmitArgv(act, vector, at)
			continue
		}
		line := absval.Text("")
		for i, it := range vector {
			if i > 0 {
				line = r.Operate("+", line, absval.Text(" "))
			}
			line = r.Operate("+", line, it.Str())
		}
		act.Kind = effect.Shell
		r.EmitEach(act, line.Args(), at)
	}
}

// argvOf emits an argument vector from a list or an object.
func (r *Interp) argvOf(act effect.Act, v absval.Value, args absval.Arguments, at lex.Span) {
	r.stdinFrom(&act, args, 0)
	if dir := r.option(args, 0, "cwd"); dir != nil {
		act.Dir = dir
	}
	if dir, given := args.Get(3, "cwd"); given && act.Call == "proc_open" && !(len(dir) == 1 && dir[0].Kind == absval.Ref && dir[0].Text == "None") {
		act.Dir = absval.One(dir)
	}
	for _, a := range v {
		switch {
		case a.Kind == absval.Sequence && a.Keys == nil:
			r.EmitArgv(act, a.Items, at)
		case a.Kind == absval.Sequence:
			if cmd := r.optionValue(args, 0, "cmd"); cmd != nil {
				r.argvOf(act, cmd, absval.Arguments{Star: -1}, at)
			}
		case a.Kind == absval.Constant && act.Call == "proc_open":
			r.EmitEach(effect.Act{Kind: effect.Shell, Call: act.Call, Dir: act.Dir}, absval.Value{a}.Args(), at)
		case a.Kind == absval.Constant || a.Kind == absval.Unknown:
			vector := []absval.Value{{a}}
			if args := r.optionValue(args, 0, "args"); args != nil {
				vector = append(vector, args)
			}
			r.EmitArgv(act, spreadLast(vector), at)
		default:
			r.EmitEach(act, []effect.Arg{{}}, at)
		}
	}
}

// spreadLast expands a list at the end of a vector.
func spreadLast(vector []absval.Value) []absval.Value {
	last := vector[len(vector)-1]
	if len(vector) > 1 && len(last) == 1 && last[0].Kind == absval.Sequence {
		return append(vector[:len(vector)-1:len(vector)-1], last[0].Items...)
	}
	return vector
}

// endpoints returns the hosts of URLs and of objects with connection options.
func (r *Interp) endpoints(v absval.Value) []effect.Arg {
	var out []effect.Arg
	for _, a := range v {
		if a.Kind != absval.Sequence || a.Keys == nil {
			out = append(out, absval.Value{a}.Args()...)
			continue
		}
		for _, key := range []string{"url", "hostname", "host"} {
			if w := r.optionValue(absval.Arguments{Pos: []absval.Value{{a}}}, 0, key); w != nil {
				out = append(out, w.Args()...)
				break
			}
		}
	}
	return out
}

// ports emits the act for a port and a host after it, or an object with both. Without a host, a
// client connects to this machine.
func (r *Interp) ports(act effect.Act, e sink.Row, v absval.Value, args absval.Arguments, at lex.Span) {
	host, given := args.Get(e.Pos+1, "")
	if w := r.optionValue(args, e.Pos, "host"); w != nil {
		host, given = w, true
	}
	if given {
		var known absval.Value
		for _, a := range host {
			if a.Kind == absval.Constant || a.Kind == absval.Unknown && e.Form == sink.PortHost {
				known = append(known, a)
			}
		}
		r.EmitEach(act, known.Args(), at)
	}
}

// Include emits the run of a file. Code from a URL is unknown.
func (r *Interp) Include(act effect.Act, v absval.Value, at lex.Span) {
	for _, a := range v.Args() {
		act.Kind, act.Includes, act.Args = effect.Runs, true, []effect.Arg{{Text: r.Language.Program, Known: true}, a}
		switch {
		case strings.Contains(a.Text, "://") && !strings.HasPrefix(a.Text, "file://"), strings.HasPrefix(a.Text, "data:"):
			act.Kind, act.Args = effect.Evaluates, []effect.Arg{{Text: a.Text}}
		case a.Text == "" && !a.Known:
			act.Kind, act.Args = effect.Evaluates, []effect.Arg{{}}
		}
		r.Emit(act, at)
	}
}

// Evaluate reads constant code. If the code was read from a file, it emits the run of that file.
func (r *Interp) Evaluate(name string, v absval.Value, at lex.Span) {
	act := effect.Act{Kind: effect.Evaluates, Call: name}
	for _, a := range v {
		switch {
		case a.Kind == absval.Closure:
			r.escape(absval.Value{a}, 0)
		case a.Kind == absval.Number:
		case a.Kind == absval.Ref && absval.FilesRead(a.Text) && a.Of != nil:
			for _, p := range effect.EvaluatedFiles(name, r.Language.Program, a.Of.Args()) {
				r.Emit(p, at)
			}
		case a.Kind == absval.Constant && r.run(a.Text, at):
		default:
			act.Args = []effect.Arg{{Text: a.Text}}
			if a.Kind != absval.Unknown && a.Kind != absval.Constant {
				act.Args[0].Text = ""
			}
			r.Emit(act, at)
		}
	}
}

// prints records what the code prints.
func (r *Interp) prints(name string, args []absval.Value, at lex.Span) {
	switch name {
	case "console.log", "console.info":
		r.NotePrinted(name, r.JoinPrinted(args, " ", "\n"), at)
	case "process.stdout.write", "printf", "print_r":
		r.NotePrinted(name, r.JoinPrinted(args[:min(1, len(args))], "", ""), at)
	}
}

// sends records a write to the possible input of a command: by a stream's method in JavaScript, by
// a function on handles in PHP.
func (r *Interp) sends(name string, args absval.Arguments, at lex.Span) {
	pos := 0
	if r.WantsPrints() {
		r.prints(name, args.Pos, at)
	}
	switch i := strings.LastIndexByte(name, '.'); {
	case r.Name == "php" && (name == "fwrite" || name == "fputs"):
		pos = 1
	case r.Name == "php" || i < 0 || name[i+1:] != "write" && name[i+1:] != "end":
		return
	case strings.HasPrefix(name, "process.std") || strings.HasPrefix(name, "fs.") || strings.HasPrefix(name, "http."):
		return
	}
	if sent, ok := args.Get(pos, "data"); ok && !sent.All(absval.Closure) {
		r.NoteWritten(sent, at)
	}
}

// stdinFrom adds the standard input from the options of a call.
func (r *Interp) stdinFrom(act *effect.Act, args absval.Arguments, pos int) {
	if v := r.optionValue(args, pos, "input"); v != nil {
		act.Input = absval.InputText(v)
	}
	for _, a := range r.optionValue(args, pos, "stdin") { // Bun, Deno and execa: text, or a kind of connection
		if a.Kind == absval.Constant && !connections.Has(a.Text) {
			act.Input = absval.InputText(absval.Value{a})
		}
	}
}

// connections are the words for the kinds of a command's streams.
const connections lex.Words = "inherit pipe piped ignore overlapped null"

// asserted reads a text argument as code, as assert did in old versions.
func (r *Interp) asserted(act effect.Act, v absval.Value, at lex.Span) {
	for _, a := range v {
		if a.Kind == absval.Constant || a.Kind == absval.Ref && a.Text == "outside()" {
			r.Evaluate(act.Call, absval.Value{a}, at)
		}
	}
}
