package script

import (
	"slices"
	"strings"
)

// perform emits what the rows of a table say of a call.
func (r *reading) perform(rows []effect, name string, of value, args []value, at span) {
	for _, e := range rows {
		act := Act{Kind: e.kind, Call: name, Tree: e.tree}
		var some []value
		if e.pos >= 0 && e.pos < len(args) {
			some = args[e.pos:]
		}
		switch e.form {
		case receiver:
			r.emitEach(act, orUnknown(of), at)
		case opaque:
			act.Args = []Arg{{}}
			r.emit(act, at)
		case rest:
			for _, v := range some {
				r.emitEach(act, v.args(), at)
			}
		case command:
			r.execute(act, some, at)
		case signal:
			r.signalled(act, some, at)
		case directory:
			if len(some) > 0 {
				r.chdir(some[0])
			}
		default:
			if len(some) > 0 {
				r.emitEach(act, some[0].args(), at)
			}
		}
	}
}

// execute emits the run of a list: one item is a line for the shell, unless
// the act says that it is not.
func (r *reading) execute(act Act, args []value, at span) {
	var items []value
	for _, a := range args {
		if len(a) == 1 && a[0].kind == ref && a[0].text == "{}" {
			continue // the environment, or options
		}
		if len(a) == 1 && a[0].kind == sequence && r.spend(len(a[0].items)) {
			items = append(items, a[0].items...)
		} else {
			items = append(items, a)
		}
	}
	switch {
	case len(items) == 0 || len(items) > maxItems:
		act.Args = []Arg{{}}
		r.emit(act, at)
	case len(items) == 1 && act.Kind == Shell:
		r.emitEach(act, items[0].args(), at)
	default:
		act.Kind = Runs
		r.emitArgv(act, items, at)
	}
}

// signalled emits kill with constant arguments as the program.
func (r *reading) signalled(act Act, args []value, at span) {
	argv := []value{text("kill")}
	for i, a := range args {
		s := a.str()
		if len(s) != 1 || s[0].kind != constant {
			return
		}
		if i == 0 {
			s = text("-" + strings.TrimPrefix(s[0].text, "-"))
		}
		argv = append(argv, s)
	}
	r.emitArgv(act, argv, at)
}

// feed emits a command that reads a text, as the shell would write it.
func (r *reading) feed(call string, printed, cmd value, at span) {
	for _, c := range cmd.str() {
		if c.kind != constant {
			r.emit(Act{Kind: Shell, Call: call, Args: []Arg{{Text: c.text}}}, at)
			continue
		}
		for _, p := range printed {
			if r.spend(len(p.text) + len(c.text)) {
				r.emit(Act{Kind: Shell, Call: call, Args: []Arg{{Text: fed(p, c.text), Known: true}}}, at)
			}
		}
	}
}

// fed is shell source for a command whose input is a text.
func fed(input atom, cmd string) string {
	words, _ := quote(input.text)
	if input.kind != constant {
		words += `"$0"`
	}
	line, _ := quote(cmd)
	return "printf %s " + words + " | sh -c " + line
}

// isSink tells whether a function hands what it is given to somebody else: prints it,
// or, as its row says or its name, sends it to another host.
func isSink(name string, rows []effect) bool {
	if printers.has(name) {
		return true
	}
	for _, method := range [...]string{".sendall", ".send", ".end", ".write"} {
		if strings.HasSuffix(name, method) {
			return true
		}
	}
	return slices.ContainsFunc(rows, func(e effect) bool { return e.kind == Connects })
}
