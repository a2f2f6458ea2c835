package script

import "strings"

// named reads a constant, a variable, or a call without a receiver.
func (r *ruby) named(t *token) value {
	name := t.text
	at := func() span { return span{t.off, max(r.toks[max(r.pos-1, 0)].end, t.off+1)} }
	tight := r.at("(") && r.tok().off == t.end
	if v := r.names[name]; len(v) > 0 && !tight {
		r.lval = name
		return v
	}
	first := strings.TrimLeft(name, "@$")
	upper := first != "" && first[0] >= 'A' && first[0] <= 'Z'
	switch {
	case upper && !tight:
		if r.tok().kind == tokString && r.tok().off > t.end && len(rubyRows("Kernel."+name)) > 0 {
			break
		}
		r.lval = name
		return named(clip(name))
	case name[0] == '@' || name[0] == '$' || r.at("=") && !r.at("=="):
		r.lval = name
		return anything
	case name == "__FILE__" || name == "nil" || name == "true" || name == "false" || name == "self":
		return anything
	case name == "alias" || name == "undef":
		for !r.done() && r.tok().kind != tokNewline && !r.at(";") {
			r.next()
		}
		return anything
	}
	args, given := r.arguments(t)
	if !given && !r.at("{") && !(r.at("do") && r.tok().kind == tokName) {
		if len(rubyRows("Kernel."+name)) == 0 {
			r.lval = name
		}
		return anything
	}
	v := r.invoke(nil, name, args, at())
	r.block(anything)
	return v
}

// member reads a method or constant behind a dot or two colons.
func (r *ruby) member(v value, t *token, scope bool, start *token) value {
	if t.kind == tokOp { // f.(x)
		r.next()
		args, _ := r.list(")")
		r.close(")")
		return r.invoke(v, "call", args, span{start.off, r.toks[r.pos-1].end})
	}
	r.next()
	if c := t.text[0]; scope && c >= 'A' && c <= 'Z' && !(r.at("(") && r.tok().off == t.end) {
		full := t.text
		if len(v) == 1 && v[0].kind == ref {
			full = v[0].text + "::" + t.text
		}
		return named(clip(full))
	}
	if (r.at("=") || r.at("+=") || r.at("||=")) && r.tok().kind == tokOp {
		r.lval = ""
		return anything
	}
	args, _ := r.arguments(t)
	at := span{start.off, max(r.toks[max(r.pos-1, 0)].end, start.off+1)}
	items := anything
	switch {
	case t.text == "then" || t.text == "tap" || t.text == "yield_self":
		items = v
	case len(v) == 1 && v[0].kind == sequence:
		items = v.items()
	}
	if len(v) == 1 && v[0].kind == ref && v[0].text == "Dir" && (t.text == "foreach" || t.text == "each_child") {
		items = sketched(Hole)
	}
	out := r.invoke(v, t.text, args, at)
	if r.at("{") || r.at("do") {
		inner := r.block(items)
		if t.text == "then" || t.text == "yield_self" {
			return inner
		}
		if t.text == "map" || t.text == "flat_map" {
			if len(v) == 1 && v[0].kind == sequence && len(v[0].items) == 1 {
				return list(inner)
			}
			return list(anything)
		}
	}
	for _, a := range args { // each(&method(:system))
		if len(a) == 1 && a[0].kind == ref && strings.HasPrefix(a[0].text, "&") && items != nil {
			r.invokeName(strings.TrimPrefix(a[0].text, "&"), []value{items}, at)
		}
	}
	return out
}

// invoke is what calling a method does and returns. Without a receiver it is
// one of Kernel, or of the code.
func (r *ruby) invoke(recv value, name string, args []value, at span) value {
	if !r.spend(len(args)) {
		return anything
	}
	owner := ""
	if len(recv) == 1 && recv[0].kind == ref {
		owner = recv[0].text
	}
	first := anything
	if len(args) > 0 {
		first = args[0]
	}
	r.sends(recv, owner, name, args, at)
	switch name {
	case "send", "public_send", "__send__":
		return r.send(recv, owner, first, args, at)
	case "method", "instance_method", "public_method":
		if first[0].kind == constant && len(first) == 1 {
			return named(clip("&" + dotted(owner, first[0].text)))
		}
		r.emit(Act{Kind: Evaluates, Call: name, Args: []Arg{{}}}, at)
		return anything
	case "const_get":
		if len(first) == 1 && first[0].kind == constant {
			return named(clip(first[0].text))
		}
		r.emit(Act{Kind: Evaluates, Call: name, Args: []Arg{{}}}, at)
		return anything
	case "call", "===", "unbind", "bind_call":
		if strings.HasPrefix(owner, "&") {
			return r.invokeName(owner[1:], args, at)
		}
	case "eval", "instance_eval", "class_eval", "module_eval", "class_exec":
		if len(args) > 0 {
			r.evaluate(name, first, at)
		}
		return anything
	case "include", "extend":
		r.mixed = r.mixed || len(first) == 1 && strings.HasPrefix(first[0].text, "FileUtils")
	}
	if recv != nil && owner == "" {
		if v, ok := r.fold(recv, name, args); ok {
			return v
		}
		return anything
	}
	if owner == "Pathname()" {
		r.perform(rubyRows(dotted(owner, name)), name, recv[0].of, args, at)
		return anything
	}
	return r.invokeName(dotted(owner, name), args, at)
}

