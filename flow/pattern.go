package flow

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
)

// anyDepth represents any number of directories in a pattern.
const anyDepth = "\x01"

// markedWord is markedAt for the paths of a word: one path, or those that its pattern matches or
// a search finds.
func (g *Graph) markedWord(as Source, v *grammar.Invocation, w parser.Word) (at int, there bool) {
	if name, known := g.path(v, w); known {
		return g.markedAt(as, name, v)
	}
	pattern, ok := g.pattern(v, w)
	if !ok {
		return 0, false
	}
	for name, at := range g.tainted[as] {
		if at < g.order[v] && fits(pattern, split(name)) {
			return 0, true // which of several is not asked
		}
	}
	if as == Download {
		if at, there := g.markedByPattern("/"+strings.Join(pattern, "/"), g.order[v]); there {
			return at, true
		}
	}
	if g.machine.Earlier == nil {
		return 0, false
	}
	best, found := 0, false
	for _, name := range g.machine.Earlier.Names() {
		if at, there := g.broughtBefore(as, name); there && fits(pattern, split(name)) && (!found || at == before) {
			best, found = at, true // one that nobody has looked at comes first
		}
	}
	return best, found
}

// pattern returns the pattern of a word, or that of a search's results, split into components. It
// returns false for other words, and for a search that selects by more than a name.
func (g *Graph) pattern(v *grammar.Invocation, w parser.Word) (parts []string, ok bool) {
	var text strings.Builder
	for _, p := range w.Parts {
		switch {
		case p.Kind == parser.Literal:
			text.WriteString(escaped(p.Text))
		case p.Kind == parser.Glob:
			text.WriteString(p.Text)
		case p.Text == grammar.Whatever || p.Text == grammar.OfAKind || p.Text == grammar.ByName:
			text.WriteString(anyDepth)
		default:
			return nil, false
		}
	}
	parts = split(g.absolute(v, text.String()))
	last := len(w.Parts) - 1
	if last >= 0 && w.Parts[last].Kind == parser.Unknown && w.Parts[last].Text != grammar.Whatever {
		return nil, false
	}
	return parts, last >= 0 && !w.Known()
}

// escaped returns a pattern of [path.Match] for exactly one text.
func escaped(text string) string {
	var b strings.Builder
	for i := range len(text) {
		if strings.IndexByte(`\*?[`, text[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// split returns the components of a path, without empty ones and ".".
func split(name string) []string {
	return slices.DeleteFunc(strings.Split(name, "/"), func(part string) bool { return part == "" || part == "." })
}

// fits reports whether a pattern matches a path as in a shell: a star matches no hidden name.
func fits(pattern, name []string) bool {
	if len(pattern) == 0 {
		return len(name) == 0
	}
	if pattern[0] == anyDepth {
		for i := range len(name) + 1 {
			if fits(pattern[1:], name[i:]) {
				return true
			}
		}
		return false
	}
	if len(name) == 0 || strings.HasPrefix(name[0], ".") && !strings.HasPrefix(pattern[0], ".") {
		return false
	}
	matched, err := path.Match(pattern[0], name[0])
	return err == nil && matched && fits(pattern[1:], name[1:])
}
