package python

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// effect emits the acts that one row of the table gives for a call.
func (r *interp) effect(e sink.Row, name string, of absval.Value, args absval.Arguments, at lex.Span) {
	act := effect.Act{Kind: e.Kind, Call: name, Tree: e.Tree}
	v, given := args.Get(e.Pos, e.Key)
	if r.receiverEffect(act, e, of, args, at) || !given {
		return
	}
	switch e.Form {
	case sink.Plain:
		r.EmitEach(act, r.inDirectory(v, args).Args(), at)
	case sink.Linked:
		link, _ := args.Get(e.Pos+1, "dst")
		r.EmitLink(act, v, link, at)
	case sink.ReceiverLinked:
		r.EmitLink(act, v, of, at)
	case sink.Address:
		if e.Kind == effect.Listens && strings.HasSuffix(name, ".bind") && r.onlyFindsPort(v) {
			return
		}
		r.EmitEach(act, hosts(v), at)
		r.serves(e.Kind, v, args, at)
	case sink.Mode:
		m, ok := args.Get(e.Pos+1, "mode")
		r.EmitOpen(act, v.Args(), m, ok, at)
	case sink.Bits:
		m, _ := args.Get(e.Pos+1, "mode")
		r.changed(act, v, m, at)
	case sink.Flags:
		r.EmitOpen(act, v.Args(), modeOf(args, e.Pos+1), true, at)
	case sink.Command:
		r.command(act, v, args, at)
	case sink.Vector:
		argv, _ := args.Get(e.Pos+1, "argv")
		r.vector(act, v, argv, at)
	case sink.Rest, sink.RestEnv:
		r.vector(act, v, remaining(args, e.Pos+1, e.Form == sink.RestEnv), at)
	case sink.Spread:
		r.vector(act, v, spreadFrom(args, e.Pos), at)
	case sink.Code:
		r.evaluate(name, v, at)
	case sink.Library:
		r.library(name, v, at)
	case sink.ModuleName:
		r.imported(act, v, at)
	case sink.AttributeName:
		r.named(act, args, at)
	case sink.ScriptFile:
		for _, a := range v.Args() {
			r.Emit(effect.Act{Kind: effect.Runs, Call: name, Args: []effect.Arg{{Text: "python3", Known: true}, a}}, at)
		}
	case sink.Directory:
		r.Chdir(v)
	case sink.Tool:
		r.EmitArgv(act, append([]absval.Value{absval.Text(e.Key)}, args.Pos...), at)
	case sink.Unpacked:
		r.unpacked(act, v, at)
	case sink.Cleared, sink.Inplace:
		r.flagged(act, e.Form, v, args, at)
	case sink.Signal:
		sig, _ := args.Get(e.Pos+1, "sig")
		r.signal(act, sig, v, at)
	}
}

// receiverEffect emits the acts of a row that needs no argument: on the object of a method, or of code that the reader does
// not see. It reports whether the row is one of those.
func (r *interp) receiverEffect(act effect.Act, e sink.Row, of absval.Value, args absval.Arguments, at lex.Span) bool {
	m, hasMode := args.Get(e.Pos, "mode")
	switch e.Form {
	case sink.Receiver:
		r.EmitEach(act, absval.ArgsOrUnknown(of), at)
	case sink.ReceiverMode:
		r.EmitOpen(act, absval.ArgsOrUnknown(of), m, hasMode, at)
	case sink.ReceiverBits:
		r.changed(act, of, m, at)
	case sink.Opaque:
		r.Emit(effect.Act{Kind: effect.Evaluates, Call: act.Call, Args: []effect.Arg{{}}}, at)
	default:
		return false
	}
	return true
}

// onlyFindsPort reports whether an address has port 0, and the code receives nothing from anybody: it binds a
// socket only to learn which port is free.
func (r *interp) onlyFindsPort(address absval.Value) bool {
	for _, a := range address {
		if a.Kind != absval.Sequence || len(a.Items) < 2 || len(a.Items[1]) != 1 || a.Items[1][0].Kind != absval.Number || a.Items[1][0].Num != 0 {
			return false
		}
	}
	return len(address) > 0 && !slices.ContainsFunc(r.Toks, func(t lex.Token) bool {
		return strings.HasPrefix(t.Text, "listen") || strings.HasPrefix(t.Text, "accept") || strings.HasPrefix(t.Text, "recv") || strings.HasPrefix(t.Text, "getattr")
	})
}