func dotted(owner, name string) string {
	if owner == "" {
		return "Kernel." + name
	}
	return strings.TrimPrefix(owner, "::") + "." + name
}

// send calls a method by a name that is a value.
func (r *ruby) send(recv value, owner string, name value, args []value, at span) value {
	out := value(nil)
	for _, n := range name {
		switch {
		case n.kind == constant && recv != nil && owner == "":
			out = join(out, r.invokeName("Kernel."+n.text, args[1:], at)) // private methods that any object has
		case n.kind == constant:
			out = join(out, r.invoke(recv, n.text, args[1:], at))
		case recv == nil || owner != "":
			r.emit(Act{Kind: Evaluates, Call: "send", Args: []Arg{{}}}, at)
		}
	}
	return orAnything(out)
}

// invokeName does what the table says of a method by its full name.
func (r *ruby) invokeName(full string, args []value, at span) value {
	full = rubyAlias(full)
	name := full[strings.LastIndexByte(full, '.')+1:]
	call := strings.TrimPrefix(full, "Kernel.")
	of := anything
	if len(args) > 0 {
		of = args[0]
	}
	rows := rubyRows(full)
	if len(rows) == 0 && r.mixed && strings.HasPrefix(full, "Kernel.") {
		rows = rubyRows("FileUtils." + name)
	}
	switch {
	case full == "Kernel.open" || full == "IO.read" || full == "IO.readlines" || full == "IO.foreach" || full == "IO.binread":
		rest := r.piped(call, of, at)
		if len(rest) > 0 {
			r.opens(call, rest, args, at)
		}
		return anything
	case full == "File.open" || full == "File.new" || full == "IO.sysopen":
		if len(args) > 0 {
			r.opens(call, of, args, at)
		}
		return anything
	case full == "IO.popen":
		r.perform(rows, call, nil, popened(args), at)
		return anything
	case full == "Kernel.require" || full == "Kernel.require_relative" || full == "Kernel.load":
		r.required(call, name, of, at)
		return anything
	case full == "Kernel.URI" || full == "URI.parse" || full == "Kernel.String" || full == "File.expand_path" || full == "File.realpath":
		return of
	case full == "Kernel.Pathname" || full == "Pathname.new":
		return instance("Pathname()", of)
	case full == "File.join":
		return r.joined(text("/"), list(args...))
	case full == "Dir.home":
		return text("~")
	case full == "ENV.fetch" && len(of) == 1 && of[0].text == "HOME":
		return text("~")
	case full == "Dir.children" || full == "Dir.entries":
		return list(sketched(Hole))
	case full == "Dir.glob":
		return list(of.turn(globbed))
	case full == "Base64.decode64" || full == "Base64.strict_decode64" || full == "Base64.urlsafe_decode64":
		return of.each(unbase64)
	case (full == "Kernel.format" || full == "Kernel.sprintf") && len(of) == 1 && of[0].kind == constant:
		return r.percent(of[0].text, args[1:])
	case full == "Shellwords.split" || full == "Shellwords.shellsplit":
		return r.words(of, true)
	}
	r.perform(rows, call, nil, args, at)
	return anything
}

// popened are the arguments of IO.popen that say what is started: the first that is no
// mapping of variables. A mode and options come after it.
func popened(args []value) []value {
	for i, a := range args {
		if len(a) != 1 || a[0].kind != ref || a[0].text != "{}" {
			return args[i : i+1]
		}
	}
	return nil
}

// piped emits the commands of open("|…") and returns what else it may be.
func (r *ruby) piped(call string, v value, at span) value {
	var rest value
	for _, a := range v {
		switch {
		case strings.HasPrefix(a.text, "|"):
			r.emit(Act{Kind: Shell, Call: call, Args: []Arg{{Text: strings.TrimSpace(a.text[1:]), Known: a.kind == constant, Drawn: a.kind == sketch}}}, at)
		case strings.Contains(a.text, "://"):
			r.emit(Act{Kind: Connects, Call: call, Args: []Arg{{Text: a.text, Known: a.kind == constant, Drawn: a.kind == sketch}}}, at)
		default:
			rest = append(rest, a)
		}
	}
	return rest
}

