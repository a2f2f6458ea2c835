package script

import (
	"strconv"
	"strings"
)

// effect emits what one row of the table says of a call.
func (r *python) effect(e effect, name string, of value, args arguments, at span) {
	act := Act{Kind: e.kind, Call: name, Tree: e.tree}
	v, given := args.get(e.pos, e.key)
	if !given && e.form != receiver && e.form != receiverMode && e.form != receiverBits && e.form != opaque {
		return
	}
	switch e.form {
	case plain:
		r.emitEach(act, v.args(), at)
	case receiver:
		r.emitEach(act, orUnknown(of), at)
	case address:
		r.emitEach(act, hosts(v), at)
	case mode:
		m, ok := args.get(e.pos+1, "mode")
		r.opened(act, v.args(), m, ok, at)
	case receiverMode:
		m, ok := args.get(e.pos, "mode")
		r.opened(act, orUnknown(of), m, ok, at)
	case bits:
		m, _ := args.get(e.pos+1, "mode")
		r.changed(act, v, m, at)
	case receiverBits:
		m, _ := args.get(e.pos, "mode")
		r.changed(act, of, m, at)
	case flags:
		m, _ := args.get(e.pos+1, "flags")
		if len(m) != 1 || m[0].text != "os.O_RDONLY" {
			m = anything
		} else {
			m = text("r")
		}
		r.opened(act, v.args(), m, true, at)
	case command:
		r.command(act, v, args, at)
	case vector:
		argv, _ := args.get(e.pos+1, "argv")
		r.vector(act, v, argv, at)
	case rest, restEnv:
		r.vector(act, v, remaining(args, e.pos+1, e.form == restEnv), at)
	case spread:
		r.vector(act, v, spreadFrom(args, e.pos), at)
	case code:
		r.evaluate(name, v, at)
	case opaque:
		r.emit(Act{Kind: Evaluates, Call: name, Args: []Arg{{}}}, at)
	case library:
		for _, a := range v.args() {
			if dir := strings.LastIndexByte(a.Text, '/'); a.Known && dir >= 0 && !strings.HasPrefix(a.Text[dir:], "/libc.") && !strings.HasPrefix(a.Text[dir:], "/libc-") {
				r.emit(Act{Kind: Reads, Call: name, Args: []Arg{a}}, at) // what it holds was compiled here
				continue
			}
			r.emit(Act{Kind: Evaluates, Call: name, Args: []Arg{{}}}, at)
		}
	case moduleName:
		r.imported(act, v, at)
	case attributeName:
		r.named(act, args, at)
	case scriptFile:
		for _, a := range v.args() {
			r.emit(Act{Kind: Runs, Call: name, Args: []Arg{{Text: "python3", Known: true}, a}}, at)
		}
	case directory:
		r.chdir(v)
	case tool:
		r.emitArgv(act, append([]value{text(e.key)}, args.pos...), at)
	case signal:
		sig, _ := args.get(e.pos+1, "sig")
		r.signalled(act, []value{signalNamed(sig), v}, at)
	}
}

// signalNamed is a signal by its number or its name in the module signal.
func signalNamed(v value) value {
	if len(v) == 1 && v[0].kind == ref {
		if name, ok := strings.CutPrefix(v[0].text, "signal.SIG"); ok {
			return text(name)
		}
	}
	return v
}

// grants are the bits of a mode that give a program its owner's rights, or let
// everyone write.
const grants = 0o6002

// changed says of a mode that gives such rights what chmod(1) would do; the path by
// itself is an act of its own.
func (r *python) changed(act Act, of, mode value, at span) {
	for _, m := range mode {
		if m.kind != number || m.num&grants == 0 {
			continue
		}
		for _, p := range orUnknown(of) {
			r.emit(Act{Kind: Runs, Call: act.Call, Args: []Arg{{Text: "chmod", Known: true}, {Text: strconv.FormatInt(int64(m.num), 8), Known: true}, p}}, at)
		}
	}
}

// hosts are the hosts of addresses, which are (host, port) or a string.
func hosts(v value) []Arg {
	var out []Arg
	for _, a := range v {
		switch {
		case a.kind == sequence && len(a.items) > 0:
			out = append(out, a.items[0].args()...)
		default:
			out = append(out, value{a}.args()...)
		}
	}
	return out
}

// command emits what subprocess.run does with a string or a list.
func (r *python) command(act Act, v value, args arguments, at span) {
	shell := args.open && act.Kind == Runs
	if s, ok := args.get(-1, "shell"); ok {
		no, _ := s.truth()
		shell = !no
	}
	if d, ok := args.get(-1, "cwd"); ok {
		if no, _ := d.truth(); !no {
			act.Dir = one(d)
		}
	}
	if from, ok := args.get(-1, "stdin"); ok {
		act.Input = inputOf(from)
	}
	if sent, ok := args.get(-1, "input"); ok {
		act.Input = textOf(sent)
	}
	program, replaced := args.get(-1, "executable")
	for _, a := range v {
		switch {
		case a.kind == sequence && len(a.items) > 0 && nests(a.items):
			for _, it := range a.items {
				r.command(act, it, args, at)
			}
		case a.kind == sequence && len(a.items) > 0 && shell && !args.open:
			act.Kind = Shell
			r.emitEach(act, a.items[0].args(), at)
		case a.kind == sequence && len(a.items) > 0:
			act.Kind = Runs
			if replaced {
				r.vector(act, program, value{a}, at)
				continue
			}
			r.emitArgv(act, a.items, at)
		case shell:
			act.Kind = Shell
			r.emitEach(act, value{a}.args(), at)
		default:
			act.Kind = Runs
			r.emitEach(act, value{a}.args(), at)
		}
	}
}