// unpacked emits the files that an archive writes below a directory. Below the root they may be
// anywhere, so that the root itself is emitted, too.
func (r *interp) unpacked(act effect.Act, dir absval.Value, at lex.Span) {
	for _, a := range dir.Args() {
		if a.Known && strings.HasPrefix(a.Text, "/") && strings.Trim(a.Text, "/.") == "" {
			r.EmitEach(act, []effect.Arg{a}, at)
		}
	}
	r.EmitEach(act, r.Paths(dir, absval.TemplateOf(effect.Placeholder)).Args(), at)
}

// signal emits a signal to a process, or by os.killpg to a group, as kill(1) with a negative number.
func (r *interp) signal(act effect.Act, sig, process absval.Value, at lex.Span) {
	if act.Call == "os.killpg" && len(process) == 1 && process[0].Kind == absval.Number {
		process = absval.Integer(-process[0].Num)
	}
	r.EmitSignal(act, []absval.Value{signalNamed(sig), process}, at)
}

// library emits the loading of a shared library. A library given by its path was compiled here,
// and the act reads that file; nothing is known of one given by its bare name.
func (r *interp) library(name string, v absval.Value, at lex.Span) {
	for _, a := range v.Args() {
		if dir := strings.LastIndexByte(a.Text, '/'); a.Known && dir >= 0 && !strings.HasPrefix(a.Text[dir:], "/libc.") && !strings.HasPrefix(a.Text[dir:], "/libc-") {
			r.Emit(effect.Act{Kind: effect.Reads, Call: name, Args: []effect.Arg{a}}, at)
			r.Emit(effect.Act{Kind: effect.Runs, Call: name, Includes: true, Args: []effect.Arg{{Text: "ld.so", Known: true}, a}}, at)
			continue
		}
		r.Emit(effect.Act{Kind: effect.Evaluates, Call: name, Args: []effect.Arg{{}}}, at)
	}
}

// modeOf converts the flags of os.open() to a mode of open(): reading, or unknown.
func modeOf(args absval.Arguments, pos int) absval.Value {
	m, _ := args.Get(pos, "flags")
	if len(m) != 1 || m[0].Text != "os.O_RDONLY" {
		return absval.Top
	}
	return absval.Text("r")
}

// flagged emits an act that a keyword, in this call or in the one that made the object, turns into a
// deletion of everything there, or into a write.
func (r *interp) flagged(act effect.Act, form sink.Form, v absval.Value, args absval.Arguments, at lex.Span) {
	flag, worse := "clear", effect.Deletes
	if form == sink.Inplace {
		flag, worse = "inplace", effect.Writes
	}
	set, given := args.Get(-1, flag)
	if no, _ := set.Truth(); given && !no || !given && (args.Open || strings.HasSuffix(act.Call, "().create") && r.Mentions(flag, 0, len(r.Toks))) {
		act.Kind = worse
	}
	r.EmitEach(act, v.Args(), at)
}

// signalNamed returns a signal given by its number or its name in the module signal.
func signalNamed(v absval.Value) absval.Value {
	if len(v) == 1 && v[0].Kind == absval.Ref {
		if name, ok := strings.CutPrefix(v[0].Text, "signal.SIG"); ok {
			return absval.Text(name)
		}
	}
	return v
}

// grants are the mode bits that make a program run with its owner's rights, or let everyone write.
const grants = 0o6002

// changed emits the run of chmod(1) for a mode with such bits; the path itself has an act of its own.
func (r *interp) changed(act effect.Act, of, mode absval.Value, at lex.Span) {
	for _, m := range mode {
		if m.Kind != absval.Number || m.Num&grants == 0 {
			continue
		}
		for _, p := range absval.ArgsOrUnknown(of) {
			r.Emit(effect.Act{Kind: effect.Runs, Call: act.Call, Args: []effect.Arg{{Text: "chmod", Known: true}, {Text: strconv.FormatInt(int64(m.Num), 8), Known: true}, p}}, at)
		}
	}
}

