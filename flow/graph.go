package flow

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// Graph knows the inputs of each command of a request, and the files that earlier commands wrote.
type Graph struct {
	invs    []*grammar.Invocation
	start   string // the directory that the request starts in, or ""
	machine Machine

	repositories *Repositories // see git
	answers      map[asked]bool
	aliases      aliases

	by       map[*parser.Command]*grammar.Invocation
	order    map[*grammar.Invocation]int
	programs map[*parser.Command]*grammar.Invocation     // by command, made when first needed
	dumps    map[string]map[*grammar.Invocation][]string // what findDumps returns for some programs, made when first needed
	decoded  map[*grammar.Invocation][]string            // what decodedFiles returns, made when first needed

	lookedForStash, hasStash bool // the result of stashes, once it was asked

	connected map[*parser.Command]parser.Truth // whether the command has data from the network

	// tainted are the paths by their source, each with the place of the first command that
	// tainted it: files that came from the network or were made from such files ([Download]), and
	// directories into which an archive from the network was unpacked or a repository cloned.
	tainted  map[Source]map[string]int
	patterns []patternMark  // of files from the network whose names are not known in full
	pipes    map[string]int // the named pipes, each with the place of the command that makes it
}

// Machine has the facts about the machine before the request. With the zero Machine nothing is known of
// it: there are no links, nothing came from the network before, and any name may be taken.
type Machine struct {
	Files   Files    // nil: there are no links, and nothing is known of repositories
	Earlier *Earlier // what came from the network before; nil for nothing
}

// Files answers questions about the files on the machine.
type Files interface {
	// Link returns the target of a symbolic link that exists before anything runs.
	Link(name string) (target string, there bool)

	// Repositories returns what can be asked about git repositories. It is called once, when first needed.
	Repositories() Repositories
}

// Repositories answers questions about the git repositories on the machine. A nil question has no
// answer.
type Repositories struct {
	// IsTaken reports whether there may be something at a path that an invocation names.
	IsTaken func(v *grammar.Invocation, name string) bool

	// HasBranch reports whether the repository of an invocation may have a branch.
	HasBranch func(v *grammar.Invocation, name string) bool

	// Start returns the directory in which a git command starts; false if it is unknown, or if the
	// command uses another repository than that of the directory.
	Start func(v *grammar.Invocation) (string, bool)

	// IsElsewhere reports whether variables that the request inherits make git work on another
	// repository than that of the directory.
	IsElsewhere func() bool

	// Temporary returns the top of the repository that a git command works in, if that is one for
	// temporary files.
	Temporary func(v *grammar.Invocation) (string, bool)
}

// git returns what can be asked about repositories.
func (g *Graph) git() *Repositories {
	if g.repositories == nil {
		g.repositories = new(Repositories)
		if g.machine.Files != nil {
			*g.repositories = g.machine.Files.Repositories()
		}
	}
	return g.repositories
}

// New analyses all invocations of a request. start is its absolute start directory, or "" if unknown.
//
// If no invocation connects to the network, and there is no earlier taint, New only needs one pass.
func New(invs []*grammar.Invocation, start string, m Machine) *Graph {
	g := &Graph{invs: invs, start: start, machine: m}
	uses := m.Earlier != nil
	for v := range grammar.All(invs) {
		if uses = uses || connects(v) != parser.No; uses {
			g.aliases = newAliases(g, m.Files)
			g.index()
			break
		}
	}
	return g
}

const network = grammar.Connects | grammar.Uploads | grammar.Listens

// connects returns whether an invocation itself connects to the network.
func connects(v *grammar.Invocation) parser.Truth {
	best := parser.Of(fetcherSet.Get().Has(v.Name) && fetches(v))
	for i := range v.Effects {
		if v.Effects[i].Kind&network != 0 {
			best = best.Or(v.Effects[i].Truth)
		}
	}
	return best
}

// fetches reports whether an invocation of one of the fetchers gets data that none of its words needs a
// role for.
func fetches(v *grammar.Invocation) bool {
	if v.Name == "git" {
		return showsFetched(v) || isClone(v)
	}
	return v.Name == "gh" && spec.MatchSub(answers, v.Sub) || wordlist.Among(v.Name, talkers) || streams(v) || isClone(v) || carries(v)
}

// fetcherSet is the set of the fetchers: every command is looked up in it.
var fetcherSet = lazy.Value[*wordlist.Set]{Make: func() *wordlist.Set { return wordlist.NewSet(fetchers) }}

// fetchers are all programs that fetches knows.
const fetchers = "git " + carrierNames + " " + talkers + " " + players + " " + otherCloners

// answers are the subcommands of gh that print or store what others have written.
const answers = "api gist/view"

// talkers are programs that print what a host answers, although none of their words needs a role for it.
// players do so if a word is a URL.
const (
	talkers = "whois finger mosquitto_sub kcat kafkacat amqp-get amqp-consume"
	players = "ffmpeg ffprobe mpv vlc cvlc sox streamlink yt-dlp"
)

// streams reports whether an invocation plays what a URL names.
func streams(v *grammar.Invocation) bool {
	return wordlist.Among(v.Name, players) && slices.ContainsFunc(v.Command.Args, func(w parser.Word) bool { return strings.Contains(w.Prefix(), "://") })
}

