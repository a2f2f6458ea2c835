package flow

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/project"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// LoadsDownload reports whether a program runs a file that an earlier command got from the
// network, because of its fixed name or an option, or runs what a process substitution gets from
// the network.
func (g *Graph) LoadsDownload(v *grammar.Invocation) bool {
	if v.Away || len(v.Command.Args) == 0 {
		return false
	}
	streams := slices.ContainsFunc(v.Command.Args, g.isNetworkStream)
	if !streams && g.nothingCame() {
		return false
	}
	for l := range project.LoadersOf(v.Name) {
		if l.Subs != "" && !spec.MatchSub(l.Subs, v.Sub) {
			continue
		}
		if streams && !l.InNamed || g.finds(l, v) {
			return true
		}
	}
	return false
}

// isNetworkStream reports whether a word is a process substitution that prints what it gets from
// the network.
func (g *Graph) isNetworkStream(w parser.Word) bool {
	return slices.ContainsFunc(w.Parts, func(p parser.Part) bool { return p.File && g.anyConnects(p.From) == parser.Yes })
}

// finds reports whether a file that a loader looks for came from the network.
func (g *Graph) finds(l project.Loader, v *grammar.Invocation) bool {
	if !l.InNamed && g.holdsUnread(l, v, "") {
		return true
	}
	args := v.Command.Args[1:]
	for i, w := range args {
		before, value := "", w
		if i > 0 {
			before = args[i-1].Prefix()
		}
		if flag := w.Prefix(); strings.HasPrefix(flag, "--") && strings.Contains(flag, "=") {
			before, value = flag[:strings.IndexByte(flag, '=')], w.Tail(strings.IndexByte(flag, '=')+1)
		} else if len(flag) > 2 && flag[0] == '-' && flag[1] != '-' {
			before, value = flag[:2], w.Tail(2)
		}
		if wordlist.Among(before, project.LoaderOptions) && g.isUnread(v, value) {
			return true
		}
		if dir, known := value.Text(); known && dir != "" && g.holdsUnread(l, v, dir+"/") {
			return true
		}
	}
	return false
}

// holdsUnread reports whether a directory contains one of the files and nobody has looked at it.
func (g *Graph) holdsUnread(l project.Loader, v *grammar.Invocation, dir string) bool {
	for file := range wordlist.Each(l.Files) {
		if g.isUnread(v, parser.Text(path.Clean(dir+file))) {
			return true
		}
	}
	return false
}

// isUnread reports whether a word names a file from the network that nobody has looked at.
func (g *Graph) isUnread(v *grammar.Invocation, w parser.Word) bool {
	at, there := g.markedWord(Download, v, w)
	return there && at != beforeRead
}
