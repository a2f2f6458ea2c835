package flow

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// Graph knows what feeds each command of a request, and which files the commands before it
// wrote.
type Graph struct {
	invs    []*grammar.Invocation
	start   string // the directory that the request starts in, or ""
	aliases aliases

	by       map[*parser.Command]*grammar.Invocation
	order    map[*grammar.Invocation]int
	programs map[*parser.Command]*grammar.Invocation // by, made when first asked for

	connected map[*parser.Command]parser.Truth // whether it, or what feeds it, talks to the network

	// tainted are the paths, by what came there, each with the place of the first command that
	// tainted it: files that came from the network or were made of such ([Download]), and
	// directories in which an archive from there was unpacked, or a repository cloned.
	tainted map[Source]map[string]int
	earlier *Earlier
}

// Machine is what a graph must know of the machine. The zero Machine has no links, and nothing
// came from the network before.
type Machine struct {
	// Link returns where a symbolic link leads that is there before anything runs, in one
	// step. Nil means that there is none.
	Link func(name string) (target string, there bool)

	Earlier *Earlier // nil for nothing
}

// New looks at all invocations of a request, which starts in a directory that is absolute, or
// "" where it is not known.
//
// If no invocation talks to the network, and none did before, nothing comes from there, and
// New costs one pass.
func New(invs []*grammar.Invocation, start string, m Machine) *Graph {
	g := &Graph{invs: invs, start: start, earlier: m.Earlier}
	uses := g.earlier != nil
	for v := range grammar.All(invs) {
		if uses = uses || connects(v) != parser.No; uses {
			g.aliases = newAliases(g, m.Link)
			g.index()
			break
		}
	}
	return g
}

const network = grammar.Connects | grammar.Uploads | grammar.Listens

// connects tells whether an invocation itself talks to the network.
func connects(v *grammar.Invocation) parser.Truth {
	best := parser.Of(v.Name == "gh" && spec.MatchSub(answers, v.Sub))
	for i := range v.Effects {
		if v.Effects[i].Kind&network != 0 {
			best = best.Or(v.Effects[i].Truth)
		}
	}
	return best
}

// answers are the subcommands of gh that print or keep what others have written.
const answers = "api gist/view release/download run/download"

// index taints the files that commands make of what comes from the network, in their order.
func (g *Graph) index() {
	g.by = map[*parser.Command]*grammar.Invocation{}
	g.order = map[*grammar.Invocation]int{}
	g.connected = map[*parser.Command]parser.Truth{}
	g.tainted = map[Source]map[string]int{Download: {}, Archive: {}, Clone: {}}
	for v := range grammar.All(g.invs) {
		g.by[v.Command] = v
		g.order[v] = len(g.order)
	}
	for v := range grammar.All(g.invs) {
		if g.connects(v.Command) != parser.No || g.readsTainted(v) {
			g.taintFiles(v)
		}
	}
}

// connects tells whether a command, what it runs, or what feeds it talks to the network.
// What passes through a filter on the way stays tainted.
func (g *Graph) connects(c *parser.Command) parser.Truth {
	v := g.by[c]
	if v == nil {
		return parser.No
	}
	if t, done := g.connected[c]; done {
		return t
	}
	g.connected[c] = parser.No // while it is being looked at
	best := connects(v).Or(parser.Of(c.Stdin.Kind == parser.FromFile && grammar.IsConnection(c.Stdin.Word))).Or(g.anyConnects(c.Stdin.From)).Or(g.anyConnects(c.Stdin.Word.From()))
	for _, w := range c.Args {
		best = best.Or(g.anyConnects(w.From()))
	}
	for _, n := range v.Nested {
		best = best.Or(g.connects(n.Command))
	}
	g.connected[c] = best
	return best
}

// anyConnects is connects for any of some commands.
func (g *Graph) anyConnects(from []*parser.Command) parser.Truth {
	best := parser.No
	for _, c := range from {
		best = best.Or(g.connects(c))
	}
	return best
}

// readsTainted reports whether an invocation reads, or moves away, what came from the
// network before, or is fed by one that does.
func (g *Graph) readsTainted(v *grammar.Invocation) bool {
	for i := range v.Effects {
		e := &v.Effects[i]
		if e.Kind&(grammar.Reads|grammar.Deletes) == 0 || e.Kind&grammar.Runs != 0 {
			continue
		}
		if _, there := g.markedWord(Download, v, e.Word); there {
			return true
		}
	}
	return g.anyReadsTainted(v.Command.Stdin.From)
}

// anyReadsTainted is readsTainted for any of some commands.
func (g *Graph) anyReadsTainted(from []*parser.Command) bool {
	for _, c := range from {
		if v := g.by[c]; v != nil && g.readsTainted(v) {
			return true
		}
	}
	return false
}
