package parser

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// start is the value the shell starts with.
func (w *walker) start(name string) (string, bool) {
	if w.options.Vars == nil {
		return "", false
	}
	return w.options.Vars(name)
}

// unassigned is the value of a variable the source has not assigned.
func (w *walker) unassigned(name string) Word {
	switch name {
	case "IFS":
		return Text(" \t\n")
	case "PWD":
		return w.pwd()
	case "OLDPWD":
		if len(w.state.old.Parts) != 1 || w.state.old.Parts[0].Kind != Unknown {
			return w.absolute(w.state.old, name)
		}
	}
	if v, ok := w.start(name); ok {
		return Text(v)
	}
	u := unknown("$"+name, !neverEmpty[name] || w.options.Lang == POSIX)
	return u
}

// neverEmpty are the variables bash sets itself (bash(1), Shell Variables).
var neverEmpty = map[string]bool{
	"BASHPID": true, "BASH_VERSION": true, "EUID": true, "LINENO": true, "PPID": true, "RANDOM": true,
	"SECONDS": true, "SRANDOM": true, "UID": true, "EPOCHSECONDS": true, "EPOCHREALTIME": true,
}

// lookup is the value of a variable here.
func (w *walker) lookup(name string) Word {
	if v, ok := w.state.get(name); ok {
		return v
	}
	if w.state.full {
		return unknown("$"+name, true)
	}
	return w.unassigned(name)
}

// home is what ~ and a user name, or ~+ and ~-, stand for.
func (w *walker) home(user string) Word {
	switch user {
	case "":
		if v := w.lookup("HOME"); v.Known() && len(v.Parts) > 0 {
			return v
		}
		return unknown("~", false)
	case "+":
		return w.lookup("PWD")
	case "-":
		return w.lookup("OLDPWD")
	}
	if w.options.Home != nil {
		if dir, ok := w.options.Home(user); ok {
			return Text(dir)
		}
	}
	return unknown("~"+user, false)
}

// param reads a parameter expansion.
func (e *expansion) param(p *syntax.ParamExp, quoted bool) {
	w := e.w
	part := Part{Text: cut(w.text(p)), Empty: true}
	if p.NestedParam != nil {
		inner := w.quoted(&syntax.Word{Parts: []syntax.WordPart{p.NestedParam}})
		part.From = inner.From()
	}
	w.paramWords(p)
	if p.Param == nil {
		e.unknown(part, quoted)
		return
	}
	name := p.Param.Value
	switch {
	case p.Length || p.Width:
		part.Empty = false
		e.unknown(part, quoted)
	case p.Exp != nil && plainly(p):
		e.alternative(p, name, part, quoted)
	case !plainly(p) || !isName(name):
		e.special(p, name, part, quoted)
	default:
		e.known(w.lookup(name), part, quoted)
	}
}

// known adds a variable's value, unless values have grown too large.
func (e *expansion) known(v Word, part Part, quoted bool) {
	size := 0
	for _, p := range v.Parts {
		size += len(p.Text)
	}
	if !e.w.spend(size) {
		part.From = v.From()
		e.unknown(part, quoted)
		return
	}
	if e.w.options.Lang == Zsh && !quoted {
		quoted = v.Known() && len(v.Parts) > 0 // zsh does not split values
	}
	e.value(v, quoted)
}

// plainly tells whether an expansion is of one variable's value as a whole,
// maybe with an alternative.
func plainly(p *syntax.ParamExp) bool {
	return p.Flags == nil && !p.Excl && !p.Length && !p.Width && !p.IsSet &&
		p.Split == syntax.OptUnset && p.GlobSubst == syntax.OptUnset && p.RcExpand == syntax.OptUnset &&
		p.NestedParam == nil && p.Index == nil && len(p.Modifiers) == 0 && p.Slice == nil && p.Repl == nil && p.Names == 0
}

// paramWords reads the words and subscripts inside an expansion, save those of
// alternatives, for their substitutions.
func (w *walker) paramWords(p *syntax.ParamExp) {
	w.arithm(p.Index)
	if p.Slice != nil {
		w.arithm(p.Slice.Offset)
		w.arithm(p.Slice.Length)
	}
	if p.Repl != nil {
		w.single(p.Repl.Orig)
		w.single(p.Repl.With)
	}
	if p.Exp != nil && (!plainly(p) || !alternates(p.Exp.Op)) {
		w.single(p.Exp.Word)
	}
}

// alternates tells whether an operator gives its word in place of the value.
func alternates(op syntax.ParExpOperator) bool {
	return op >= syntax.AlternateUnset && op <= syntax.AssignUnsetOrNull
}

// special adds what is not the value of a plain variable.
func (e *expansion) special(p *syntax.ParamExp, name string, part Part, quoted bool) {
	switch name {
	case "#", "?", "$", "0":
		part.Empty = false
	}
	many := name == "@" || p.Names == syntax.NamesPrefixWords
	if index, ok := p.Index.(*syntax.Word); ok && plain(index).Is("@") == Yes {
		many = true
	}
	part.Split = many
	if v, ok := e.w.state.get(name); ok {
		part.From = v.From()
	}
	e.unknown(part, quoted)
}

