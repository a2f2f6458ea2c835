package flow

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// Taint is a path that something from the network comes to.
type Taint struct {
	Source Source // Download, of a file; Archive or Clone, of a directory
	Path   string // absolute and clean; links in it are not followed
}

// Earlier knows what came from the network before the request.
type Earlier struct {
	// At says what came to a path, absolute, [Anywhere] for nothing, and whether somebody has
	// looked at it since.
	At func(name string) (s Source, read bool)

	// Names are all paths to which something came.
	Names func() []string
}

// broughtBefore returns the place of what came to a path before the request, if it came from
// that source.
func (g *Graph) broughtBefore(s Source, name string) (at int, there bool) {
	if !strings.HasPrefix(name, "/") {
		return 0, false
	}
	switch came, read := g.earlier.At(name); {
	case came != s:
		return 0, false
	case read:
		return beforeRead, true
	}
	return before, true
}

// printers are the programs that show what a file holds.
const printers = "cat bat less more most view vim vi nano nl sed head tail xxd hexdump od strings"

// Shown returns the files from before the request that it shows to whoever asks: their
// content, on standard output.
func (g *Graph) Shown() (names []string) {
	if g.earlier == nil {
		return nil
	}
	for v := range grammar.All(g.invs) {
		if !wordlist.Among(v.Name, printers) || len(v.Command.Redirects) > 0 {
			continue
		}
		for i := range v.Effects {
			e := &v.Effects[i]
			name, known := g.path(v, e.Word)
			if e.Kind != grammar.Reads || !known {
				continue
			}
			if _, there := g.broughtBefore(Download, path.Clean(name)); there {
				names = append(names, path.Clean(name))
			}
		}
	}
	return names
}

// Taints returns what the request would bring from the network, by path: for those who judge
// the next one.
func (g *Graph) Taints() []Taint {
	var all []Taint
	for source, names := range g.tainted {
		for name := range names {
			if strings.HasPrefix(name, "/") && !strings.Contains(name, "\x00") {
				all = append(all, Taint{source, path.Clean(name)})
			}
		}
	}
	slices.SortFunc(all, func(a, b Taint) int { return strings.Compare(a.Path, b.Path) })
	return slices.Compact(all)
}

// CameBefore reports whether what an effect is on was brought there before the request.
func (g *Graph) CameBefore(s Source, v *grammar.Invocation, e *grammar.Effect) bool {
	switch {
	case g.earlier == nil:
		return false
	case s != Download:
		return g.isBelow(s, v, e) == parser.Maybe
	}
	at, there := g.markedWord(Download, v, e.Word)
	return there && at < 0
}