// showsFetched reports whether an invocation of git prints what a fetch has just got.
func showsFetched(v *grammar.Invocation) bool {
	return spec.MatchSub("show cat-file", v.Sub) && slices.ContainsFunc(v.Operands, func(o grammar.Operand) bool {
		return strings.HasPrefix(o.Word.Prefix(), "FETCH_HEAD:")
	})
}

// isOfRemoteBranch reports whether an effect runs a file as a branch of another repository has it: git show
// origin/x:run.sh.
func (g *Graph) isOfRemoteBranch(e *grammar.Effect) bool {
	return e.Kind&grammar.Evaluates != 0 && slices.ContainsFunc(e.Word.From(), func(c *parser.Command) bool {
		v := g.program(c)
		return v != nil && v.Name == "git" && spec.MatchSub("show cat-file", v.Sub) && slices.ContainsFunc(v.Operands, func(o grammar.Operand) bool {
			return spec.Glob("origin/*:*", o.Word.Prefix()) || spec.Glob("upstream/*:*", o.Word.Prefix()) || spec.Glob("remotes/*:*", o.Word.Prefix())
		})
	})
}

// index taints, in order, the files that commands make from data of the network.
func (g *Graph) index() {
	g.by = map[*parser.Command]*grammar.Invocation{}
	g.order = map[*grammar.Invocation]int{}
	g.connected = map[*parser.Command]parser.Truth{}
	g.tainted = map[Source]map[string]int{Download: {}, Archive: {}, Clone: {}}
	for v := range grammar.All(g.invs) {
		g.by[v.Command] = v
		g.order[v] = len(g.order)
	}
	g.findPipes()
	g.findConnections()
	g.followTaint()
	if len(g.pipes) > 0 || slices.ContainsFunc(g.invs, isBackground) {
		g.followTaint() // a reader may stand before its writer
	}
}

// findPipes finds the commands that make named pipes: mkfifo(1), mknod(1).
func (g *Graph) findPipes() {
	for v := range grammar.All(g.invs) {
		if v.Name != "mkfifo" && v.Name != "mknod" {
			continue
		}
		for _, o := range v.Operands {
			if name, known := g.path(v, o.Word); known {
				if g.pipes == nil {
					g.pipes = map[string]int{}
				}
				g.pipes[name] = g.order[v]
			}
		}
	}
}

// followTaint taints the files of every command that has taint from the network or from a file.
func (g *Graph) followTaint() {
	for v := range grammar.All(g.invs) {
		if g.connected[v.Command] != parser.No || g.readsTainted(v, map[*parser.Command]bool{}) {
			g.taintFiles(v)
		}
	}
}

// findConnections finds the commands that have data from the network: those that connect to it, run a
// command that does, or read from one. Taint passes through filters, and a command that code starts
// may read from the one that runs the code, so this repeats until nothing changes.
func (g *Graph) findConnections() {
	for changed := true; changed; {
		changed = false
		for v := range grammar.All(g.invs) {
			if t := g.connects(v); t != g.connected[v.Command] {
				g.connected[v.Command], changed = t, true
			}
		}
	}
}

// connects returns whether an invocation has data from the network, as far as that is known of others.
func (g *Graph) connects(v *grammar.Invocation) parser.Truth {
	c := v.Command
	best := g.connected[c].Or(connects(v)).Or(parser.Of(c.Stdin.Kind == parser.FromFile && grammar.IsConnection(c.Stdin.Word)))
	best = best.Or(g.anyConnects(c.Stdin.From)).Or(g.anyConnects(c.Stdin.Word.From()))
	for _, w := range c.Args {
		best = best.Or(g.anyConnects(w.From()))
	}
	for _, n := range v.Nested {
		best = best.Or(g.connected[n.Command])
	}
	return best
}

// anyConnects returns whether one of some commands has data from the network.
func (g *Graph) anyConnects(from []*parser.Command) parser.Truth {
	best := parser.No
	for _, c := range from {
		best = best.Or(g.connected[c])
	}
	return best
}

// readsTainted reports whether an invocation reads or moves tainted files, or has an input that does.
// seen are the commands that were asked already: many commands may write into one pipe, and all of
// them may read from many.
func (g *Graph) readsTainted(v *grammar.Invocation, seen map[*parser.Command]bool) bool {
	for i := range v.Effects {
		e := &v.Effects[i]
		if e.Kind&(grammar.Reads|grammar.Deletes) == 0 || e.Kind&grammar.Runs != 0 {
			continue
		}
		if _, there := g.markedWord(Download, v, e.Word); there {
			return true
		}
	}
	return g.anyReadsTainted(v.Command.Stdin.From, seen)
}

// anyReadsTainted is readsTainted for any of some commands.
func (g *Graph) anyReadsTainted(from []*parser.Command, seen map[*parser.Command]bool) bool {
	for _, c := range from {
		if v := g.by[c]; v != nil && !seen[c] {
			seen[c] = true
			if g.readsTainted(v, seen) {
				return true
			}
		}
	}
	return false
}
