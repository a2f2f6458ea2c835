package flow

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// renamers are the programs that give a file a second or a new name.
const renamers = "ln link mv cp rsync mount bindfs"

// The bounds on the names of one file.
const (
	maxNames = 32
	maxHops  = 40 // links that one name may pass, as in Linux (path_resolution(7))
)

// aliases are the alternative names of paths: by links that exist before anything runs, and by
// what the commands themselves link, move and copy. The order of commands does not matter.
type aliases struct {
	made   map[string][]string // the targets of a name
	files  Files
	looked map[string][]string // cached results of same
}

// newAliases collects the aliases that commands create.
func newAliases(g *Graph, files Files) aliases {
	a := aliases{made: map[string][]string{}, files: files, looked: map[string][]string{}}
	for v := range grammar.All(g.invs) {
		if !wordlist.Among(v.Name, renamers) || v.Name == "cp" && v.Has("-r -R -a -l -s --recursive --archive --link --symbolic-link") == parser.No {
			continue
		}
		sources, to := renamed(v)
		into, known := to.Text()
		if at := g.absolute(v, into); known && into != "" {
			for _, from := range sources {
				a.add(v, g, from, at)
			}
		}
	}
	return a
}

// renamed returns the files that get another name, and the destination: the directory of an
// option, the last operand, or the command's directory.
func renamed(v *grammar.Invocation) (sources []parser.Word, to parser.Word) {
	for _, op := range v.Operands {
		sources = append(sources, op.Word)
	}
	if dir, given := v.Value("-t --target-directory"); given != parser.No && v.Name != "mount" {
		return sources, dir
	}
	n := len(sources) - 1
	if n < 1 {
		return sources, parser.Text(".")
	}
	return sources[:n], sources[n]
}

// add records that a path is an alias of a source or, if the path is a directory, that the entry
// with the source's name in it is. It ignores a source that contains the start directory.
func (a *aliases) add(v *grammar.Invocation, g *Graph, from parser.Word, at string) {
	text, known := from.Text()
	if !known || text == "" {
		return
	}
	real := g.absolute(v, text)
	if symbolic := v.Name == "ln" && v.Has("-s --symbolic") != parser.No && v.Has("-r --relative") == parser.No; symbolic && !strings.HasPrefix(text, "/") {
		real = "" // relative to the link
	}
	for _, name := range [...]string{at, at + "/" + path.Base(text)} {
		name = path.Clean(name)
		target := real
		if target == "" {
			target = path.Dir(name) + "/" + text
		}
		if name != "." && name != ".." && name != path.Clean(target) && !g.holdsStart(name) {
			if !slices.Contains(a.made[name], target) {
				a.made[name] = append(a.made[name], target)
			}
		}
	}
}

// holdsStart reports whether a directory contains the request's start directory.
func (g *Graph) holdsStart(dir string) bool {
	return dir == "/" || g.start == dir || strings.HasPrefix(g.start, dir+"/")
}

// same returns all names of the file that a path leads to, its own first.
func (a *aliases) same(name string) []string {
	if names, done := a.looked[name]; done {
		return names
	}
	var names []string
	a.walk("", name, 0, &names)
	a.looked[name] = names
	return names
}

// sameFile reports whether two paths may lead to one file.
func (g *Graph) sameFile(one, other string) bool {
	if g.aliases.looked == nil { // nothing came from the network, and no names were looked for
		return path.Clean(one) == path.Clean(other)
	}
	return slices.ContainsFunc(g.aliases.same(one), func(name string) bool { return slices.Contains(g.aliases.same(other), name) })
}

// walk follows a path component by component, through each alias of each prefix.
func (a *aliases) walk(done, todo string, hops int, names *[]string) {
	if done == "" && strings.HasPrefix(todo, "/") {
		done = "/"
	}
	for todo != "" {
		var part string
		part, todo, _ = strings.Cut(todo, "/")
		if done = path.Join(done, part); part == "" || part == "." || part == ".." || hops == maxHops || len(*names) >= maxNames {
			continue
		}
		for _, target := range a.targets(done) {
			dir := path.Dir(done)
			if strings.HasPrefix(target, "/") || dir == "." {
				dir = ""
			}
			a.walk(dir, target+"/"+todo, hops+1, names)
		}
	}
	if !slices.Contains(*names, done) {
		*names = append(*names, done)
	}
}

// targets returns where a path leads in one step.
func (a *aliases) targets(name string) []string {
	targets := a.made[name]
	if a.files != nil && strings.HasPrefix(name, "/") {
		if target, there := a.files.Link(name); there {
			targets = append(targets[:len(targets):len(targets)], target)
		}
	}
	return targets
}
