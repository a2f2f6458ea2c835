package parser

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// substitution reads the commands of $( ) or backquotes.
func (e *expansion) substitution(c *syntax.CmdSubst, quoted bool) {
	from := e.w.substituted(c, c.Stmts, nil)
	if isCall(c.Stmts) && !c.TempFile && !c.ReplyVar {
		if text, ok := e.w.output(from); ok && e.w.spend(len(text)) {
			e.value(Text(text), quoted)
			return
		}
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
	from := e.w.substituted(p, p.Stmts, in)
	e.unknown(Part{Text: cut(e.w.text(p)), From: from, File: true}, true)
}

// substituted reads the statements of a substitution in a subshell, and
// returns the commands whose output is its own.
func (w *walker) substituted(n syntax.Node, list []*syntax.Stmt, in *Stdin) []*Command {
	if w.choices.again() {
		return w.outputs[n]
	}
	outer, choices := w.scope, w.choices
	w.choices = nil
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
	w.scope, w.choices = outer, choices
	w.outputs[n] = from
	return from
}

// output is what commands are certain to print, less the newlines at its end:
// one echo or printf of constants, pwd, or cat of a here-document.
func (w *walker) output(from []*Command) (string, bool) {
	lang := w.options.Lang
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
	if len(args) == 1 && args[0] == "pwd" && len(c.Redirects) == 0 {
		return w.absolute(c.Dir, "PWD").Text()
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
