package rules

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
)

// taken reports whether all that a command prints goes into logins, by a pipe or as one
// of their words: they keep it, and show it to nobody.
func (o *origins) taken(v *grammar.Invocation) bool {
	if slices.ContainsFunc(v.Command.Redirects, func(r parser.Redirect) bool { return r.FD != "2" }) {
		return false
	}
	some := false
	for w := range grammar.All(o.invs) {
		switch {
		case !takes(w.Command, v.Command):
		case logsIn(w):
			some = true
		case len(w.Command.Args) > 0: // a variable alone prints nothing
			return false
		}
	}
	return some
}

// takes reports whether a command reads what another prints.
func takes(c, from *parser.Command) bool {
	return slices.Contains(c.Stdin.From, from) ||
		slices.ContainsFunc(c.Args, func(w parser.Word) bool { return slices.Contains(w.From(), from) })
}

// logsIn reports whether an invocation, or one that it runs, hands a password to a
// registry, or keeps one as the secret of a cluster.
func logsIn(v *grammar.Invocation) bool {
	switch v.Name {
	case "docker", "helm", "oras", "crane", "skopeo", "buildah":
		if Subcommand("login registry/login auth/login", v.Sub) {
			return true
		}
	case "kubectl":
		if Subcommand("create/secret create/secret/*", v.Sub) {
			return true
		}
	}
	return slices.ContainsFunc(v.Nested, logsIn)
}
