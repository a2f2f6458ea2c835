package parser

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// documentSpan returns the offsets in the source at which the text of a here-document begins and ends, and the end of the
// line after it, which is the delimiter. A shell finds that line first, whatever is in the text.
func (u *unit) documentSpan(r *syntax.Redirect) (from, to, end int) {
	from = u.lines.InSource(reader.Offset(r.Hdoc.Pos()))
	delimiter := u.delimiter(r.Word)
	for at := from; at < len(u.source.Text); {
		line, _, more := strings.Cut(u.source.Text[at:], "\n")
		end = at + len(line)
		if r.Op == syntax.DashHdoc {
			line = strings.TrimLeft(line, "\t")
		}
		if line == delimiter {
			return from, at, end
		}
		if at = end; more {
			at++
		}
	}
	return from, len(u.source.Text), len(u.source.Text)
}

// delimiter returns the line that ends a here-document, which is its word without the quotes.
func (u *unit) delimiter(x *syntax.Word) string {
	if text, known := expand.Plain(x).Text(); known {
		return text
	}
	span := u.lines.SpanOf(x)
	return u.source.Text[span.Offset:span.End]
}

// overruns reports whether mvdan.cc/sh reads a here-document on behind the line that ends it, as it does while an
// expansion or a quote in the text is open. It takes the commands there for text.
func (u *unit) overruns(r *syntax.Redirect) bool {
	if r.Op == syntax.WordHdoc || len(r.Hdoc.Parts) == 0 {
		return false
	}
	read := u.lines.InSource(reader.Offset(r.Hdoc.End()))
	delimiter := u.delimiter(r.Word)
	if from := u.lines.InSource(reader.Offset(r.Hdoc.Pos())); from <= read && read <= len(u.source.Text) && !strings.Contains(u.source.Text[from:read], delimiter) {
		return false // nearly every one
	}
	_, _, end := u.documentSpan(r)
	return read > end // at the end of a source, mvdan.cc/sh counts the delimiter in
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