// hosts returns the hosts of addresses, which are (host, port) or a string.
func hosts(v absval.Value) []effect.Arg {
	var out []effect.Arg
	for _, a := range v {
		switch {
		case a.Kind == absval.Sequence && len(a.Items) > 0:
			out = append(out, a.Items[0].Args()...)
		default:
			out = append(out, absval.Value{a}.Args()...)
		}
	}
	return out
}

// command emits the act of subprocess.run with a string or a list.
func (r *interp) command(act effect.Act, v absval.Value, args absval.Arguments, at lex.Span) {
	shell := args.Open && act.Kind == effect.Runs
	if s, ok := args.Get(-1, "shell"); ok {
		no, _ := s.Truth()
		shell = !no
	}
	if d, ok := args.Get(-1, "cwd"); ok {
		if no, _ := d.Truth(); !no {
			act.Dir = absval.One(d)
		}
	}
	if from, ok := args.Get(-1, "stdin"); ok {
		act.Input = absval.InputFrom(from)
	}
	if sent, ok := args.Get(-1, "input"); ok {
		act.Input = absval.InputText(sent)
	}
	program, replaced := args.Get(-1, "executable")
	for _, a := range v {
		switch {
		case a.Kind == absval.Sequence && len(a.Items) > 0 && nests(a.Items):
			for _, it := range a.Items {
				r.command(act, it, args, at)
			}
		case a.Kind == absval.Sequence && len(a.Items) > 0 && shell && !args.Open:
			act.Kind = effect.Shell
			r.EmitEach(act, a.Items[0].Args(), at)
		case a.Kind == absval.Sequence && len(a.Items) > 0:
			act.Kind = effect.Runs
			if replaced {
				r.vector(act, program, absval.Value{a}, at)
				continue
			}
			r.EmitArgv(act, a.Items, at)
		case shell:
			act.Kind = effect.Shell
			r.EmitEach(act, absval.Value{a}.Args(), at)
		default:
			act.Kind = effect.Runs
			r.EmitEach(act, absval.Value{a}.Args(), at)
		}
	}
}

// nests reports whether all items are sequences, as when run is mapped over several argument
// vectors.
func nests(items []absval.Value) bool {
	for _, it := range items {
		if len(it) != 1 || it[0].Kind != absval.Sequence {
			return false
		}
	}
	return true
}

// vector emits a program with its argument vector, whose first element is just the program's
// argv[0].
func (r *interp) vector(act effect.Act, program, argv absval.Value, at lex.Span) {
	for _, a := range absval.OrTop(argv) {
		items := []absval.Value{program, absval.Top}
		if a.Kind == absval.Sequence {
			items = append([]absval.Value{program}, a.Items[min(1, len(a.Items)):]...)
		}
		r.EmitArgv(act, items, at)
	}
}

// remaining returns the positional arguments from pos on, without an environment at the end.
func remaining(args absval.Arguments, pos int, env bool) absval.Value {
	all := args.Pos[min(pos, len(args.Pos)):]
	if env && len(all) > 0 {
		all = all[:len(all)-1]
	}
	if args.Star >= 0 && len(all) == 0 {
		return absval.Top
	}
	return absval.List(all...)
}

// spreadFrom returns a vector of all arguments; the program is the first.
func spreadFrom(args absval.Arguments, pos int) absval.Value {
	if args.Star == pos {
		return absval.Top
	}
	return absval.List(args.Pos[min(pos, len(args.Pos)):]...)
}

// evaluate reads constant code. If the code was read from a file, it emits the run of that file.
func (r *interp) evaluate(name string, v absval.Value, at lex.Span) {
	act := effect.Act{Kind: effect.Evaluates, Call: name}
	for _, a := range v {
		switch {
		case a.Kind == absval.Ref && a.Text == "compile()" && a.Of != nil:
			r.evaluate(name, a.Of, at)
		case a.Kind == absval.Ref && sink.IsFileText(a.Text) && a.Of != nil:
			for _, p := range effect.EvaluatedFiles(name, "python3", a.Of.Args()) {
				r.Emit(p, at)
			}
		case a.Kind == absval.Constant:
			if !r.run(strings.TrimLeft(a.Text, " \t"), at) {
				act.Args = []effect.Arg{{Text: a.Text}}
				r.Emit(act, at)
			}
		default:
			act.Args = []effect.Arg{{Text: a.Text}}
			if a.Kind != absval.Unknown {
				act.Args[0].Text = ""
			}
			r.Emit(act, at)
		}
	}
}

