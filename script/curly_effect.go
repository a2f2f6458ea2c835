package script

import (
	"slices"
	"strings"
)

// effect emits what one row of the table says of a call.
func (r *curly) effect(e effect, name string, of value, args arguments, at span) {
	act := Act{Kind: e.kind, Call: name, Tree: e.tree}
	v, given := args.get(e.pos, e.key)
	switch e.form {
	case receiver:
		r.emitEach(act, orUnknown(of), at)
		return
	case opaque:
		r.emit(Act{Kind: Evaluates, Call: name, Args: []Arg{{}}}, at)
		return
	case called, applied:
		r.indirect(e, of, args, at)
		return
	case invoked:
		if e.pos == 0 {
			args = listed(v)
		}
		r.handOver(of, args, at)
		return
	}
	if !given {
		return
	}
	switch e.form {
	case plain:
		r.emitEach(act, v.args(), at)
	case mode:
		m, ok := args.get(e.pos+1, "")
		r.opened(act, v.args(), m, ok, at)
	case shellLine:
		act.Dir = r.option(args, e.pos+1, "cwd")
		r.fed(&act, args, e.pos+1)
		r.emitEach(act, v.args(), at)
	case nodeFile:
		if r.says(args, e.pos+1, "eval") {
			r.evaluate(name, v, at)
			return
		}
		r.program1(act, e, v, args, at)
	case program:
		r.program1(act, e, v, args, at)
	case treeOption:
		act.Tree = r.says(args, e.pos+1, "recursive")
		r.emitEach(act, v.args(), at)
	case endpoint:
		r.emitEach(act, r.endpoints(v), at)
	case portHost, bound:
		r.ports(act, e, v, args, at)
	case signal:
		sig, _ := args.get(e.pos+1, "signal")
		r.signalled(act, []value{sig, v}, at)
	case argvOption:
		r.argvOf(act, v, args, at)
	case directory:
		r.chdir(v)
	default:
		r.code(e, act, v, args, at)
	}
}

// code emits what the forms do that call functions or evaluate code.
func (r *curly) code(e effect, act Act, v value, args arguments, at span) {
	switch e.form {
	case code:
		r.evaluate(act.Call, v, at)
	case inner:
		if len(args.pos) > 0 {
			r.evaluate(act.Call, args.pos[len(args.pos)-1], at)
		}
	case callable:
		r.handOver(v, arguments{pos: args.pos[min(e.pos+1, len(args.pos)):], star: args.star}, at)
	case callables:
		list, _ := args.get(e.pos+1, "")
		r.handOver(v, listed(list), at)
	case eachOf, over:
		n := e.pos + 1
		if e.form == over {
			n = e.pos - 1
		}
		items, ok := args.get(n, "")
		if !ok {
			items = anything
		}
		r.handOver(v, arguments{star: -1, pos: []value{items.items()}}, at)
	case delayed:
		r.handOver(v, arguments{pos: args.pos[min(e.pos+2, len(args.pos)):], star: args.star}, at)
	case reflected:
		rest, _ := args.get(e.pos+2, "")
		r.handOver(v, listed(rest), at)
	case tool:
		r.emitArgv(act, append([]value{text(e.key)}, args.pos...), at)
	case module:
		r.required(act, v, at)
	case handler:
		r.handOver(v, unseen, at)
	case asserted:
		r.asserted(act, v, at)
	case included:
		r.include(act, v, at)
	default:
		if r.own != nil {
			r.own(r, e, act, v, args, at)
		}
	}
}

// handOver calls what a value names. What is not known of it is no matter, as
// it was known when it was made.
func (r *curly) handOver(v value, args arguments, at span) {
	for _, a := range v {
		if a.kind != stranger && a.kind != number {
			r.callOne(a, args, at)
		}
	}
}

// required emits the loading of a module that is a file. What modules
// do that have a name is not followed.
func (r *curly) required(act Act, v value, at span) {
	for _, a := range v.args() {
		switch {
		case strings.HasPrefix(a.Text, "data:") || strings.Contains(a.Text, "://") && !strings.HasPrefix(a.Text, "file:"):
			r.emit(Act{Kind: Evaluates, Call: act.Call, Args: []Arg{{Text: a.Text}}}, at)
		case !strings.HasPrefix(a.Text, ".") && !strings.HasPrefix(a.Text, "/") && !strings.HasPrefix(a.Text, "~") && !strings.HasPrefix(a.Text, "file:"):
		case strings.HasSuffix(a.Text, ".json"):
			r.emit(Act{Kind: Reads, Call: act.Call, Args: []Arg{a}}, at)
		case a.Known:
			a.Text = strings.TrimPrefix(a.Text, "file://")
			r.emit(Act{Kind: Runs, Call: act.Call, Args: []Arg{{Text: r.curlyLanguage.program, Known: true}, a}}, at)
		}
	}
}

