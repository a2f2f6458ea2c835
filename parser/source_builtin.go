package parser

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/output"
	"github.com/agent-loop/shimgen/parser/tree"
)

// sourceFile follows a source builtin that reads known text: a file that the source wrote, a
// process substitution, or standard input.
func (w *walker) sourceFile(c *tree.Command, words []tree.Word) bool {
	if len(words) > 0 && words[0].Is("--") == tree.Yes {
		words = words[1:]
	}
	if len(words) == 0 {
		return false
	}
	text, known := w.sourceText(c, words[0])
	if !known {
		return false
	}
	args, returned, ended := w.state.args, w.returned, w.state.ended
	w.returned = nil
	if len(words) > 1 {
		w.state.args = arguments(&tree.Command{Args: words})
	}
	known = w.evalIn(c, text, nil)
	w.state = w.join(w.returned, w.state).clone()
	w.returned, w.state.ended = returned, ended
	if len(words) > 1 {
		w.state.args = args
	}
	if known {
		for _, inner := range c.Evaluated.Commands {
			if s := inner.Source; s != nil && s.Outer == c && s.Text == text {
				s.Name = words[0].String()
			}
		}
		c.Evaluated.Source.Name = words[0].String()
	}
	return known
}

// sourceText returns the text that a source builtin reads.
func (w *walker) sourceText(c *tree.Command, name tree.Word) (string, bool) {
	if text, ok := w.fileText(c, name); ok {
		return text, true
	}
	if len(name.Parts) == 1 && name.Parts[0].File {
		if text, ok := output.HeldBy(name); ok {
			return text, strings.IndexByte(text, 0) < 0
		}
		text, ok := w.wholeOutput(name.Parts[0].From)
		return text, ok && strings.IndexByte(text, 0) < 0
	}
	if tree.IsStdinPath(name) {
		if x := output.PassedOn(c); len(x.Texts) == 1 {
			return x.Texts[0].Text()
		}
	}
	return "", false
}
