package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/output"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// substitution reads the commands of $( ) or backquotes.
func (e *expansion) substitution(c *syntax.CmdSubst, quoted bool) {
	from := e.w.substituted(c, c.Stmts, nil)
	part := tree.Part{Text: tree.Shorten(e.w.text(c)), Empty: true, From: from}
	if e.w.options.Origins {
		defer e.under(tree.Origin{Kind: tree.Output, Text: part.Text, Span: e.w.lines.SpanOf(c), From: from})()
	}
	if len(from) == 1 && isOneCall(c.Stmts) {
		if one, always := output.OneWord(from[0]); one {
			part.OneWord, part.Empty = true, !always
		}
	}
	if len(c.Stmts) == 0 && !c.TempFile && !c.ReplyVar {
		e.known(tree.Text(""), part, quoted)
		return
	}
	if endsInCall(c.Stmts) && !c.TempFile && !c.ReplyVar {
		if text, ok := e.w.output(from); ok && !e.splitsAlone(text, quoted) {
			e.known(tree.Text(text), part, quoted)
			return
		}
		if or := e.w.lookedUp(from); or != nil {
			e.oneOf(c, or, part, quoted)
			return
		}
	}
	rest, ends := part, ""
	if rest.Split = e.Split && !quoted; rest.Split {
		ends = tree.BlankIFS
	}
	or := output.PossibleWords(e.w.options.Prints.Last(from).WithoutEnd(), rest, ends)
	texts := e.w.possibleOutputsOf(c, from)
	if len(texts) == 0 {
		texts = e.w.environmentOutput(from)
	}
	switch {
	case len(texts) > 0:
		e.possibleOutput(c, or, texts, part, quoted)
	case or != nil:
		e.oneOf(c, or, part, quoted)
	default:
		e.Unknown(part, quoted)
	}
}

// possibleOutput adds one of some names that a substitution prints, one of its possible texts, or
// anything else.
func (e *expansion) possibleOutput(c *syntax.CmdSubst, names, texts []tree.Word, part tree.Part, quoted bool) {
	if len(names) > 0 {
		names = names[1:] // without the rest
	}
	e.possible(c, append(slices.Clip(names), texts...), part, quoted, func(chosen tree.Word) {
		if tree.Contains(texts, chosen) {
			e.Value(chosen, quoted)
			return
		}
		e.Value(chosen, true)
		e.Open = quoted || len(chosen.Parts) > 0
	})
}

// isOneCall reports whether statements are one simple command, and no pipeline.
func isOneCall(list []*syntax.Stmt) bool {
	if len(list) != 1 || list[0].Negated || list[0].Background || list[0].Coprocess || list[0].Disown {
		return false
	}
	_, simple := list[0].Cmd.(*syntax.CallExpr)
	return simple
}

// isCall reports whether statements are one simple command that surely runs, possibly as the
// end of a pipeline.
func isCall(list []*syntax.Stmt) bool {
	if len(list) != 1 || list[0].Background || list[0].Coprocess || list[0].Disown {
		return false
	}
	if b, ok := list[0].Cmd.(*syntax.BinaryCmd); ok && isPipe(b.Op) && len(list[0].Redirs) == 0 {
		return isCall([]*syntax.Stmt{b.Y})
	}
	_, ok := list[0].Cmd.(*syntax.CallExpr)
	return ok
}

// endsInCall reports whether statements are a few simple commands in sequence or joined by &&.
// If the commands before the last print nothing, the output is the last one's; if one of them
// fails, the output is shorter, but never different.
func endsInCall(list []*syntax.Stmt) bool {
	if len(list) == 0 || !slices.ContainsFunc(list[len(list)-1:], func(s *syntax.Stmt) bool { return isCall([]*syntax.Stmt{s}) || isAndCall(s) }) {
		return false
	}
	for _, s := range list[:len(list)-1] {
		if !isCall([]*syntax.Stmt{s}) && !isAndCall(s) {
			return false
		}
	}
	return true
}

// isAndCall reports whether a statement consists of simple commands joined by &&.
func isAndCall(s *syntax.Stmt) bool {
	b, ok := s.Cmd.(*syntax.BinaryCmd)
	return ok && b.Op == syntax.AndStmt && !s.Background && !s.Coprocess && !s.Disown && len(s.Redirs) == 0 && endsInCall([]*syntax.Stmt{b.X, b.Y})
}

// process reads the commands of a process substitution. Those in >( ) read what the surrounding
// command writes.
func (e *expansion) process(p *syntax.ProcSubst) {
	var in *tree.Stdin
	if s := e.w.state.stdin.Shared; s != nil {
		s.Closed, s.Touched = true, true // it runs concurrently with the following commands
	}
	if p.Op == syntax.CmdOut {
		in = &tree.Stdin{Kind: tree.FromPipe}
		if e.command != nil && !onlyRedirects(e.command) {
			in.From = []*tree.Command{e.command}
		}
	}
	start := len(e.w.commands)
	from := e.w.substituted(p, p.Stmts, in)
	if e.w.options.Origins {
		defer e.under(tree.Origin{Kind: tree.Output, Text: tree.Shorten(e.w.text(p)), Span: e.w.lines.SpanOf(p), From: from})()
	}
	part := tree.Part{Text: tree.Shorten(e.w.text(p)), From: from, File: true}
	if e.command != nil && in != nil && in.From == nil {
		e.w.openPipe(part.Text, e.w.commands[start:])
	}
	if p.Op == syntax.CmdIn && endsInCall(p.Stmts) {
		if text, ok := e.w.wholeOutput(from); ok {
			part.Values = &tree.Values{Content: &text}
		}
	}
	e.Unknown(part, true)
}

// substituted reads the statements of a substitution in a subshell, and returns the commands
// that write to its output.
func (w *walker) substituted(n syntax.Node, list []*syntax.Stmt, in *tree.Stdin) []*tree.Command {
	if w.choices.IsRepeated() {
		return w.outputs[n]
	}
	w.weigh(3, w.lines.SpanOf(n))
	outer, choosing := w.scope, w.choices
	w.choices = expand.Choices{}
	w.scope.level++
	w.scope.redirects, w.scope.piped = nil, false
	start := len(w.commands)
	w.inSubshellWithFiles(func() {
		w.state.outputFiles = w.state.outputFiles.Without("1")
		if in != nil {
			w.state.stdin = *in
		}
		w.stmts(list)
	})
	from := w.writers(start)
	w.inSubshell(func() { w.bashReprint(n, list) })
	w.scope, w.choices = outer, choosing
	if w.outputs == nil {
		w.outputs = map[syntax.Node][]*tree.Command{}
	}
	w.outputs[n] = from
	return from
}

// output returns the certain output of commands as a substitution gives it: without the newlines at
// its end. Shells drop a NUL, except for zsh and mksh.
func (w *walker) output(from []*tree.Command) (string, bool) {
	text, ok := w.wholeOutput(from)
	if strings.IndexByte(text, 0) >= 0 {
		text, ok = strings.ReplaceAll(text, "\x00", ""), ok && w.options.Lang != reader.Zsh && w.options.Lang != reader.Mksh
	}
	return strings.TrimRight(text, "\n"), ok
}

// wholeOutput returns the certain output of commands. The last command writes it; the others are its
// input.
func (w *walker) wholeOutput(from []*tree.Command) (string, bool) {
	if len(from) == 0 {
		return "", false
	}
	last := from[len(from)-1]
	if n := len(from); n > 1 && from[n-2].Span == last.Span {
		return "", false // one of several
	}
	if !w.isOnlyWriter(from) {
		return "", false
	}
	return w.outputText(last)
}
