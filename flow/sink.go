package flow

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// OnlyLoginsRead reports whether a command's output goes only into logins, by a pipe or as one of
// their words. A login keeps it and shows it to nobody.
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

// IsSent reports whether a command that connects to another host gets what an invocation prints, by
// pipes or as a word, or a file that it writes.
func (g *Graph) IsSent(v *grammar.Invocation) bool {
	for c := v.Command; c != nil; c = c.Outer {
		if g.goesOut(c, maxFilters) {
			return true
		}
		if u := g.invocation(c); u != nil && g.writesUploaded(u) {
			return true
		}
	}
	return g.writesUploaded(v)
}

// writesUploaded reports whether a command writes a file that a later one sends to another host.
func (g *Graph) writesUploaded(v *grammar.Invocation) bool {
	for i := range v.Effects {
		if v.Effects[i].Kind&grammar.Writes != 0 && !v.IsArrival(&v.Effects[i]) && g.isUploaded(v, v.Effects[i].Word) {
			return true
		}
	}
	return false
}

// goesOut reports whether a command's output reaches one that connects, possibly through others.
func (g *Graph) goesOut(c *parser.Command, stepsLeft int) bool {
	if stepsLeft == 0 {
		return true
	}
	for w := range grammar.All(g.invs) {
		if w.Command != c && readsOutput(w.Command, c) && (sends(w) || g.goesOut(w.Command, stepsLeft-1)) {
			return true
		}
	}
	return false
}

// sends reports whether an invocation connects to another host or is a client of a service.
func sends(v *grammar.Invocation) bool {
	return slices.ContainsFunc(v.Effects, func(e grammar.Effect) bool {
		return e.Kind&(grammar.Connects|grammar.Uploads|grammar.Manages) != 0
	})
}

// isUploaded reports whether a later command may send a file that an invocation writes.
func (g *Graph) isUploaded(v *grammar.Invocation, w parser.Word) bool {
	file, known := g.path(v, w)
	if !known {
		return false
	}
	after := false
	for u := range grammar.All(g.invs) {
		if u == v {
			after = true
			continue
		}
		if !after {
			continue
		}
		for i := range u.Effects {
			e := &u.Effects[i]
			if e.Kind&(grammar.Uploads|grammar.Mentions) == 0 {
				continue
			}
			if sent, named := g.path(u, e.Word); named && g.sameFile(file, sent) {
				return true
			}
		}
	}
	return false
}

// readsOutput reports whether a command reads the output of another.
func readsOutput(c, of *parser.Command) bool {
	return slices.Contains(c.Stdin.From, of) ||
		slices.ContainsFunc(c.Args, func(w parser.Word) bool { return slices.Contains(w.From(), of) })
}

// logins are the subcommands that pass a password to a registry, or store one as a secret of a cluster.
var logins = [...]struct{ programs, subs string }{
	{"docker helm oras crane skopeo buildah", "login registry/login auth/login"},
	{"kubectl", "create/secret create/secret/*"},
}

// logsIn reports whether an invocation, or one that it runs, is a login.
func logsIn(v *grammar.Invocation) bool {
	for _, l := range logins {
		if wordlist.Among(v.Name, l.programs) && spec.MatchSub(l.subs, v.Sub) {
			return true
		}
	}
	return slices.ContainsFunc(v.Nested, logsIn)
}

// filters are programs that print their input in another order or form, or their words.
const filters = "cat tac tee head tail less more sort uniq nl rev paste fold column base64 base32 xxd od hexdump echo printf"

// senders are programs that send their input unchanged to another host.
const senders = "curl wget http https xh nc ncat socat telnet"

// passers are the filters that print lines of their input as they are, and searchers those that print
// only some of them.
const (
	passers   = "cat tac tee head tail less more sort uniq"
	searchers = "grep rg ag"
)

// noLines are the options with which a searcher prints no whole lines.
const noLines = "-q --quiet --silent -c --count -l --files-with-matches -L --files-without-match -o --only-matching --count-matches"