// listed are arguments that a list holds.
func listed(v value) arguments {
	if len(v) == 1 && v[0].kind == sequence {
		return arguments{star: -1, pos: v[0].items}
	}
	return unseen
}

// indirect emits what f.call(this, …), f.apply(this, […]) and f.bind do.
func (r *curly) indirect(e effect, of value, args arguments, at span) {
	given := arguments{star: args.star, pos: args.pos[min(1, len(args.pos)):]}
	if given.star > 0 {
		given.star--
	}
	if e.form == applied {
		given = unseen
		if len(args.pos) > 1 {
			given = listed(args.pos[1])
		}
	}
	for _, a := range of {
		if a.kind == ref || a.kind == closure {
			r.callOne(a, given, at)
		}
	}
}

// option is what the object says that is the argument at pos or after it.
func (r *curly) option(args arguments, pos int, key string) *Arg {
	v := r.optionValue(args, pos, key)
	if v == nil {
		return nil
	}
	return one(v)
}

func (r *curly) optionValue(args arguments, pos int, key string) value {
	var out choice
	for i := pos; i < len(args.pos) && i < pos+3; i++ {
		for _, a := range args.pos[i] {
			if a.kind == sequence && a.keys != nil {
				for j, k := range a.keys {
					if k == key {
						out.add(a.items[j])
					}
				}
			}
		}
	}
	return out.value
}

// says tells whether an option may be true.
func (r *curly) says(args arguments, pos int, key string) bool {
	v := r.optionValue(args, pos, key)
	no, _ := v.truth()
	if v != nil && !no || args.star >= 0 && args.star <= pos {
		return true
	}
	return len(args.pos) > pos && slices.ContainsFunc(args.pos[pos], func(a atom) bool {
		return a.kind == stranger || a.kind == ref && a.text != "None"
	})
}

// program1 emits what spawn does with a program and its arguments.
func (r *curly) program1(act Act, e effect, v value, args arguments, at span) {
	act.Dir = r.option(args, e.pos+1, "cwd")
	r.fed(&act, args, e.pos+1)
	argv, given := args.get(e.pos+1, "")
	shell := r.optionValue(args, e.pos+1, "shell")
	no, _ := shell.truth()
	items := []value{v}
	if e.form == nodeFile {
		items = []value{text(r.curlyLanguage.program), v}
	}
	for _, a := range orAnything(argv) {
		vector := items
		switch {
		case a.kind == sequence && a.keys == nil:
			vector = append(vector[:len(vector):len(vector)], a.items...)
		case given && a.kind != sequence && a.kind != closure:
			vector = append(vector[:len(vector):len(vector)], anything)
		}
		if shell == nil || no {
			r.emitArgv(act, vector, at)
			continue
		}
		line := text("")
		for i, it := range vector {
			if i > 0 {
				line = r.operate("+", line, text(" "))
			}
			line = r.operate("+", line, it.str())
		}
		act.Kind = Shell
		r.emitEach(act, line.args(), at)
	}
}

// argvOf emits a vector that stands in a list or in an object.
func (r *curly) argvOf(act Act, v value, args arguments, at span) {
	r.fed(&act, args, 0)
	if dir := r.option(args, 0, "cwd"); dir != nil {
		act.Dir = dir
	}
	for _, a := range v {
		switch {
		case a.kind == sequence && a.keys == nil:
			r.emitArgv(act, a.items, at)
		case a.kind == sequence:
			if cmd := r.optionValue(args, 0, "cmd"); cmd != nil {
				r.argvOf(act, cmd, arguments{star: -1}, at)
			}
		case a.kind == constant && act.Call == "proc_open":
			r.emitEach(Act{Kind: Shell, Call: act.Call, Dir: act.Dir}, value{a}.args(), at)
		case a.kind == constant || a.kind == stranger:
			vector := []value{{a}}
			if args := r.optionValue(args, 0, "args"); args != nil {
				vector = append(vector, args)
			}
			r.emitArgv(act, spreadLast(vector), at)
		default:
			r.emitEach(act, []Arg{{}}, at)
		}
	}
}

