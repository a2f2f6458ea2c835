package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// lands tells whether files come to be that no word names.
func (r *reader) lands() parser.Truth {
	l := r.syntax.Lands
	if l == nil {
		return parser.No
	}
	return r.given(l.With).And(r.given(l.Not).Not())
}

// into puts a path into the directory that a Landing's option names.
func (r *reader) into(path parser.Word) parser.Word {
	for i := len(r.inv.Options) - 1; i >= 0; i-- {
		if g := &r.inv.Options[i]; g.is(r.syntax.Lands.Into) != parser.No {
			return join(g.Value, path)
		}
	}
	return path
}

// landed is the value of an option, in the directory of a Landing if it lies
// there.
func (r *reader) landed(g *OptionUse) parser.Word {
	l := r.syntax.Lands
	if l == nil || l.Also == "" || g.is(l.Also) == parser.No || g.Value.Is("-") == parser.Yes {
		return g.Value
	}
	return r.into(g.Value)
}

// land records the file that is named after a URL.
func (r *reader) land(u use) {
	if t := r.lands(); t != parser.No && !r.syntax.Lands.Tree {
		r.touch(Writes, use{word: r.into(fileOf(u.word)), truth: u.truth.And(t)})
	}
}

// unpack records the tree that an archive becomes.
func (r *reader) unpack() {
	if t := r.lands(); t != parser.No && r.syntax.Lands.Tree {
		r.touch(Writes, use{word: parser.Text("."), truth: t})
	}
}

// fileOf is the name a URL gives to the file it is saved as: its last
// component, which is index.html where there is none, as wget(1) has it.
func fileOf(url parser.Word) parser.Word {
	text, known := url.Text()
	if !known {
		tail := url.Suffix()
		i := strings.LastIndexByte(tail, '/')
		if i < 0 || i+1 == len(tail) {
			return unknown()
		}
		return parser.Text(tail[i+1:])
	}
	if _, rest, ok := strings.Cut(text, "://"); ok {
		text = rest
	}
	text, _, _ = strings.Cut(text, "#")
	path, _, _ := strings.Cut(text, "?")
	i := strings.LastIndexByte(path, '/')
	if i < 0 || i+1 == len(path) {
		return parser.Text("index.html")
	}
	return parser.Text(path[i+1:])
}
