package parser

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// alias follows the definition of aliases. It reads the text of each one once where it is
// defined, for any later use. It does not follow whether the shell expands aliases at all.
func (w *walker) alias(c *tree.Command, words []tree.Word) {
	global := false // zsh's aliases of words anywhere
	for _, x := range words {
		name, _, found := strings.Cut(x.Prefix(), "=")
		if !found {
			global = global || strings.HasPrefix(name, "-") && strings.Contains(name, "g")
			continue
		}
		if w.aliases == nil {
			w.aliases, w.expanding = map[string]string{}, map[string]bool{}
		}
		w.effects.name(name)
		text, known := x.Tail(len(name) + 1).Text()
		if !known {
			delete(w.aliases, name)
			w.listUnreadable(c, x.Tail(len(name)+1))
			continue
		}
		if global && !w.evaluateLater(c, ": "+text) {
			w.listUnreadable(c, tree.Text(text))
		}
		w.aliases[name] = text
		w.evaluateLater(c, text)
	}
}

// aliased follows a command whose first word is an alias: the alias's text replaces the
// word. The command is also listed as written.
func (w *walker) aliased(c *tree.Command, call *syntax.CallExpr, before *state) {
	name := unquoted(call.Args, 0)
	if _, ok := w.aliases[name]; !ok || w.expanding[name] {
		return
	}
	text := w.aliases[name]
	end := w.lines.InSource(reader.Offset(call.Args[0].End()))
	if next := unquoted(call.Args, 1); strings.HasSuffix(text, " ") && w.aliases[next] != "" {
		text += w.aliases[next]
		end = w.lines.InSource(reader.Offset(call.Args[1].End()))
	}
	text += w.source.Text[min(end, c.Span.End):max(end, w.textEnd(c, call))]
	after := w.state
	w.state = before
	w.expanding[name] = true
	if !w.evaluate(c, text) {
		w.listUnreadable(c, tree.Text(text))
	}
	delete(w.expanding, name)
	w.state = w.join(after, w.state)
}

// textEnd is the offset at which the text after an alias ends. It includes redirections,
// but no here-documents, whose text comes later in the source.
func (w *walker) textEnd(c *tree.Command, call *syntax.CallExpr) int {
	for _, r := range c.Redirects {
		if r.Op == "<<" || r.Op == "<<-" {
			return w.lines.InSource(reader.Offset(call.Args[len(call.Args)-1].End()))
		}
	}
	return c.Span.End
}

// unquoted returns the text of a word without quotes or expansions, or "".
func unquoted(words []*syntax.Word, i int) string {
	if i >= len(words) {
		return ""
	}
	text, ok := expand.Simple(words[i])
	if !ok {
		return ""
	}
	return text
}