// alternative reads ${x:-word} and its like. The word stands in place of the
// value where that is certain; else it is read for its substitutions alone.
func (e *expansion) alternative(p *syntax.ParamExp, name string, part Part, quoted bool) {
	w, op := e.w, p.Exp.Op
	if !alternates(op) {
		part.From = w.lookup(name).From()
		e.unknown(part, quoted)
		return
	}
	v := w.lookup(name)
	_, assigned := w.state.get(name)
	full := isName(name) && v.Known() && len(v.Parts) > 0
	empty := isName(name) && v.Known() && len(v.Parts) == 0 && assigned
	orNull := op == syntax.DefaultUnsetOrNull || op == syntax.AssignUnsetOrNull
	plus := op == syntax.AlternateUnset || op == syntax.AlternateUnsetOrNull
	if full && !plus {
		w.single(p.Exp.Word)
		e.known(v, part, quoted)
		return
	}
	if full && plus || empty && op == syntax.DefaultUnsetOrNull {
		e.inPlace(p.Exp.Word, quoted)
		return
	}
	word := w.single(p.Exp.Word)
	part.From = append(v.From(), word.From()...)
	switch op {
	case syntax.ErrorUnsetOrNull:
		part.Empty = false
	case syntax.DefaultUnsetOrNull, syntax.AssignUnsetOrNull:
		part.Empty = mayBeEmpty(word)
	}
	if op == syntax.AssignUnset || op == syntax.AssignUnsetOrNull {
		if !empty || !orNull {
			word = mix(name, v, value(word))
		}
		w.assign(name, value(word))
	}
	e.unknown(part, quoted)
}

// inPlace reads the word of an alternative as if it stood alone: its text is
// split like a value, what is quoted in it is not.
func (e *expansion) inPlace(x *syntax.Word, quoted bool) {
	if x == nil {
		e.open = e.open || quoted
		return
	}
	for i, p := range x.Parts {
		lit, ok := p.(*syntax.Lit)
		if single, is := p.(*syntax.SglQuoted); is && quoted && !single.Dollar {
			e.literal("'"+single.Value+"'", true) // no quotes inside double quotes
			continue
		}
		switch {
		case !ok:
			e.part(p, quoted)
		case quoted:
			e.literal(unescape(lit.Value, "$`\"\\}"), true)
		case i == 0 && strings.HasPrefix(lit.Value, "~"):
			e.tildes(lit.Value, false, i+1 < len(x.Parts))
		default:
			e.splitText(lit.Value)
		}
	}
}

// splitText reads unquoted text that is split at blanks, save escaped ones.
func (e *expansion) splitText(s string) {
	for s != "" {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			i = len(s)
		}
		e.value(Text(s[:i]), false)
		if s = s[i:]; s != "" {
			e.literal(s[1:2], true)
			s = s[2:]
		}
	}
}

// substitution reads the commands of $( ) or backquotes.
func (e *expansion) substitution(c *syntax.CmdSubst, quoted bool) {
	from := e.w.substituted(c.Stmts, nil)
	if text, ok := output(from, e.w.options.Lang); ok && isCall(c.Stmts) && !c.TempFile && !c.ReplyVar && e.w.spend(len(text)) {
		e.value(Text(text), quoted)
		return
	}
	e.unknown(Part{Text: cut(e.w.text(c)), Empty: true, From: from}, quoted)
}

// isCall tells whether statements are one simple command that runs for certain.
func isCall(list []*syntax.Stmt) bool {
	if len(list) != 1 || list[0].Background || list[0].Coprocess || list[0].Disown {
		return false
	}
	_, ok := list[0].Cmd.(*syntax.CallExpr)
	return ok
}

// process reads the commands of a process substitution. Those of >( ) read
// what the command around it writes.
func (e *expansion) process(p *syntax.ProcSubst) {
	var in *Stdin
	if p.Op == syntax.CmdOut {
		in = &Stdin{Kind: FromPipe}
		if e.command != nil {
			in.From = []*Command{e.command}
		}
	}
	from := e.w.substituted(p.Stmts, in)
	e.unknown(Part{Text: cut(e.w.text(p)), From: from, File: true}, true)
}

// substituted reads the statements of a substitution in a subshell, and
// returns the commands whose output is its own.
func (w *walker) substituted(list []*syntax.Stmt, in *Stdin) []*Command {
	outer := w.scope
	w.scope.level++
	w.scope.redirects = nil
	start := len(w.commands)
	w.apart(func() {
		if in != nil {
			w.state.stdin = *in
		}
		w.stmts(list)
	})
	from := w.writers(start)
	w.scope = outer
	return from
}

// output is what commands are certain to print, less the newlines at its end:
// one echo or printf of constants, or cat of a here-document.
func output(from []*Command, lang Lang) (string, bool) {
	if len(from) != 1 || len(from[0].Redirects) > 1 || len(from[0].Assigns) > 0 || from[0].Shadowed {
		return "", false
	}
	c := from[0]
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		text, ok := a.Text()
		if !ok {
			return "", false
		}
		args[i] = text
	}
	if len(args) == 1 && args[0] == "cat" && c.Stdin.Kind == FromText && len(c.Redirects) == 1 {
		text, ok := c.Stdin.Word.Text()
		return strings.TrimRight(text, "\n"), ok
	}
	if len(args) < 2 || len(c.Redirects) > 0 {
		return "", false
	}
	text := strings.Join(args[1:], " ")
	switch {
	case args[0] == "echo" && !strings.HasPrefix(args[1], "-") && (lang == Bash || strings.IndexByte(text, '\\') < 0):
	case args[0] == "printf" && len(args) == 2 && !strings.HasPrefix(text, "-") && !strings.ContainsAny(text, "%\\"):
	case args[0] == "printf" && len(args) == 3 && (args[1] == "%s" || args[1] == `%s\n`):
		text = args[2]
	default:
		return "", false
	}
	return strings.TrimRight(text, "\n"), true
}
