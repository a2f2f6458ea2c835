package flow

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// keepers are git's subcommands that leave no uncommitted work where there was none.
const keepers = "fetch switch checkout status log rev-parse branch"

// IsStashed reports whether a git command runs only after git stash, in the same directory, has put away
// all changes of tracked files, and nothing has made new ones since: git stash && git reset --hard.
func (g *Graph) IsStashed(v *grammar.Invocation) bool {
	if g.git().Start == nil || !g.stashes() {
		return false // nearly always
	}
	at, said := g.git().Start(v)
	stashed := false
	last := (*grammar.Invocation)(nil)
	for u := range grammar.All(g.invs) {
		here, same := "", false
		if u.Name == "git" {
			here, same = g.git().Start(u)
		}
		same = same && said && here == at && u.Truth == parser.Yes && !u.Away && !u.Command.Shadowed
		switch {
		case u == v:
			return stashed && onlyAfter(last, v)
		case same && stashesAll(u):
			stashed = true
		case stashed:
			stashed = same && wordlist.Among(u.Sub, keepers) && !u.Open && onlyAfter(last, u)
		}
		last = u
	}
	return false
}

// stashes reports whether any command is git stash for all tracked files.
func (g *Graph) stashes() bool {
	if !g.lookedForStash {
		g.lookedForStash = true
		for v := range grammar.All(g.invs) {
			g.hasStash = g.hasStash || v.Name == "git" && stashesAll(v)
		}
	}
	return g.hasStash
}

// stashesAll reports whether an invocation is git stash for all tracked files.
func stashesAll(v *grammar.Invocation) bool {
	return !v.Open && spec.MatchSub("stash stash/push", v.Sub) && len(v.Operands) == 0 && given(v, "-k --keep-index -p --patch -S --staged --pathspec-from-file") == parser.No
}
