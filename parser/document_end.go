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

// overrunError is the error for a source with such a here-document.
func (u *unit) overrunError(r *syntax.Redirect) error {
	at := reader.Offset(r.Pos())
	return &tree.SyntaxError{Span: u.lines.SpanRead(at, at), Message: "a here-document ends within an expansion or a quote in it"}
}
