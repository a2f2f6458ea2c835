package flow

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/project"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// BuildsBrought reports whether an invocation builds, installs or tests a directory that an earlier command
// of the request cloned or unpacked from the network, so that files of it say what runs.
func (g *Graph) BuildsBrought(v *grammar.Invocation) bool {
	if v.Away || len(v.Command.Args) == 0 || len(g.tainted[Clone])+len(g.tainted[Archive]) == 0 || !runsRecipes(v) {
		return false
	}
	if g.isBrought(v, ".") {
		return true
	}
	for _, w := range v.Command.Args[1:] {
		text, known := w.Text()
		if _, value, joined := strings.Cut(text, "="); joined && strings.HasPrefix(text, "-") {
			text = value
		} else if len(text) > 2 && text[0] == '-' && text[1] != '-' {
			text = text[2:]
		}
		if known && text != "" && text[0] != '-' && g.isBrought(v, text) {
			return true
		}
	}
	return false
}

// lookSubs are subcommands of these programs that only show or order what is there.
const lookSubs = "ls list view info show outdated audit fmt metadata search tree config compose/config ps compose/ps images pull compose/pull help version deps/tree"

// runsRecipes reports whether an invocation is of a program that runs what files of a directory say, or of
// the script with which such a directory is configured.
func runsRecipes(v *grammar.Invocation) bool {
	if v.Sub != "" && spec.MatchSub(lookSubs, v.Sub) {
		return false
	}
	for l := range project.LoadersOf(v.Name) {
		if l.Subs == "" || spec.MatchSub(l.Subs, v.Sub) {
			return true
		}
	}
	if v.Name == "go" && spec.MatchSub("test run generate", v.Sub) {
		return true // what it compiles, it runs
	}
	text, known := v.Command.Program().Text()
	return known && strings.Contains(text, "/") && wordlist.Among(path.Base(text), configures)
}

// isBrought reports whether a directory is, or is below, one that an earlier command of the request filled.
// What an archive put into the start directory is below it.
func (g *Graph) isBrought(v *grammar.Invocation, name string) bool {
	start, dir := path.Clean(g.start), path.Clean(g.absolute(v, name))
	for at := dir; ; at = path.Dir(at) {
		if place, there := g.markedAt(Clone, at, v); there && place >= 0 {
			return true
		}
		if place, there := g.markedAt(Archive, at, v); there && place >= 0 && (at != start || at != dir) {
			return true
		}
		if at == "." || at == "/" {
			return false
		}
	}
}
