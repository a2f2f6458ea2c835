package flow

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/project"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// BuildsBrought reports whether an invocation builds, installs or tests a directory that an earlier command
// of the request cloned or unpacked from the network, so that files of it say what runs.
func (g *Graph) BuildsBrought(v *grammar.Invocation) bool {
	if v.Away || len(v.Command.Args) == 0 || len(g.tainted[Clone])+len(g.tainted[Archive]) == 0 || !runsRecipes(v) {
		return false
	}
	if g.isBrought(v, ".", true) {
		return true
	}
	for _, w := range v.Command.Args[1:] {
		text, known := w.Text()
		if _, value, joined := strings.Cut(text, "="); joined && strings.HasPrefix(text, "-") {
			text = value
		} else if len(text) > 2 && text[0] == '-' && text[1] != '-' {
			text = text[2:]
		}
		if known && text != "" && text[0] != '-' && g.isBrought(v, text, true) {
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
// inStart says that what is below the start directory counts as well if an archive was unpacked there.
func (g *Graph) isBrought(v *grammar.Invocation, name string, inStart bool) bool {
	start, dir := path.Clean(g.start), path.Clean(g.absolute(v, name))
	for at := dir; ; at = path.Dir(at) {
		if place, there := g.markedAt(Clone, at, v); there && place >= 0 {
			return true
		}
		if place, there := g.markedAt(Archive, at, v); there && place >= 0 && (at != start || inStart && at != dir) {
			return true
		}
		if at == "." || at == "/" {
			return false
		}
	}
}

// copiesBrought reports whether what an invocation copies, links or unpacks came from another machine: it
// gets it from there itself or by a pipe, or an earlier command of the request did.
func (g *Graph) copiesBrought(v *grammar.Invocation) bool {
	if g.connected == nil {
		return false // nothing of the request connects to the network
	}
	if g.connected[v.Command] != parser.No || g.anyReadsTainted(v.Command.Stdin.From, map[*parser.Command]bool{}) {
		return true
	}
	for i := range v.Effects {
		e := &v.Effects[i]
		if e.Kind&(grammar.Reads|grammar.Deletes) == 0 {
			continue
		}
		if at, there := g.markedWord(Download, v, e.Word); there && at >= 0 {
			return true
		}
		if text, known := e.Word.Text(); known && g.isBrought(v, text, false) {
			return true
		}
	}
	return false
}