// imported reports the import of an unknown module.
func (r *interp) imported(act effect.Act, v absval.Value, at lex.Span) {
	for _, a := range v {
		if a.Kind != absval.Constant {
			act.Args = []effect.Arg{{}}
			r.Emit(act, at)
		}
	}
}

// named reports getattr with an unknown name on a module that can run things.
func (r *interp) named(act effect.Act, args absval.Arguments, at lex.Span) {
	obj, _ := args.Get(0, "")
	attr, ok := args.Get(1, "")
	if !ok {
		return
	}
	for _, o := range obj {
		for _, n := range attr {
			if o.Kind == absval.Ref && (sink.IsPythonModule(o.Text) || o.Text == "builtins") && n.Kind != absval.Constant {
				act.Args = []effect.Arg{{}}
				r.Emit(act, at)
			}
			if o.Kind == absval.Ref && (n.IsUnknown() || n.Kind == absval.Ref) && sink.IsRemote(o.Text) {
				r.Emit(effect.Act{Kind: effect.Evaluates, Call: act.Call, Args: []effect.Arg{{}}}, at)
			}
		}
	}
}

// sends records a write to the possible input of a command, but not to a file that the code opens, nor
// to its own output.
func (r *interp) sends(name string, args absval.Arguments, at lex.Span) {
	i := strings.LastIndexByte(name, '.')
	to := name[:max(i, 0)]
	r.prints(name, args, at)
	if to == "sys.stdout" || to == "sys.stderr" || to == "open()" || to == sink.PathClass+".open()" || strings.HasPrefix(to, "socket.") {
		return
	}
	var sent absval.Value
	switch given, ok := args.Get(0, "input"); {
	case name == "print":
		file, ok := args.Get(-1, "file")
		if !ok || len(file) == 1 && file[0].Kind == absval.Ref && (file[0].Text == "sys.stdout" || file[0].Text == "sys.stderr" || file[0].Text == "open()") {
			return
		}
		sent = r.Operate("+", given.Str(), absval.Text("\n"))
	case !ok:
		return
	case name[i+1:] == "write" || name[i+1:] == "communicate" || name[i+1:] == "send":
		sent = given
	case name[i+1:] == "sendline":
		sent = r.Operate("+", given.Str(), absval.Text("\n"))
	case name[i+1:] == "writelines":
		sent = given.Items()
	}
	if sent != nil {
		r.NoteWritten(sent, at)
	}
}

// prints records what the code prints.
func (r *interp) prints(name string, args absval.Arguments, at lex.Span) {
	if !r.WantsPrints() {
		return // nearly always
	}
	end, ended := args.Get(-1, "end")
	file, other := args.Get(-1, "file")
	switch {
	case name == "sys.stdout.write" && len(args.Pos) > 0:
		r.NotePrinted(name, args.Pos[0], at)
	case name != "print" || other && !(len(file) == 1 && file[0].Text == "sys.stdout"):
	case ended:
		r.NotePrinted(name, r.Operate("+", r.JoinPrinted(args.Pos, " ", ""), end), at)
	default:
		r.NotePrinted(name, r.JoinPrinted(args.Pos, " ", "\n"), at)
	}
}

// dangerous reports whether a function is harmful wherever it is called from.
func dangerous(name string) bool {
	if strings.HasPrefix(name, "?") {
		return false
	}
	for _, e := range sink.Python(name) {
		if e.Form != sink.AttributeName && e.Form != sink.Receiver && (e.Kind == effect.Shell || e.Kind == effect.Runs || e.Kind == effect.Evaluates || e.Kind == effect.Deletes) {
			return true
		}
	}
	return sink.Harms("python", name)
}
