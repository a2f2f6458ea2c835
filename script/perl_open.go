package script

import "strings"

// open reads the arguments of open: a handle, a mode, a file or command.
func (r *perl) open(args []value, at span) {
	switch {
	case len(args) == 2:
		r.openTwo("open", args[1], r.handle(at), at)
	case len(args) > 2:
		for _, m := range args[1].args() {
			r.openMode(m, args[2:], r.handle(at), at)
		}
	}
}

// handle is the name of the handle that a call of open makes: the word or
// variable behind it, past the bracket and my.
func (r *perl) handle(at span) string {
	seen := false
	for i := max(r.pos-maxItems, 0); i < r.pos; i++ {
		t := r.toks[i]
		switch {
		case t.off == at.off:
			seen = true
		case !seen || t.text == "(" || t.text == "my" || t.text == "local" || t.text == "our":
		default:
			return t.text
		}
	}
	return ""
}

// openTwo follows open with two arguments: the text tells the mode.
func (r *perl) openTwo(call string, v value, handle string, at span) {
	for _, a := range v.args() {
		t := strings.TrimSpace(a.Text)
		switch {
		case strings.HasPrefix(t, "|"):
			r.pipe(call, Arg{Text: strings.TrimSpace(t[1:]), Known: a.Known, Drawn: a.Drawn}, handle, at)
		case a.Known && strings.HasSuffix(t, "|"):
			r.emit(Act{Kind: Shell, Call: call, Args: []Arg{{Text: strings.TrimSuffix(t, "|"), Known: true}}}, at)
		case strings.HasPrefix(t, ">&") || strings.HasPrefix(t, "<&") || a.Known && (t == "-" || t == ">-"):
		case t != "" && strings.IndexByte("<>+", t[0]) >= 0:
			mode := t[:len(t)-len(strings.TrimLeft(t, "<>+"))]
			file := Arg{Text: strings.TrimLeft(t[len(mode):], " "), Known: a.Known, Drawn: a.Drawn}
			r.openFile(call, mode, file, at)
		case a.Known:
			r.emit(Act{Kind: Reads, Call: call, Args: []Arg{{Text: t, Known: true}}}, at)
		default:
			r.emit(Act{Kind: Evaluates, Call: call, Args: []Arg{{}}}, at) // it may end in a bar
		}
	}
}

// pipe notes the command that a handle writes to.
func (r *perl) pipe(call string, cmd Arg, handle string, at span) {
	v := anyOf([]Arg{cmd})
	if handle != "" && !r.collecting() {
		r.pipes[handle] = join(r.pipes[handle], v)
	}
	r.feed(call, anything, v, at)
}

// openMode follows open with a mode of its own.
func (r *perl) openMode(m Arg, args []value, handle string, at span) {
	if len(args[0]) == 1 && args[0][0].kind == ref && args[0][0].text == `\` {
		return // a variable in place of a file
	}
	mode, _, _ := strings.Cut(strings.TrimSpace(m.Text), ":")
	mode = strings.TrimSpace(mode)
	switch {
	case !m.Known && mode == "":
		r.emit(Act{Kind: Evaluates, Call: "open", Args: []Arg{{}}}, at)
	case mode == "|-" && len(args) == 1:
		for _, a := range args[0].args() {
			r.pipe("open", a, handle, at)
		}
	case mode == "|-" || mode == "-|":
		r.execute(Act{Kind: Shell, Call: "open"}, args, at)
	case strings.HasSuffix(mode, "&") || strings.HasSuffix(mode, "="):
	default:
		for _, a := range args[0].args() {
			r.openFile("open", mode, a, at)
		}
	}
}

// openFile emits what opening a file in a mode does.
func (r *perl) openFile(call, mode string, file Arg, at span) {
	act := Act{Kind: Reads, Call: call, Args: []Arg{file}}
	if strings.Contains(mode, "<") {
		r.emit(act, at)
	}
	if strings.Contains(mode, ">") || strings.Contains(mode, "+") {
		act.Kind = Writes
		r.emit(act, at)
	}
}
