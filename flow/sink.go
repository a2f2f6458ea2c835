package flow

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// OnlyLoginsRead reports whether all that a command prints goes into logins, by a pipe or as
// one of their words: they keep it, and show it to nobody.
func (g *Graph) OnlyLoginsRead(v *grammar.Invocation) bool {
	if slices.ContainsFunc(v.Command.Redirects, func(r parser.Redirect) bool { return r.FD != "2" }) {
		return false
	}
	some := false
	for w := range grammar.All(g.invs) {
		switch {
		case !readsOutput(w.Command, v.Command):
		case logsIn(w):
			some = true
		case len(w.Command.Args) > 0: // a variable alone prints nothing
			return false
		}
	}
	return some
}

// readsOutput reports whether a command reads what another prints.
func readsOutput(c, of *parser.Command) bool {
	return slices.Contains(c.Stdin.From, of) ||
		slices.ContainsFunc(c.Args, func(w parser.Word) bool { return slices.Contains(w.From(), of) })
}

// logins are the subcommands that hand a password to a registry, or keep one as the secret of
// a cluster.
var logins = [...]struct{ programs, subs string }{
	{"docker helm oras crane skopeo buildah", "login registry/login auth/login"},
	{"kubectl", "create/secret create/secret/*"},
}

// logsIn reports whether an invocation, or one that it runs, is a login.
func logsIn(v *grammar.Invocation) bool {
	for _, l := range logins {
		if spec.Among(v.Name, l.programs) && spec.MatchSub(l.subs, v.Sub) {
			return true
		}
	}
	return slices.ContainsFunc(v.Nested, logsIn)
}

// filters are programs that print what they read, in another order or form.
const filters = "cat tac tee head tail less more sort uniq nl rev paste fold column base64 base32 xxd od hexdump"

// IsShown reports whether what an invocation prints goes to no command that keeps it to
// itself. Where some programs are named, one of them itself writes what it reads.
func (g *Graph) IsShown(stdinFrom string, v *grammar.Invocation) bool {
	if slices.ContainsFunc(v.Command.Redirects, discards) {
		return false
	}
	if stdinFrom != "" {
		for _, c := range v.Command.Stdin.From {
			if w := g.invocation(c); w == nil || !spec.Among(w.Name, stdinFrom) {
				return false
			}
		}
	}
	for c := v.Command; c != nil; c = c.Outer {
		for w := range grammar.All(g.invs) {
			if w.Command != c && (readsOutput(w.Command, c) && !spec.Among(w.Name, filters) || assigns(w.Command, c)) {
				return false
			}
		}
	}
	return true
}

// discards reports whether a redirection throws standard output away.
func discards(r parser.Redirect) bool {
	return r.FD != "2" && r.Target.Is("/dev/null") == parser.Yes
}

// assigns reports whether a command sets a variable to what another prints.
func assigns(c, from *parser.Command) bool {
	return slices.ContainsFunc(c.Assigns, func(a parser.Assign) bool { return slices.Contains(a.Value.From(), from) })
}