// spreadLast puts the elements of a list in its place at the end of a vector.
func spreadLast(vector []value) []value {
	last := vector[len(vector)-1]
	if len(vector) > 1 && len(last) == 1 && last[0].kind == sequence {
		return append(vector[:len(vector)-1:len(vector)-1], last[0].items...)
	}
	return vector
}

// endpoints are the hosts of URLs and of objects that say where to connect to.
func (r *curly) endpoints(v value) []Arg {
	var out []Arg
	for _, a := range v {
		if a.kind != sequence || a.keys == nil {
			out = append(out, value{a}.args()...)
			continue
		}
		for _, key := range []string{"url", "hostname", "host"} {
			if w := r.optionValue(arguments{pos: []value{{a}}}, 0, key); w != nil {
				out = append(out, w.args()...)
				break
			}
		}
	}
	return out
}

// ports emits what a port and a host after it, or an object with both, mean.
// Where no host is named a client stays on this machine.
func (r *curly) ports(act Act, e effect, v value, args arguments, at span) {
	host, given := args.get(e.pos+1, "")
	if w := r.optionValue(args, e.pos, "host"); w != nil {
		host, given = w, true
	}
	if given {
		var known value
		for _, a := range host {
			if a.kind == constant || a.kind == stranger && e.form == portHost {
				known = append(known, a)
			}
		}
		r.emitEach(act, known.args(), at)
	}
}

// include emits the running of a file. Code of a URL is not known.
func (r *curly) include(act Act, v value, at span) {
	for _, a := range v.args() {
		act.Kind, act.Args = Runs, []Arg{{Text: r.curlyLanguage.program, Known: true}, a}
		switch {
		case strings.Contains(a.Text, "://") && !strings.HasPrefix(a.Text, "file://"), strings.HasPrefix(a.Text, "data:"):
			act.Kind, act.Args = Evaluates, []Arg{{Text: a.Text}}
		case a.Text == "" && !a.Known:
			act.Kind, act.Args = Evaluates, []Arg{{}}
		}
		r.emit(act, at)
	}
}

// evaluate reads constant code in turn. Of a file that is read and evaluated
// it says what that is: running the file.
func (r *curly) evaluate(name string, v value, at span) {
	act := Act{Kind: Evaluates, Call: name}
	for _, a := range v {
		switch {
		case a.kind == closure:
			r.escape(value{a}, 0)
		case a.kind == number:
		case a.kind == ref && filesRead(a.text) && a.of != nil:
			for _, p := range evaluatedFiles(name, r.curlyLanguage.program, a.of.args()) {
				r.emit(p, at)
			}
		case a.kind == constant && r.run(a.text, at):
		default:
			act.Args = []Arg{{Text: a.text}}
			if a.kind != stranger && a.kind != constant {
				act.Args[0].Text = ""
			}
			r.emit(act, at)
		}
	}
}

// sends notes what a call writes to what may be the input of a command: by a stream's method
// in JavaScript, by the functions for handles in PHP.
func (r *curly) sends(name string, args arguments, at span) {
	pos := 0
	switch i := strings.LastIndexByte(name, '.'); {
	case r.name == "php" && (name == "fwrite" || name == "fputs"):
		pos = 1
	case r.name == "php" || i < 0 || name[i+1:] != "write" && name[i+1:] != "end":
		return
	case strings.HasPrefix(name, "process.std") || strings.HasPrefix(name, "fs.") || strings.HasPrefix(name, "http."):
		return
	}
	if sent, ok := args.get(pos, "data"); ok && !sent.all(closure) {
		r.writes(sent, at)
	}
}

// fed adds what the options of a call give a command as its input.
func (r *curly) fed(act *Act, args arguments, pos int) {
	if v := r.optionValue(args, pos, "input"); v != nil {
		act.Input = textOf(v)
	}
	for _, a := range r.optionValue(args, pos, "stdin") { // of Bun, Deno and execa: text, or what it is connected to
		if a.kind == constant && !connections.has(a.text) {
			act.Input = textOf(value{a})
		}
	}
}

// connections are the words that say what a stream of a command is connected to.
const connections words = "inherit pipe piped ignore overlapped null"

// asserted reads code where it is text, as the assert of old versions does.
func (r *curly) asserted(act Act, v value, at span) {
	for _, a := range v {
		if a.kind == constant || a.kind == ref && a.text == "outside()" {
			r.evaluate(act.Call, value{a}, at)
		}
	}
}
