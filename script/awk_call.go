package script

import "strings"

// awkBuiltins are the functions of POSIX and gawk, which no program can define.
const awkBuiltins words = `
	length substr index split sub gsub gensub match sprintf sin cos atan2 exp log sqrt int rand srand system close fflush tolower
	toupper systime strftime mktime strtonum asort asorti patsplit and or xor lshift rshift compl typeof isarray mkbool`

// call reads the arguments of a function and what it does with them.
func (r *awk) call(name string, start *token) value {
	off := start.off
	args, names := r.arguments()
	at := span{off, r.toks[max(r.pos-1, 0)].end}
	return r.invoke(name, args, names, at)
}

// arguments reads those of a call, and the name of each that is a variable.
func (r *awk) arguments() (args []value, names []string) {
	r.deeper()
	plain, noIn := r.plain, r.noIn
	r.plain, r.noIn = false, false
	r.expect("(")
	r.newlines()
	for !r.done() && !r.at(")") {
		from := r.pos
		v := r.expr()
		name := ""
		if t := r.toks[from]; t.kind == tokName && (r.pos == from+1 || r.toks[from+1].text == "[") {
			name = t.text
		}
		args, names = append(args, v), append(names, name)
		r.newlines()
		if !r.accept(",") {
			break
		}
		r.newlines()
	}
	r.plain, r.noIn = plain, noIn
	r.depth--
	r.expect(")")
	return args, names
}

// invoke is what calling a function does and returns.
func (r *awk) invoke(name string, args []value, names []string, at span) value {
	first := anything
	if len(args) > 0 {
		first = args[0]
	}
	switch name {
	case "system":
		r.runs(name, first, at, false)
	case "readfile":
		r.emitEach(Act{Kind: Reads, Call: name}, first.args(), at)
	case "chdir":
		r.chdir(first)
	case "writea", "writeall":
		r.emitEach(Act{Kind: Writes, Call: name}, first.args(), at)
	case "sprintf":
		return r.formatted(args)
	case "tolower":
		return first.each(func(s string) (string, bool) { return strings.ToLower(s), true })
	case "toupper":
		return first.each(func(s string) (string, bool) { return strings.ToUpper(s), true })
	case "substr":
		return r.substr(args)
	case "split", "sub", "gsub", "match", "patsplit", "asort", "asorti":
		for _, n := range names {
			r.assignTo(awkName(n), anything)
		}
	}
	r.bindParameters(r.funcs[name], args, names)
	return anything
}

// bindParameters gives the parameters of a function what a call hands to it. An
// array holds what the function puts into it.
func (r *awk) bindParameters(params []string, args []value, names []string) {
	for i, p := range params {
		if i >= len(args) || !r.spend(1) {
			return
		}
		r.assignTo(p, args[i])
		if names[i] != "" {
			r.assignTo(awkName(names[i]), r.names[p])
		}
	}
}

// formatted is what sprintf makes of its arguments.
func (r *awk) formatted(args []value) value {
	if len(args) == 1 && args[0][0].kind == sequence {
		args = args[0][0].items
	}
	if len(args) == 0 {
		return anything
	}
	var out choice
	for _, f := range args[0] {
		if f.kind != constant {
			out.add(anything)
			continue
		}
		out.add(r.percent(f.text, args[1:]))
	}
	return orAnything(out.value)
}

// substr is a part of a constant between constant positions, which count
// from one.
func (r *awk) substr(args []value) value {
	if len(args) < 2 || len(args[1]) != 1 || args[1][0].kind != number || len(args) > 2 && (len(args[2]) != 1 || args[2][0].kind != number) {
		return anything
	}
	return args[0].each(func(s string) (string, bool) {
		runes := []rune(s)
		from := args[1][0].num - 1
		to := len(runes)
		if len(args) > 2 {
			to = min(to, from+args[2][0].num)
		}
		from = min(max(from, 0), len(runes))
		return string(runes[from:max(from, to)]), r.spend(len(s))
	})
}

// indirect reads @name(…), where the variable holds the function's name, or a
// regular expression as a value.
func (r *awk) indirect() value {
	start := r.tok()
	off := start.off
	r.next()
	if r.at("/") || r.tok().kind == tokString {
		return r.operand(false)
	}
	name := r.tok().text
	if r.tok().kind != tokName {
		r.fail()
		return anything
	}
	r.next()
	args, names := r.arguments()
	at := span{off, r.toks[max(r.pos-1, 0)].end}
	out := value(nil)
	for _, f := range r.value(name, nil) {
		if f.kind == constant {
			out = join(out, r.invoke(awkName(f.text), args, names, at))
			continue
		}
		r.emit(Act{Kind: Evaluates, Call: "@" + clip(name), Args: []Arg{{}}}, at)
	}
	return orAnything(out)
}

