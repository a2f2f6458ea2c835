package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// lands reports whether the command creates files that no word names.
func (r *reader) lands() parser.Truth {
	l := r.syntax.Lands
	if l == nil || l.WithTarget > 0 && len(r.operands) >= l.WithTarget {
		return parser.No
	}
	return r.given(l.With).And(r.given(l.Not).Not())
}

// into resolves a path from the directory that a Destination's option names.
func (r *reader) into(path parser.Word) parser.Word {
	for i := len(r.inv.Options) - 1; i >= 0; i-- {
		if g := &r.inv.Options[i]; g.Is(r.syntax.Lands.Into) != parser.No {
			return join(g.Value, path)
		}
	}
	return path
}

// landed returns the value of an option, resolved from the directory of a Destination if it belongs
// there.
func (r *reader) landed(g *OptionUse) parser.Word {
	l := r.syntax.Lands
	if l == nil || l.Also == "" || g.Is(l.Also) == parser.No || g.Value.Is("-") == parser.Yes {
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

// unpack records the tree that an archive unpacks to, or that a diff or a commit changes.
func (r *reader) unpack() {
	t := r.lands()
	if t == parser.No || !r.syntax.Lands.Tree {
		return
	}
	n := len(r.inv.Effects)
	r.touch(Writes, use{word: parser.Text("."), truth: t})
	for i := range r.inv.Effects[n:] {
		r.inv.Effects[n+i].Amends = r.syntax.Lands.Amends
	}
}

// amended records that a subcommand of catalogue.Amenders writes in the directory.
func (r *reader) amended(words []parser.Word) {
	if !r.inv.Program.mayBeIn(inAmenders) {
		return
	}
	for i := range catalogue.Amenders {
		a := &catalogue.Amenders[i]
		if !wordlist.Among(r.inv.Name, a.Programs) {
			continue
		}
		for _, w := range words {
			if text, known := w.Text(); known && wordlist.Among(text, a.Subs) {
				r.effect(Effect{Kind: Writes, Word: join(r.dir, parser.Text(".")), Amends: true}, parser.Yes)
				return
			}
		}
	}
}

// fileOf returns the file name that a URL is saved as: its last component, or index.html if that is
// empty, as in wget(1).
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