// opens emits what opening a file in a mode does.
func (r *ruby) opens(call string, file value, args []value, at span) {
	mode, given := value(nil), len(args) > 1 && !strings.HasPrefix(call, "IO.")
	if given {
		mode = args[1]
		if len(mode) == 1 && (mode[0].kind == ref || mode[0].kind == number) {
			mode = anything
		}
	}
	r.opened(Act{Call: call}, file.args(), mode, given, at)
}

// required emits the run of a file that is given by its path.
func (r *ruby) required(call, name string, v value, at span) {
	for _, a := range v.args() {
		if name == "require" && a.Known && !strings.HasPrefix(a.Text, ".") && !strings.HasPrefix(a.Text, "/") {
			continue
		}
		r.emit(Act{Kind: Runs, Call: call, Args: []Arg{{Text: "ruby", Known: true}, a}}, at)
	}
}

// evaluate reads constant code in turn.
func (r *ruby) evaluate(name string, v value, at span) {
	for _, a := range v.args() {
		if !a.Known || !r.run(a.Text, at, rubyTokens, func() { r.all() }) {
			r.emit(Act{Kind: Evaluates, Call: name, Args: []Arg{{Text: a.Text}}}, at)
		}
	}
}

// fold is the value of a method of a text or list, where that can be told.
func (r *ruby) fold(v value, name string, args []value) (value, bool) {
	first := anything
	if len(args) > 0 {
		first = args[0]
	}
	switch name {
	case "shift", "pop", "last", "sample":
		return v.items(), true
	case "to_s", "to_str", "freeze", "dup", "itself", "to_sym", "to_a", "b", "force_encoding", "encode", "clone", "first", "to_path":
		if name == "first" {
			return v.items(), true
		}
		return v, true
	case "join":
		by := text("")
		if len(args) > 0 {
			by = first
		}
		return r.joined(by, v), true
	case "reverse":
		return v.each(reversed), true
	case "downcase":
		return v.eachPiece(func(s string) (string, bool) { return strings.ToLower(s), true }), true
	case "upcase":
		return v.eachPiece(func(s string) (string, bool) { return strings.ToUpper(s), true }), true
	case "strip", "chomp":
		return v.eachPiece(trimmed), true
	case "chr":
		return v.runes(), true
	case "concat", "prepend":
		return r.operate("+", v, first), true
	case "gsub", "sub", "tr":
		if len(args) > 1 && name != "tr" {
			return r.replaced(v, first, args[1]), true
		}
	case "split":
		return r.words(v, false), true
	case "pack":
		return r.packed(v, first), true
	case "unpack1", "unpack":
		if len(first) == 1 && strings.HasPrefix(first[0].text, "m") {
			if name == "unpack1" {
				return v.each(unbase64), true
			}
			return list(v.each(unbase64)), true
		}
	}
	return anything, false
}

// packed is what Array#pack makes of digits or numbers.
func (r *ruby) packed(v, template value) value {
	if len(v) != 1 || v[0].kind != sequence || len(template) != 1 || len(v[0].items) == 0 || template[0].text == "" {
		return anything
	}
	switch template[0].text[0] {
	case 'H':
		return v[0].items[0].each(unhex)
	case 'c', 'C', 'U', 'W':
		out := text("")
		for _, it := range v[0].items {
			out = r.operate("+", out, it.runes())
		}
		return out
	case 'a', 'A':
		return v[0].items[0]
	}
	return anything
}

// sends notes what a method writes to what may be the input of a command: not to the code's
// own output.
func (r *ruby) sends(recv value, owner, name string, args []value, at span) {
	if recv == nil || len(args) == 0 || rubyOutputs.has(owner) {
		return
	}
	switch name {
	case "puts", "print", "write", "<<", "syswrite", "close_write":
		sent := r.joined(text(""), list(args...))
		if name == "puts" {
			sent = r.operate("+", r.joined(text("\n"), list(args...)), text("\n"))
		}
		r.writes(sent, at)
	}
}

// here is the place of the token read last.
func (r *ruby) here() span {
	t := r.toks[max(r.pos-1, 0)]
	return span{t.off, t.end}
}

// rubyOutputs are what code writes its own output to, and classes whose write is that of a file.
const rubyOutputs words = "$stdout $stderr STDOUT STDERR File IO Pathname()"