// getline reads "getline variable < file". The file is the next operand, or
// for some awks all that is side by side.
func (r *awk) getline() value {
	off := r.tok().off
	r.next()
	if r.tok().kind == tokName && !awkWords.has(r.tok().text) || r.at("$") {
		r.assignTo(r.lvalue(), anything)
	} else {
		r.assignTo("$", anything)
	}
	if !r.accept("<") {
		return anything
	}
	file := r.unary()
	for {
		r.opens(Reads, "getline <", file, span{off, r.toks[max(r.pos-1, 0)].end})
		if r.done() || !r.starts() || r.at("+") || r.at("-") {
			return anything
		}
		file = r.operate("+", file.str(), r.unary().str())
	}
}

// print reads the list of print or printf, and where it goes.
func (r *awk) print() {
	off, call := r.tok().off, r.tok().text
	r.next()
	r.plain = true
	var args []value
	for r.starts() && !r.done() {
		args = append(args, r.expr())
		if !r.accept(",") {
			break
		}
		r.newlines()
	}
	op := r.tok().text
	if r.tok().kind == tokOp && (op == ">" || op == ">>" || op == "|" || op == "|&") {
		r.next()
		to := r.concatenation()
		at := span{off, r.toks[max(r.pos-1, 0)].end}
		if op == ">" || op == ">>" {
			r.opens(Writes, call+" "+op, to, at)
		} else {
			r.feeds(call+" "+op, r.printed(call, args), to, at)
		}
	}
	r.plain = false
}

// printed is the text that print or printf writes.
func (r *awk) printed(call string, args []value) value {
	if call == "printf" {
		return r.formatted(args)
	}
	if len(args) == 1 && args[0][0].kind == sequence {
		args = args[0][0].items
	}
	if len(args) == 0 {
		return anything
	}
	out := args[0].str()
	for _, a := range args[1:] {
		by := text(" ")
		if v := r.names["OFS"]; v != nil {
			by = v
		}
		out = r.operate("+", r.operate("+", out, by), a.str())
	}
	if r.names["ORS"] != nil {
		return r.operate("+", out, r.names["ORS"])
	}
	return r.operate("+", out, text("\n"))
}

// opens emits what opening a file does. Some names stand for sockets, or for
// what is open already.
func (r *awk) opens(kind Kind, call string, file value, at span) {
	for _, a := range file.str().args() {
		switch {
		case a.Known && (strings.HasPrefix(a.Text, "/dev/std") || strings.HasPrefix(a.Text, "/dev/fd/") || a.Text == "-"):
		case strings.HasPrefix(a.Text, "/inet"):
			r.socket(call, a, at)
		default:
			r.emit(Act{Kind: kind, Call: call, Args: []Arg{a}}, at)
		}
	}
}

// socket emits the use of gawk's /inet/protocol/port/host/port.
func (r *awk) socket(call string, a Arg, at span) {
	parts := append(strings.Split(a.Text, "/"), "", "", "", "", "")
	host := Arg{Text: parts[4], Known: a.Known || len(parts) > 10}
	if parts[4] == "0" && host.Known {
		r.emit(Act{Kind: Listens, Call: call, Args: []Arg{{Text: "0.0.0.0:" + parts[3], Known: true}}}, at)
		return
	}
	r.emit(Act{Kind: Connects, Call: call, Args: []Arg{host}}, at)
}

// runs emits a command line for the shell, or the socket that a coprocess can
// be.
func (r *awk) runs(call string, cmd value, at span, both bool) {
	for _, a := range cmd.str().args() {
		if both && strings.HasPrefix(a.Text, "/inet") {
			r.socket(call, a, at)
			continue
		}
		r.emit(Act{Kind: Shell, Call: call, Args: []Arg{a}}, at)
	}
}

// feeds emits a command that reads what is printed into it, as the shell would
// write it.
func (r *awk) feeds(call string, printed, cmd value, at span) {
	for _, c := range cmd.str() {
		if c.kind != constant || strings.HasPrefix(c.text, "/inet") {
			r.runs(call, value{c}, at, true)
			continue
		}
		r.feed(call, printed, value{c}, at)
	}
}
