package flow

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// RestoresCommitted reports whether an invocation writes to a file what git prints of the same file,
// or unpacks into a repository an archive that git makes of it: what is not committed there is lost.
func (g *Graph) RestoresCommitted(v *grammar.Invocation) bool {
	files := v.Command.Output()
	for _, e := range v.Effects {
		if e.Kind&grammar.Writes != 0 && !e.Amends {
			files = append(slices.Clip(files), e.Word)
		}
	}
	if len(files) == 0 {
		return false // nearly always
	}
	for _, u := range g.printers(v) {
		if u.Name == "git" && spec.MatchSub("show cat-file archive", u.Sub) && slices.ContainsFunc(files, func(file parser.Word) bool {
			to, known := g.path(v, file)
			return known && g.printsOf(u, path.Clean(to))
		}) {
			return true
		}
	}
	return false
}

// maxPrinters bounds the commands whose output is followed to one that writes it.
const maxPrinters = 16

// printers returns the invocations whose output an invocation may write: itself, what it runs in its
// own place, as env and nice do, and those that write its input or the text of one of its words,
// directly or through others.
func (g *Graph) printers(v *grammar.Invocation) []*grammar.Invocation {
	all := []*grammar.Invocation{v}
	for i := 0; i < len(all) && len(all) < maxPrinters; i++ {
		for _, n := range all[i].Nested {
			if n.Command.Source == all[i].Command.Source && n.Command.Span == all[i].Command.Span {
				all = append(all, n)
			}
		}
		for _, c := range feeders(all[i].Command) {
			if u := g.invocation(c); u != nil && !slices.Contains(all, u) {
				all = append(all, u)
			}
		}
	}
	return all
}

// feeders returns the commands that write a command's input or the text of its words.
func feeders(c *parser.Command) []*parser.Command {
	from := slices.Clone(c.Stdin.From)
	if c.Stdin.Kind == parser.FromFile {
		from = append(from, c.Stdin.Word.From()...)
	}
	for _, w := range c.Args {
		from = append(from, w.From()...)
	}
	return from
}

// printsOf reports whether a git command prints the committed content of a path: of a file, or as an
// archive of the directory. A path in a commit is relative to the top of the repository, which is the
// start directory or one above.
func (g *Graph) printsOf(u *grammar.Invocation, at string) bool {
	if dir := path.Clean(g.absolute(u, ".")); u.Sub == "archive" {
		return at == dir
	}
	for i := range u.Effects {
		name, known := u.Effects[i].Word.Text()
		if u.Effects[i].Kind != grammar.Reads || !known || strings.HasPrefix(name, "/") {
			continue
		}
		for dir := path.Clean(g.absolute(u, ".")); ; dir = path.Dir(dir) {
			if at == path.Join(dir, name) {
				return true
			}
			if dir == "." || path.Dir(dir) == "/" || dir == "/" {
				break
			}
		}
	}
	return false
}