// IsShown reports whether no command keeps an invocation's output to itself. If stdinFrom names
// programs, each command that feeds the invocation must be one of them, possibly run by another
// program, or pass lines of their output on.
func (g *Graph) IsShown(stdinFrom string, v *grammar.Invocation) bool {
	if stdinFrom != "" && !g.isFedBy(stdinFrom, v.Command, maxFilters) {
		return false
	}
	for c := v.Command; c != nil; c = c.Outer {
		if g.isKept(c, maxFilters) {
			return false
		}
	}
	return true
}

// isFedBy reports whether every command that writes a command's standard input is one of some
// programs, or passes on lines of what such a program prints.
func (g *Graph) isFedBy(programs string, c *parser.Command, filtersLeft int) bool {
	return g.aboutAll("fed by "+programs, c.Stdin.From, filtersLeft, func() bool {
		return !slices.ContainsFunc(c.Stdin.From, func(from *parser.Command) bool {
			if g.mayPrint(from, programs, c.Stdin.From) {
				return false
			}
			w := g.invocation(from)
			passes := w != nil && len(from.Stdin.From) > 0 && (prints(w, passers) || searches(w))
			return filtersLeft == 0 || !passes || !g.isFedBy(programs, from, filtersLeft-1)
		})
	})
}

// searches reports whether an invocation prints whole lines of its input that match a pattern, or
// those that do not.
func searches(v *grammar.Invocation) bool {
	return wordlist.Among(v.Name, searchers) && v.Has(noLines) != parser.Yes
}

// maxFilters bounds the filters through which an output is followed.
const maxFilters = 8

// isKept reports whether a command's output is discarded, or goes to a command that keeps it,
// possibly through filters.
func (g *Graph) isKept(c *parser.Command, filtersLeft int) bool {
	if filtersLeft == 0 {
		return false // it counts as shown
	}
	return g.aboutOne("kept", c, filtersLeft, func() bool {
		return slices.ContainsFunc(c.Redirects, discards) || g.goesToKeeper(c, filtersLeft)
	})
}

// goesToKeeper reports whether a command's output goes to a command that keeps it, possibly through filters.
func (g *Graph) goesToKeeper(c *parser.Command, filtersLeft int) bool {
	for w := range grammar.All(g.invs) {
		switch {
		case w.Command == c:
		case assigns(w.Command, c):
			return true
		case !readsOutput(w.Command, c), prints(w, senders) && slices.Contains(w.Command.Stdin.From, c):
		case w.Program == nil && g.mayPrint(w.Command, filters, g.sameWords(w)):
		case !prints(w, filters) && !searches(w) || g.isKept(w.Command, filtersLeft-1):
			return true
		}
	}
	return false
}

// mayPrint reports whether a command is one of some programs, in the sense of prints. A command
// listed for several values counts if any of them does.
func (g *Graph) mayPrint(c *parser.Command, programs string, listed []*parser.Command) bool {
	if w := g.invocation(c); w != nil && prints(w, programs) {
		return true
	}
	return !c.Program().Known() && slices.ContainsFunc(listed, func(other *parser.Command) bool {
		w := g.invocation(other)
		return other.Span == c.Span && w != nil && prints(w, programs)
	})
}

// sameWords returns all commands that are listed for one place in the text.
func (g *Graph) sameWords(v *grammar.Invocation) (all []*parser.Command) {
	for w := range grammar.All(g.invs) {
		if w.Command.Source == v.Command.Source && w.Command.Span == v.Command.Span {
			all = append(all, w.Command)
		}
	}
	return all
}

// prints reports whether an invocation is one of some programs, or starts one whose output it
// does not process: sudo env, but not sh -c 'env | wc'.
func prints(v *grammar.Invocation, programs string) bool {
	if wordlist.Among(v.Name, programs) {
		return true
	}
	return slices.ContainsFunc(v.Nested, func(n *grammar.Invocation) bool {
		return prints(n, programs) && !slices.ContainsFunc(v.Nested, func(w *grammar.Invocation) bool { return readsOutput(w.Command, n.Command) })
	})
}

// discards reports whether a redirection discards standard output.
func discards(r parser.Redirect) bool {
	return r.FD != "2" && r.Target.Is("/dev/null") == parser.Yes
}

// assigns reports whether a command sets a variable to the output of another.
func assigns(c, from *parser.Command) bool {
	return slices.ContainsFunc(c.Assigns, func(a parser.Assign) bool { return slices.Contains(a.Value.From(), from) })
}
