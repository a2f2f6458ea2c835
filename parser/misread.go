package parser

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// overruns reports whether the text of a here-document contains the line that ends it. A shell finds that line first
// and then reads the text; mvdan.cc/sh reads on behind it while an expansion or a quote in it is open, and takes the
// commands there for text.
func (u *unit) overruns(r *syntax.Redirect) bool {
	if r.Op == syntax.WordHdoc || len(r.Hdoc.Parts) == 0 || literalDelimiter(r.Word) {
		return false
	}
	from, to := u.lines.InSource(reader.Offset(r.Hdoc.Pos())), u.lines.InSource(reader.Offset(r.Hdoc.End()))
	text, end := u.source.Text, r.Word.Lit()
	if from > to || to > len(text) {
		return true
	}
	for body := text[from:to]; strings.Contains(body, end); { // nearly every one ends here
		line, rest, more := strings.Cut(body, "\n")
		if r.Op == syntax.DashHdoc {
			line = strings.TrimLeft(line, "\t")
		}
		if more && line == end { // the last line may be the end itself
			return true
		}
		body = rest
	}
	return false
}

// endsAt checks that arithmetic has its closing signs where mvdan.cc/sh says that it ends. In its zsh, a dot ends
// the arithmetic in ${x:-$((a ./b); c)}, and the commands behind it are text.
func (e *effects) endsAt(right syntax.Pos, end string) {
	text, at := e.unit.source.Text, e.unit.lines.InSource(reader.Offset(right))
	const most = len(")\\\n)")
	if at > len(text) || !strings.HasPrefix(strings.ReplaceAll(text[at:min(len(text), at+most)], "\\\n", ""), end) {
		e.misread = e.unit.misreadAt(right, "arithmetic goes on behind its end")
	}
}

// misreadAt returns the error for a source that mvdan.cc/sh reads as no shell does.
func (u *unit) misreadAt(p syntax.Pos, message string) error {
	at := reader.Offset(p)
	return &tree.SyntaxError{Span: u.lines.SpanRead(at, at), Message: message}
}
