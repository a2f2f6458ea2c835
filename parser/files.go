package parser

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
)

// pathOf is the path of a file as seen from where the source starts.
func (w *walker) pathOf(dir, name tree.Word) (string, bool) {
	text, known := name.Text()
	base, sure := dir.Text()
	if rest, ok := belowStartDir(name); ok && base == "" {
		text, known = rest, true
	}
	switch {
	case !known || text == "" || strings.HasSuffix(text, "/"):
		return "", false
	case text[0] == '/':
		return path.Clean(text), true
	case !sure:
		return "", false
	}
	if start, ok := w.start("PWD"); ok && !strings.HasPrefix(base, "/") {
		base = path.Join(start, base)
	}
	return path.Join(base, text), true
}

// belowStartDir is the path after a $PWD that is not known: it is the same
// directory, whatever it is called.
func belowStartDir(name tree.Word) (string, bool) {
	if len(name.Parts) != 2 || name.Parts[0].Kind != tree.Unknown || name.Parts[0].Text != "$PWD" || name.Parts[1].Kind != tree.Literal {
		return "", false
	}
	return strings.CutPrefix(name.Parts[1].Text, "/")
}

// fileText is the text that a file holds for certain when a command runs.
func (w *walker) fileText(c *tree.Command, name tree.Word) (string, bool) {
	at, ok := w.pathOf(c.Dir, name)
	if !ok {
		return "", false
	}
	x, ok := c.Files.Find(at)
	if !ok || x.After || x.Before || x.Other || len(x.Texts) != 1 {
		return "", false
	}
	return x.Texts[0].Text()
}
