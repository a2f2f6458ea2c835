package awk

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// builtins are the functions of POSIX awk and gawk, which a program cannot redefine.
const builtins lex.Words = `
	length substr index split sub gsub gensub match sprintf sin cos atan2 exp log sqrt int rand srand system close fflush tolower
	toupper systime strftime mktime strtonum asort asorti patsplit and or xor lshift rshift compl typeof isarray mkbool`

// call reads the arguments of a function and applies the function to them.
func (r *interp) call(name string, start *lex.Token) absval.Value {
	off := start.Off
	args, names := r.arguments()
	at := lex.Span{Off: off, End: r.Toks[max(r.Pos-1, 0)].End}
	return r.invoke(name, args, names, at)
}

// arguments reads the arguments of a call, and the names of those that are variables.
func (r *interp) arguments() (args []absval.Value, names []string) {
	r.deeper()
	plain, noIn := r.plain, r.noIn
	r.plain, r.noIn = false, false
	r.expect("(")
	r.newlines()
	for !r.done() && !r.At(")") {
		from := r.Pos
		v := r.expr()
		name := ""
		if t := r.Toks[from]; t.Kind == lex.Name && (r.Pos == from+1 || r.Toks[from+1].Text == "[") {
			name = t.Text
		}
		args, names = append(args, v), append(names, name)
		r.newlines()
		if !r.accept(",") {
			break
		}
		r.newlines()
	}
	r.plain, r.noIn = plain, noIn
	r.Depth--
	r.expect(")")
	return args, names
}

// invoke emits the acts of a function call and returns its value.
func (r *interp) invoke(name string, args []absval.Value, names []string, at lex.Span) absval.Value {
	first := absval.Top
	if len(args) > 0 {
		first = args[0]
	}
	switch name {
	case "system":
		r.runs(name, first, at, false)
	case "readfile":
		r.EmitEach(effect.Act{Kind: effect.Reads, Call: name}, first.Args(), at)
	case "chdir":
		r.Chdir(first)
	case "writea", "writeall":
		r.EmitEach(effect.Act{Kind: effect.Writes, Call: name}, first.Args(), at)
	case "sprintf":
		return r.formatted(args)
	case "tolower":
		return first.Each(func(s string) (string, bool) { return strings.ToLower(s), true })
	case "toupper":
		return first.Each(func(s string) (string, bool) { return strings.ToUpper(s), true })
	case "substr":
		return r.substr(args)
	case "split", "sub", "gsub", "match", "patsplit", "asort", "asorti":
		for _, n := range names {
			r.assignTo(awkName(n), absval.Top)
		}
	}
	r.bindParameters(r.funcs[name], args, names)
	return absval.Top
}

// bindParameters binds the parameters of a function to the arguments of a call. An array
// argument gets what the function stores in it.
func (r *interp) bindParameters(params []string, args []absval.Value, names []string) {
	for i, p := range params {
		if i >= len(args) || !r.Spend(1) {
			return
		}
		r.assignTo(p, args[i])
		if names[i] != "" {
			r.assignTo(awkName(names[i]), r.Names[p])
		}
	}
}

// formatted returns the value of sprintf.
func (r *interp) formatted(args []absval.Value) absval.Value {
	if len(args) == 1 && args[0][0].Kind == absval.Sequence {
		args = args[0][0].Items
	}
	if len(args) == 0 {
		return absval.Top
	}
	var out absval.Union
	for _, f := range args[0] {
		if f.Kind != absval.Constant {
			out.Add(absval.Top)
			continue
		}
		out.Add(r.Percent(f.Text, args[1:]))
	}
	return absval.OrTop(out.Value)
}

// substr returns a part of a constant between constant positions, which count from one.
func (r *interp) substr(args []absval.Value) absval.Value {
	if len(args) < 2 || len(args[1]) != 1 || args[1][0].Kind != absval.Number || len(args) > 2 && (len(args[2]) != 1 || args[2][0].Kind != absval.Number) {
		return absval.Top
	}
	return args[0].Each(func(s string) (string, bool) {
		runes := []rune(s)
		from := args[1][0].Num - 1
		to := len(runes)
		if len(args) > 2 {
			to = min(to, from+args[2][0].Num)
		}
		from = min(max(from, 0), len(runes))
		return string(runes[from:max(from, to)]), r.Spend(len(s))
	})
}

// indirect reads @name(…), where a variable holds the function's name, or a regular expression
// as a value.
func (r *interp) indirect() absval.Value {
	start := r.Tok()
	off := start.Off
	r.next()
	if r.At("/") || r.Tok().Kind == lex.String {
		return r.operand(false)
	}
	name := r.Tok().Text
	if r.Tok().Kind != lex.Name {
		r.fail()
		return absval.Top
	}
	r.next()
	args, names := r.arguments()
	at := lex.Span{Off: off, End: r.Toks[max(r.Pos-1, 0)].End}
	out := absval.Value(nil)
	for _, f := range r.value(name, nil) {
		if f.Kind == absval.Constant {
			out = absval.Join(out, r.invoke(awkName(f.Text), args, names, at))
			continue
		}
		r.Emit(effect.Act{Kind: effect.Evaluates, Call: "@" + lex.ClipName(name), Args: []effect.Arg{{}}}, at)
	}
	return absval.OrTop(out)
}

