package flow

import (
	"path"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// taintFiles taints the files that an invocation writes, and the directory into which it unpacks
// an archive. A copy from another host into a directory gets the last part of its name there.
func (g *Graph) taintFiles(v *grammar.Invocation) {
	if into := clonedInto(v); into != "" {
		g.mark(Clone, g.absolute(v, into), v)
	}
	g.taintCarried(v)
	g.taintOpened(v, parser.Text("1"))
	for i := range v.Effects {
		e := &v.Effects[i]
		file, known := g.path(v, e.Word)
		if e.Kind&grammar.Writes == 0 || !known || e.Amends || v.IsArrival(e) {
			continue
		}
		if wordlist.Among(v.Name, unpackers) && e.Cause == grammar.ByArgs {
			g.mark(Archive, file, v)
			continue
		}
		if isClone(v) && e.Cause == grammar.ByArgs {
			g.mark(Clone, file, v)
			continue
		}
		g.mark(Download, file, v)
		if copiesTree(v) && file != g.absolute(v, ".") && file != path.Clean(g.start) {
			g.mark(Clone, file, v)
		}
		g.taintOpened(v, e.Word)
		for j := range v.Effects {
			if from, known := v.Effects[j].Word.Text(); known && v.Effects[j].Kind&(grammar.Connects|grammar.Reads|grammar.Deletes) != 0 {
				g.mark(Download, file+"/"+lastPart(from), v)
				if copiesTree(v) && v.Effects[j].Kind&grammar.Connects != 0 {
					g.mark(Clone, path.Clean(file+"/"+lastPart(from)), v)
				}
			}
		}
	}
}

// taintOpened taints the files behind a descriptor that an invocation writes to.
func (g *Graph) taintOpened(v *grammar.Invocation, descriptor parser.Word) {
	for _, w := range v.Command.Opened(descriptor) {
		if file, known := g.path(v, w); known {
			g.mark(Download, file, v)
		}
	}
}

// unpackers are the programs that unpack their input to a tree.
const unpackers = "tar unzip 7z cpio"

// lastPart returns the last part of a path, a URL or host:path.
func lastPart(name string) string {
	name = path.Base(strings.TrimRight(name, "/"))
	return name[strings.LastIndexByte(name, ':')+1:]
}

// absolute returns a path as far as the command's directory and the start of the request are
// known. It keeps "..", since links are not followed yet. In an unknown directory, as in a loop,
// a directory entered from there is still known: $PWD/r.
func (g *Graph) absolute(v *grammar.Invocation, name string) string {
	dir, known := v.Command.Dir.Text()
	if strings.HasPrefix(name, "/") {
		return name
	}
	if !known {
		dir = strings.TrimPrefix(v.Command.Dir.Suffix(), "/")
	} else if !strings.HasPrefix(dir, "/") {
		dir = path.Join(g.start, dir)
	}
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

// path returns the path of a word, as absolute does. The name that mktemp makes is unknown but
// the same wherever it is used, so the command represents it.
func (g *Graph) path(v *grammar.Invocation, w parser.Word) (string, bool) {
	if text, known := w.Text(); known {
		return g.absolute(v, text), true
	}
	if name, is := temporary(w); is {
		return name, true
	}
	from := w.From()
	if len(from) != 1 || len(w.Parts) == 0 || w.Parts[0].Kind != parser.Unknown || g.by[from[0]] == nil || g.by[from[0]].Name != "mktemp" {
		return "", false
	}
	rest, known := parser.Word{Parts: w.Parts[1:]}.Text()
	return "/\x00" + strconv.Itoa(g.order[g.by[from[0]]]) + rest, known
}

// temporary returns a name for a path in /tmp of which code makes a part, which is the same wherever the
// code uses it.
func temporary(w parser.Word) (string, bool) {
	var name strings.Builder
	for i, p := range w.Parts {
		switch {
		case i == 0 && (p.Kind != parser.Literal || !strings.HasPrefix(p.Text, "/tmp/")):
			return "", false
		case p.Kind == parser.Literal:
			name.WriteString(p.Text)
		case p.Kind == parser.Unknown && p.Text == grammar.OfAKind && len(p.From) == 0:
			name.WriteByte(0)
		default:
			return "", false
		}
	}
	return name.String(), name.Len() > 0
}

// mark taints a path, under each of its names, from an invocation on. A named pipe is tainted from
// its creation on, since those who read it may have been started before.
func (g *Graph) mark(as Source, name string, v *grammar.Invocation) {
	files, from := g.tainted[as], g.order[v]
	for _, name := range g.aliases.same(name) {
		if made, is := g.pipes[name]; is {
			from = min(from, made)
		}
	}
	for _, name := range g.aliases.same(name) {
		if at, ok := files[name]; !ok || from < at {
			files[name] = from
		}
	}
}

// The places of paths that were tainted before the request: those that nobody has looked at
// since, and those that somebody has.
const (
	before     = -1
	beforeRead = -2
)

// markedAt returns the place of the earlier command that tainted a path, under any of its names.
func (g *Graph) markedAt(as Source, name string, v *grammar.Invocation) (at int, there bool) {
	names, now := g.aliases.same(name), g.order[v]
	if isBackground(v) {
		now = len(g.order) // it may read what later commands write
	}
	for _, name := range names {
		if at, ok := g.tainted[as][name]; ok && at < now {
			return at, true
		}
		if as == Download {
			if at, there := g.markedByPattern(name, now); there {
				return at, true
			}
		}
	}
	if g.machine.Earlier != nil {
		for _, name := range names {
			if at, there := g.broughtBefore(as, name); there {
				return at, true
			}
		}
	}
	return 0, false
}

// isBackground reports whether an invocation, or one that runs it, does not end before the next
// one starts.
func isBackground(v *grammar.Invocation) bool {
	for c := v.Command; c != nil; c = c.Outer {
		if c.Background {
			return true
		}
	}
	return false
}

// isBelow returns whether an effect is on a file below a directory that an earlier command filled
// from the network. It is Maybe if that was before the request, since the files have been worked
// on since. Sources are meant to be configured and built, and what was built from them may be
// run.
func (g *Graph) isBelow(as Source, v *grammar.Invocation, e *grammar.Effect) parser.Truth {
	text, known := e.Word.Text()
	if !known || e.Kind&grammar.Runs == 0 || g.machine.Earlier == nil && len(g.tainted[as]) == 0 {
		return parser.No
	}
	for _, name := range g.aliases.same(g.absolute(v, text)) {
		if wordlist.Among(path.Base(name), configures) {
			return parser.No
		}
		for dir := path.Dir(name); ; dir = path.Dir(dir) {
			if at, there := g.markedAt(as, dir, v); there {
				return parser.Of(!v.Starts(e) || isScript(name) || !g.builds(at, v)).And(certainty(at))
			}
			if dir == "." || dir == "/" {
				break
			}
		}
	}
	return parser.No
}

// certainty returns Maybe for what was tainted before the request.
func certainty(at int) parser.Truth {
	if at < 0 {
		return parser.Maybe
	}
	return parser.Yes
}

// configures are the scripts that configure a build.
const configures = "configure config Configure autogen.sh buildconf bootstrap"

// compilers are the programs that build programs from sources.
const compilers = "make gmake ninja cmake meson cc gcc g++ c++ clang clang++ rustc cargo go zig nim ghc swiftc dmd gfortran nasm ld"

// builds reports whether a compiler runs between two commands.
func (g *Graph) builds(from int, to *grammar.Invocation) bool {
	for v, at := range g.order {
		if at > from && at < g.order[to] && wordlist.Among(v.Name, compilers) {
			return true
		}
	}
	return false
}

// isScript reports whether a file's name is that of a script, which runs as it was written.
func isScript(name string) bool {
	ext := path.Ext(name)
	return ext != "" && ext != ".out" && ext != ".exe"
}
