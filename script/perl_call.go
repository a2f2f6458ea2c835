package script

import "strings"

// literal is what quotes of any kind give.
func (r *perl) literal(t *token) value {
	at := span{t.off, t.end}
	switch t.text {
	case "qw":
		return r.texts(strings.Fields(t.pieces[0].text))
	case "qx":
		r.emitEach(Act{Kind: Shell, Call: "qx"}, r.joinPieces(t.pieces).args(), at)
		return anything
	case "glob":
		return list(r.joinPieces(t.pieces).turn(globbed))
	case "see":
		r.joinPieces(t.pieces)
		r.emit(Act{Kind: Evaluates, Call: "s///ee", Args: []Arg{{}}}, at)
		return anything
	case "readline", "tr", "trr":
		return anything
	case "q", "qq":
		return r.joinPieces(t.pieces)
	}
	r.joinPieces(t.pieces)
	return anything
}

// joinPieces is the text of quotes, after the code in them was read.
func (r *perl) joinPieces(pieces []piece) value {
	v := text("")
	for _, p := range pieces {
		next := anything
		switch {
		case p.code != nil:
			r.sub(p.code, func() { next = spelled(r.all(), p.plain) })
		case p.known:
			next = r.written(p.text)
		}
		v = r.operate("+", v, next)
	}
	r.lvals = nil
	return v
}

