package flow

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// Taint is a path that data from the network was written to.
type Taint struct {
	Source Source // Download, of a file; Archive or Clone, of a directory
	Path   string // absolute and clean; links in it are not followed
}

// Earlier knows the taint from before the request.
type Earlier struct {
	// At returns the source of the data at an absolute path, [Anywhere] for none, and whether
	// somebody has looked at it since.
	At func(name string) (s Source, read bool)

	// Names returns all tainted paths.
	Names func() []string
}

// broughtBefore returns the place for a path that was tainted before the request by a source.
func (g *Graph) broughtBefore(s Source, name string) (at int, there bool) {
	if !strings.HasPrefix(name, "/") {
		return 0, false
	}
	switch came, read := g.machine.Earlier.At(name); {
	case came != s:
		return 0, false
	case read:
		return beforeRead, true
	}
	return before, true
}

// printers are the programs that show the content of a file.
const printers = "cat bat less more most view vim vi nano nl sed head tail xxd hexdump od strings"

// PrintedFiles returns the files from before the request whose content the request prints on standard output.
func (g *Graph) PrintedFiles() (names []string) {
	if g.machine.Earlier == nil {
		return nil
	}
	for v := range grammar.All(g.invs) {
		if !wordlist.Among(v.Name, printers) || len(v.Command.Redirects) > 0 || g.isSummed(v.Command) {
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

// summers are programs that print less than anybody could judge a text by.
const summers = "wc sum cksum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum b3sum shasum md5 true"

// isSummed reports whether nobody sees what a command prints, but what such a program makes of it.
func (g *Graph) isSummed(c *parser.Command) bool {
	for v := range grammar.All(g.invs) {
		if v.Command != c && (readsOutput(v.Command, c) && wordlist.Among(v.Name, summers) || assigns(v.Command, c)) {
			return true
		}
	}
	return false
}

// Taints returns the paths that the request would taint, for the judgement of the next one.
func (g *Graph) Taints() []Taint {
	var all []Taint
	for source, names := range g.tainted {
		for name := range names {
			if strings.HasPrefix(name, "/") && !strings.Contains(name, "\x00") {
				all = append(all, Taint{source, path.Clean(name)})
			}
		}
	}
	slices.SortFunc(all, func(a, b Taint) int { return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Source, b.Source)) })
	return slices.Compact(all)
}

// CameBefore reports whether the target of an effect was tainted before the request.
func (g *Graph) CameBefore(s Source, v *grammar.Invocation, e *grammar.Effect) bool {
	switch {
	case g.machine.Earlier == nil:
		return false
	case s != Download:
		return g.isBelow(s, v, e) == parser.Maybe
	}
	at, there := g.markedWord(Download, v, e.Word)
	return there && at < 0
}
