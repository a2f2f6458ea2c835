package parser

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/output"
	"github.com/agent-loop/shimgen/parser/internal/quote"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// redirects reads redirections. It returns them with the resulting standard input. c is the
// command that the redirections belong to, which writes to the commands in a >( ); it is nil
// for a compound.
func (w *walker) redirects(list []*syntax.Redirect, c *tree.Command) ([]tree.Redirect, tree.Stdin) {
	in := w.state.stdin
	out := make([]tree.Redirect, 0, len(list))
	for _, x := range list {
		if w.err != nil {
			break
		}
		w.weigh(3, w.lines.SpanOf(x.Word))
		r := tree.Redirect{Op: x.Op.String(), Span: w.lines.SpanRead(reader.Offset(x.Pos()), reader.Offset(x.Word.End()))}
		if x.N != nil {
			r.FD = x.N.Value
		}
		r.Target = w.target(x, c)
		if x.Op == syntax.DplOut {
			r = w.toConnection(r, out)
		}
		if len(r.FD) > 2 && r.FD[0] == '{' {
			w.assignUnwritten(r.FD[1:len(r.FD)-1], tree.UnknownWord(r.FD, false), r.Span)
		}
		out = append(out, r)
		if r.FD == "" || r.FD == "0" {
			in = w.stdinOf(x.Op, r.Target, in, out)
		}
	}
	return out, in
}

// toConnection returns a copy of a descriptor for writing as the redirection to the connection that the
// source has opened it on: exec 3<>/dev/tcp/h/1; a >&3.
func (w *walker) toConnection(r tree.Redirect, before []tree.Redirect) tree.Redirect {
	if in, ok := w.opened(r.Target, before); ok && isConnection(in) {
		r.Op, r.Target = ">", tree.Word{Parts: in.Word.Parts, Span: r.Target.Span}
	}
	return r
}

func (w *walker) target(x *syntax.Redirect, c *tree.Command) tree.Word {
	switch x.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		return w.hereDocument(x)
	case syntax.WordHdoc:
		return w.single(x.Word)
	}
	if s, ok := w.simpleText(x.Word); ok {
		return tree.Word{Parts: w.literal(s), Span: w.lines.SpanOf(x.Word)}
	}
	fields := w.fieldsFor(nil, x.Word, c)
	if len(fields) == 1 {
		return fields[0]
	}
	t := tree.UnknownWord(tree.Shorten(w.text(x.Word)), len(fields) == 0)
	t.Span = w.lines.SpanOf(x.Word)
	return t
}

// hereDocument returns the text of a here-document. If any part of the delimiter is quoted, the
// text is literal.
func (w *walker) hereDocument(x *syntax.Redirect) tree.Word {
	if x.Hdoc == nil {
		return tree.Word{Span: w.lines.SpanOf(x.Word)}
	}
	tabs := x.Op == syntax.DashHdoc
	if !literalDelimiter(x.Word) {
		return w.document(x.Hdoc, tabs)
	}
	body := x.Hdoc.Lit()
	if body == "" && len(x.Hdoc.Parts) > 0 { // mvdan.cc/sh expands it if the last part of the delimiter is not quoted
		from, to, _ := w.documentSpan(x)
		body = w.source.Text[from:to]
	}
	text := tree.Text(untab(body, tabs, true))
	if w.placeholders != nil {
		e := w.expansion(nil, false)
		e.Literal(untab(body, tabs, true), true)
		text = tree.Word{Parts: e.one()}
	}
	text.Span = w.lines.SpanOf(x.Hdoc)
	return text
}

// untab removes leading tabs from lines, as <<- does.
func untab(s string, tabs, lineStart bool) string {
	if !tabs {
		return s
	}
	lines := strings.SplitAfter(s, "\n")
	for i := range lines {
		if i > 0 || lineStart {
			lines[i] = strings.TrimLeft(lines[i], "\t")
		}
	}
	return strings.Join(lines, "")
}

func literalDelimiter(w *syntax.Word) bool {
	for _, p := range w.Parts {
		lit, ok := p.(*syntax.Lit)
		if !ok || quote.Unescape(lit.Value, "") != lit.Value {
			return true
		}
	}
	return false
}

// stdinOf returns the standard input after one redirection of it.
func (w *walker) stdinOf(op syntax.RedirOperator, target tree.Word, in tree.Stdin, before []tree.Redirect) tree.Stdin {
	switch op {
	case syntax.RdrIn, syntax.RdrInOut:
		if text, ok := output.HeldBy(target); ok && op == syntax.RdrIn {
			return tree.Stdin{Kind: tree.FromPipe, From: target.From(), Word: tree.Text(text)}
		}
		return tree.Stdin{Kind: tree.FromFile, Word: target, Content: w.fileContent(target)}
	case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		return tree.Stdin{Kind: tree.FromText, Word: target}
	case syntax.DplIn:
		return w.descriptor(target, before, in)
	}
	return in
}

// fileContent returns the partly known content of a file that the source wrote, or nil.
func (w *walker) fileContent(name tree.Word) *tree.Word {
	if w.state.files == nil {
		return nil
	}
	at, ok := w.pathOf(w.state.at.dir, name)
	if x, there := w.state.files.Find(at); ok && there && len(x.Texts) == 1 && !x.Texts[0].Known() {
		return &x.Texts[0]
	}
	return nil
}