// nests tells whether all items are sequences, as where run is mapped over
// several argument vectors.
func nests(items []value) bool {
	for _, it := range items {
		if len(it) != 1 || it[0].kind != sequence {
			return false
		}
	}
	return true
}

// vector emits a program with its argument vector, whose first element is only
// the name the program is told.
func (r *python) vector(act Act, program, argv value, at span) {
	for _, a := range orAnything(argv) {
		items := []value{program, anything}
		if a.kind == sequence {
			items = append([]value{program}, a.items[min(1, len(a.items)):]...)
		}
		r.emitArgv(act, items, at)
	}
}

// remaining are the positional arguments from pos on, without the environment
// that comes last.
func remaining(args arguments, pos int, env bool) value {
	all := args.pos[min(pos, len(args.pos)):]
	if env && len(all) > 0 {
		all = all[:len(all)-1]
	}
	if args.star >= 0 && len(all) == 0 {
		return anything
	}
	return list(all...)
}

// spreadFrom is a vector of all arguments; the program is its first.
func spreadFrom(args arguments, pos int) value {
	if args.star == pos {
		return anything
	}
	return list(args.pos[min(pos, len(args.pos)):]...)
}

// evaluate reads constant code in turn. Of a file that is read and evaluated
// it says what that is: running the file.
func (r *python) evaluate(name string, v value, at span) {
	act := Act{Kind: Evaluates, Call: name}
	for _, a := range v {
		switch {
		case a.kind == ref && a.text == "compile()" && a.of != nil:
			r.evaluate(name, a.of, at)
		case a.kind == ref && readsFile.has(a.text) && a.of != nil:
			for _, p := range evaluatedFiles(name, "python3", a.of.args()) {
				r.emit(p, at)
			}
		case a.kind == constant:
			if !r.run(strings.TrimLeft(a.text, " \t"), at) {
				act.Args = []Arg{{Text: a.text}}
				r.emit(act, at)
			}
		default:
			act.Args = []Arg{{Text: a.text}}
			if a.kind != stranger {
				act.Args[0].Text = ""
			}
			r.emit(act, at)
		}
	}
}

// imported reports a module that only execution knows.
func (r *python) imported(act Act, v value, at span) {
	for _, a := range v {
		if a.kind != constant {
			act.Args = []Arg{{}}
			r.emit(act, at)
		}
	}
}

// named reports getattr with an unknown name on a module that can run things.
func (r *python) named(act Act, args arguments, at span) {
	obj, _ := args.get(0, "")
	attr, ok := args.get(1, "")
	if !ok {
		return
	}
	for _, o := range obj {
		for _, n := range attr {
			if o.kind == ref && (modules.has(o.text) || o.text == "builtins") && n.kind != constant {
				act.Args = []Arg{{}}
				r.emit(act, at)
			}
		}
	}
}

// sends notes what a call writes to what may be the input of a command: not to a file that
// the code opens, nor to its own output.
func (r *python) sends(name string, args arguments, at span) {
	i := strings.LastIndexByte(name, '.')
	to := name[:max(i, 0)]
	if to == "sys.stdout" || to == "sys.stderr" || to == "open()" || to == pathClass+".open()" || strings.HasPrefix(to, "socket.") {
		return
	}
	var sent value
	switch given, ok := args.get(0, "input"); {
	case name == "print":
		file, ok := args.get(-1, "file")
		if !ok || len(file) == 1 && file[0].kind == ref && (file[0].text == "sys.stdout" || file[0].text == "sys.stderr" || file[0].text == "open()") {
			return
		}
		sent = r.operate("+", given.str(), text("\n"))
	case !ok:
		return
	case name[i+1:] == "write" || name[i+1:] == "communicate" || name[i+1:] == "send":
		sent = given
	case name[i+1:] == "sendline":
		sent = r.operate("+", given.str(), text("\n"))
	case name[i+1:] == "writelines":
		sent = given.items()
	}
	if sent != nil {
		r.writes(sent, at)
	}
}

// dangerous tells whether a function does harm wherever it is called from.
func dangerous(name string) bool {
	if strings.HasPrefix(name, "?") {
		return false
	}
	for _, e := range rows(name) {
		if e.form != attributeName && e.form != receiver && (e.kind == Shell || e.kind == Runs || e.kind == Evaluates || e.kind == Deletes) {
			return true
		}
	}
	return false
}
