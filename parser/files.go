package parser

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
)

// pathOf returns a file's path relative to the directory in which the source starts.
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

// belowStartDir returns the path after an unknown $PWD, which is the start directory whatever
// its name is.
func belowStartDir(name tree.Word) (string, bool) {
	if len(name.Parts) != 2 || name.Parts[0].Kind != tree.Unknown || name.Parts[0].Text != "$PWD" || name.Parts[1].Kind != tree.Literal {
		return "", false
	}
	return strings.CutPrefix(name.Parts[1].Text, "/")
}

// heldByInput returns the text of a file that is read, if the source surely wrote it.
func (w *walker) heldByInput(in tree.Stdin) (string, bool) {
	if in.Kind != tree.FromFile {
		return "", false
	}
	return w.fileText(&tree.Command{Dir: w.state.at.dir, Files: w.state.files}, in.Word)
}

// fileText returns the text that a file surely holds when a command runs.
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