// getline reads "getline variable < file". The file is the next operand or, in some awks, the
// whole concatenation.
func (r *interp) getline() absval.Value {
	off := r.Tok().Off
	r.next()
	if r.Tok().Kind == lex.Name && !words.Has(r.Tok().Text) || r.At("$") {
		r.assignTo(r.lvalue(), absval.Top)
	} else {
		r.assignTo("$", absval.Top)
	}
	if !r.accept("<") {
		return absval.Top
	}
	file := r.unary()
	for {
		r.opens(effect.Reads, "getline <", file, lex.Span{Off: off, End: r.Toks[max(r.Pos-1, 0)].End})
		if r.done() || !r.starts() || r.At("+") || r.At("-") {
			return absval.Top
		}
		file = r.Operate("+", file.Str(), r.unary().Str())
	}
}

// print reads the operands of print or printf, and their destination.
func (r *interp) print() {
	off, call := r.Tok().Off, r.Tok().Text
	r.next()
	r.plain = true
	var args []absval.Value
	for r.starts() && !r.done() {
		args = append(args, r.expr())
		if !r.accept(",") {
			break
		}
		r.newlines()
	}
	op := r.Tok().Text
	if r.Tok().Kind == lex.Op && (op == ">" || op == ">>" || op == "|" || op == "|&") {
		r.next()
		to := r.concatenation()
		at := lex.Span{Off: off, End: r.Toks[max(r.Pos-1, 0)].End}
		if op == ">" || op == ">>" {
			r.opens(effect.Writes, call+" "+op, to, at)
			r.NoteContent(to.Str(), r.printed(call, args), at)
			if op == ">>" {
				r.NoteKept(to.Str(), at)
			}
		} else {
			r.feeds(call+" "+op, r.printed(call, args), to, at)
		}
	}
	if r.WantsPrints() && op != "|" && op != ">" && op != ">>" && op != "|&" {
		r.NotePrinted(call, r.printed(call, args), lex.Span{Off: off, End: r.Toks[max(r.Pos-1, 0)].End})
	}
	r.plain = false
}

// printed returns the text that print or printf writes.
func (r *interp) printed(call string, args []absval.Value) absval.Value {
	if call == "printf" {
		return r.formatted(args)
	}
	if len(args) == 1 && args[0][0].Kind == absval.Sequence {
		args = args[0][0].Items
	}
	if len(args) == 0 {
		return absval.Top
	}
	out := args[0].Str()
	for _, a := range args[1:] {
		by := absval.Text(" ")
		if v := r.Names["OFS"]; v != nil {
			by = v
		}
		out = r.Operate("+", r.Operate("+", out, by), a.Str())
	}
	if r.Names["ORS"] != nil {
		return r.Operate("+", out, r.Names["ORS"])
	}
	return r.Operate("+", out, absval.Text("\n"))
}

// opens emits the acts of opening a file. Some names are sockets, or streams that are open
// already.
func (r *interp) opens(kind effect.Kind, call string, file absval.Value, at lex.Span) {
	for _, a := range file.Str().Args() {
		switch {
		case a.Known && (strings.HasPrefix(a.Text, "/dev/std") || strings.HasPrefix(a.Text, "/dev/fd/") || a.Text == "-"):
		case strings.HasPrefix(a.Text, "/inet"):
			r.socket(call, a, at)
		default:
			r.Emit(effect.Act{Kind: kind, Call: call, Args: []effect.Arg{a}}, at)
		}
	}
}

// socket emits the use of gawk's /inet/protocol/port/host/port.
func (r *interp) socket(call string, a effect.Arg, at lex.Span) {
	parts := append(strings.Split(a.Text, "/"), "", "", "", "", "")
	host := effect.Arg{Text: parts[4], Known: a.Known || len(parts) > 10}
	if parts[4] == "0" && host.Known {
		r.Emit(effect.Act{Kind: effect.Listens, Call: call, Args: []effect.Arg{{Text: "0.0.0.0:" + parts[3], Known: true}}}, at)
		return
	}
	r.Emit(effect.Act{Kind: effect.Connects, Call: call, Args: []effect.Arg{host}}, at)
}

// runs emits a command line for the shell, or a socket if both is set and cmd names one.
func (r *interp) runs(call string, cmd absval.Value, at lex.Span, both bool) {
	for _, a := range cmd.Str().Args() {
		if both && strings.HasPrefix(a.Text, "/inet") {
			r.socket(call, a, at)
			continue
		}
		r.Emit(effect.Act{Kind: effect.Shell, Call: call, Args: []effect.Arg{a}}, at)
	}
}

// feeds emits a command with printed text as its input, as a shell pipeline.
func (r *interp) feeds(call string, printed, cmd absval.Value, at lex.Span) {
	for _, c := range cmd.Str() {
		if c.Kind != absval.Constant || strings.HasPrefix(c.Text, "/inet") {
			r.runs(call, absval.Value{c}, at, true)
			continue
		}
		r.EmitPiped(call, printed, absval.Value{c}, at)
	}
}