// spelled is what a variable is inside quotes: a list with blanks between its
// items.
func spelled(v value, plain bool) value {
	if len(v) == 1 && v[0].kind == ref && v[0].text == `\` {
		v = v[0].of
	}
	if len(v) != 1 || v[0].kind != sequence {
		return v.str()
	}
	if plain && len(v[0].items) == 1 {
		return v[0].items[0].str()
	}
	r := newReading(Given{})
	r.toks = []token{{}}
	return r.joined(text(" "), v)
}

// named reads what a bareword begins.
func (r *perl) named(t *token) value {
	name := t.text
	if r.ahead(1) == "=>" && r.toks[r.pos+1].kind == tokOp || r.key() {
		r.next()
		return text(name)
	}
	r.next()
	switch name {
	case "my", "our", "local", "state":
		if r.tok().kind == tokName {
			r.next() // my Dog $spot
		}
		return r.postfix()
	case "sub", "method":
		r.prototype()
		return r.blockOf()
	case "__FILE__", "__PACKAGE__", "__LINE__", "wantarray", "time", "times", "wait", "getppid", "fork":
		if r.accept("(") {
			r.close(")")
		}
		return anything
	case "return", "do", "eval", "require":
		return r.control(name, t)
	case "print", "printf", "say":
		r.print(t)
		return anything
	case "map", "grep", "sort", "first", "any", "all", "none", "sum", "reduce":
		return r.overList(name, t)
	}
	return r.function(name, t)
}

// key tells whether a word alone in curly brackets is the key of an element.
func (r *perl) key() bool {
	return r.pos > 0 && r.toks[r.pos-1].kind == tokOp && r.toks[r.pos-1].text == "{" && r.ahead(1) == "}" && r.pos > 1 &&
		(perlVariable(r.toks[r.pos-2].text+" ") || r.toks[r.pos-2].text == "->" || r.toks[r.pos-2].text == "}" || r.toks[r.pos-2].text == "]")
}

// blockOf reads a block if there is one.
func (r *perl) blockOf() value {
	if !r.accept("{") {
		return anything
	}
	v := r.statements("}")
	r.close("}")
	r.lvals = nil
	return v
}

// control reads words that are no functions, or only sometimes.
func (r *perl) control(name string, t *token) value {
	if name != "return" && r.at("{") {
		return r.blockOf()
	}
	if name == "require" && (r.tok().kind == tokName || r.tok().kind == tokNumber) {
		r.next()
		return anything
	}
	var v value
	if name == "return" {
		return asList(r.list())
	}
	v = r.lookup("$_")
	if r.starts() {
		v = flat(r.binary(perlNamed))
	}
	at := span{t.off, r.toks[max(r.pos-1, 0)].end}
	r.lvals = nil
	for _, a := range v.args() {
		switch {
		case name == "eval" && a.Known && r.run(a.Text, at, perlTokens, func() { r.all() }):
		case name == "eval":
			r.emit(Act{Kind: Evaluates, Call: name, Args: []Arg{{Text: a.Text}}}, at)
		default:
			r.emit(Act{Kind: Runs, Call: name, Args: []Arg{{Text: "perl", Known: true}, a}}, at)
		}
	}
	return anything
}

// overList reads a block or expression and the list that it works on.
func (r *perl) overList(name string, t *token) value {
	bracket := r.accept("(")
	v := value(nil)
	switch {
	case r.at("{"):
		v = r.blockOf()
		r.accept(",")
	case name == "sort" && r.tok().kind == tokOp && strings.HasPrefix(r.tok().text, "$") && r.toks[min(r.pos+1, len(r.toks)-1)].text != ",":
		r.next()
	}
	items := r.list()
	if bracket {
		r.close(")")
	}
	r.lvals = nil
	if name == "map" || name == "grep" || name == "first" {
		r.bind("$_", list(items...).items())
	}
	switch {
	case name == "sort" || name == "grep":
		return list(items...)
	case name == "map" && v != nil && len(items) == 1:
		return list(flat(v))
	}
	return list(anything)
}

// print reads a handle, a list, and what that does to a command that the
// handle writes to.
func (r *perl) print(t *token) {
	bracket := r.accept("(")
	handle := ""
	next := token{}
	if r.pos+1 < len(r.toks) {
		next = r.toks[r.pos+1]
	}
	variable := r.tok().kind == tokOp && strings.HasPrefix(r.tok().text, "$")
	bare := r.tok().kind == tokName && strings.ToUpper(r.tok().text) == r.tok().text && !(next.kind == tokOp && next.text != "$" && next.text != "@" && !perlVariable(next.text+" "))
	switch {
	case r.at("{"):
		if next.kind == tokName || next.kind == tokOp {
			handle = next.text
		}
		r.blockOf()
	case bare && next.text != "(" && next.text != "->", variable && (next.kind == tokString || next.kind == tokNumber || next.kind == tokName && !perlClosers.has(next.text) || next.kind == tokOp && next.text != "" && (next.text[0] == '$' || next.text[0] == '@')):
		handle = r.tok().text
		r.next()
	}
	items := r.list()
	if bracket {
		r.close(")")
	}
	r.lvals = nil
	at := span{t.off, r.toks[max(r.pos-1, 0)].end}
	cmd := r.pipes[handle]
	if len(cmd) == 0 {
		return
	}
	printed := r.joined(text(""), list(items...))
	if t.text == "printf" && len(items) > 0 && len(items[0]) == 1 && items[0][0].kind == constant {
		printed = r.percent(items[0][0].text, items[1:])
	}
	r.feed(t.text, printed, cmd, at)
}

// function reads a call with or without brackets, or a bareword that is none.
func (r *perl) function(name string, t *token) value {
	short := name[strings.LastIndexByte(name, ':')+1:]
	if len(name) > 2*maxName {
		r.fail()
		return anything
	}
	var args []value
	program := value(nil)
	called := true
	at := func() span { return span{t.off, r.toks[max(r.pos-1, 0)].end} }
	switch {
	case name == "new" && r.tok().kind == tokName:
		class := r.tok().text
		r.next()
		if r.accept("(") {
			args = r.list()
			r.close(")")
		}
		return r.method(text(class), name, args, at())
	case r.at("{") && (short == "system" || short == "exec"):
		program = r.blockOf()
		args = r.list()
	case r.accept("("):
		if r.at("{") && (short == "system" || short == "exec") {
			program = r.blockOf()
		}
		args = r.list()
		if !r.at(")") {
			r.low()
		}
		r.close(")")
	case r.at("->") || r.at("::"):
		r.accept("::")
		return text(name)
	case perlUnary.has(short):
		if r.starts() && !r.at("<") {
			args = []value{r.binary(perlNamed)}
		}
	case r.starts() && !r.at("{") && !r.at("[") && !r.at("<") && !r.infix():
		if r.tok().kind == tokName && r.ahead(1) == "->" {
			break
		}
		args = r.list()
	default:
		called = perlRows(short) != nil || perlFolds.has(short)
	}
	r.lvals = nil
	if !called {
		return text(name)
	}
	if (short == "find" || short == "finddepth") && len(args) > 1 {
		r.finds(name, args[1:], t, at())
	}
	if r.subs[name] {
		r.called(args)
		return anything
	}
	return r.apply(short, name, program, args, at())
}

// finds emits what File::Find deletes whose function, the first argument, removes something.
func (r *perl) finds(call string, trees []value, t *token, at span) {
	from := r.pos
	for from > 0 && r.toks[from].off > t.off {
		from--
	}
	for _, remover := range [...]string{"unlink", "rmdir", "rmtree", "remove_tree"} {
		if !r.mentions(remover, from, r.pos) {
			continue
		}
		for _, tree := range trees {
			r.emitEach(Act{Kind: Deletes, Call: call, Tree: true}, tree.args(), at)
		}
		return
	}
}

// infix tells whether an operator that could begin an operand stands between
// two of them: a blank is behind it.
func (r *perl) infix() bool {
	t := r.tok()
	return (t.text == "-" || t.text == "+") && t.kind == tokOp && r.pos+1 < len(r.toks) && r.toks[r.pos+1].off > t.end
}

// perlUnary are the functions of one argument.
const perlUnary words = `
	lc uc lcfirst ucfirst length chr ord defined ref scalar shift pop chdir rmdir readlink rand srand exists delete each keys
	values undef sleep exit quotemeta int hex oct abs sqrt log exp sin cos umask localtime gmtime caller lock stat lstat chroot
	readline close fileno eof alarm getc tell study pos fc glob readpipe closedir readdir rewinddir`
