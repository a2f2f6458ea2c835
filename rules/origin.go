package rules

import (
	"path"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
)

// origins tells where code comes from: what feeds a command, and which files
// the commands before it wrote.
type origins struct {
	by       map[*parser.Command]*grammar.Invocation
	order    map[*grammar.Invocation]int
	programs map[*parser.Command]*grammar.Invocation // by, made when first asked for

	remote map[*parser.Command]parser.Truth // whether it, or what feeds it, talks to the network

	invs    []*grammar.Invocation
	start   string // the directory that the request starts in, or ""
	aliases aliases

	// fetched are the files that a command wrote which talks to the network,
	// or that were made of such, and unpacked the directories in which one
	// was unpacked: by path, with the place of the first such command.
	fetched, unpacked map[string]int

	// cloned are the directories of repositories from the network.
	cloned map[string]int
}

// newOrigins looks at all invocations. Where none of them talks to the
// network, nothing comes from there.
func newOrigins(invs []*grammar.Invocation, view *View) *origins {
	o := &origins{invs: invs, start: view.Dir}
	for v := range grammar.All(invs) {
		if o.talk(v) != parser.No {
			o.aliases = newAliases(o, view)
			o.index(invs)
			break
		}
	}
	return o
}

const network = grammar.Connects | grammar.Uploads | grammar.Listens

// talk tells whether an invocation itself talks to the network.
func (o *origins) talk(v *grammar.Invocation) parser.Truth {
	return truthOf(v, network).Or(parser.Of(v.Name == "gh" && Subcommand(answers, v.Sub)))
}

// answers are the subcommands of gh that print or keep what others have written.
const answers = "api gist/view release/download run/download"

// truthOf tells whether an invocation itself has an effect of some kinds.
func truthOf(v *grammar.Invocation, kinds grammar.Kind) parser.Truth {
	best := parser.No
	for i := range v.Effects {
		if v.Effects[i].Kind&kinds != 0 {
			best = best.Or(v.Effects[i].Truth)
		}
	}
	return best
}

func (o *origins) index(invs []*grammar.Invocation) {
	o.by = map[*parser.Command]*grammar.Invocation{}
	o.order = map[*grammar.Invocation]int{}
	o.remote = map[*parser.Command]parser.Truth{}
	o.fetched, o.unpacked, o.cloned = map[string]int{}, map[string]int{}, map[string]int{}
	for v := range grammar.All(invs) {
		o.by[v.Command] = v
		o.order[v] = len(o.order)
	}
	for v := range grammar.All(invs) {
		if o.talks(v.Command) != parser.No || o.derives(v) {
			o.fetch(v)
		}
	}
}

// talks tells whether a command, what it runs, or what feeds it talks to the
// network. What passes through a filter on the way stays remote.
func (o *origins) talks(c *parser.Command) parser.Truth {
	v := o.by[c]
	if v == nil {
		return parser.No
	}
	if t, done := o.remote[c]; done {
		return t
	}
	o.remote[c] = parser.No // while it is being looked at
	best := o.talk(v).Or(o.any(c.Stdin.From)).Or(o.any(c.Stdin.Word.From()))
	for _, w := range c.Args {
		best = best.Or(o.any(w.From()))
	}
	for _, n := range v.Nested {
		best = best.Or(o.talks(n.Command))
	}
	o.remote[c] = best
	return best
}

// any is talks for any of some commands.
func (o *origins) any(from []*parser.Command) parser.Truth {
	best := parser.No
	for _, c := range from {
		best = best.Or(o.talks(c))
	}
	return best
}

// fetch notes the files that an invocation writes, and of an archive the
// directory that it is unpacked in. A copy from another host into a directory
// is known by the last part of its name there.
func (o *origins) fetch(v *grammar.Invocation) {
	if isClone(v) && len(v.Operands) == 1 {
		if from, known := v.Operands[0].Word.Text(); known {
			o.note(o.cloned, o.placed(v, strings.TrimSuffix(last(from), ".git")), v)
		}
	}
	o.through(v, parser.Text("1"))
	for i := range v.Effects {
		e := &v.Effects[i]
		file, known := o.file(v, e.Word)
		if e.Kind&grammar.Writes == 0 || !known {
			continue
		}
		if listed(unpackers, v.Name) && e.Cause == grammar.ByArgs {
			o.note(o.unpacked, file, v)
			continue
		}
		if isClone(v) && e.Cause == grammar.ByArgs {
			o.note(o.cloned, file, v)
			continue
		}
		o.note(o.fetched, file, v)
		o.through(v, e.Word)
		for j := range v.Effects {
			if from, known := v.Effects[j].Word.Text(); known && v.Effects[j].Kind&(grammar.Connects|grammar.Reads|grammar.Deletes) != 0 {
				o.note(o.fetched, file+"/"+last(from), v)
			}
		}
	}
}

// through notes the files that a descriptor leads to which an invocation writes to.
func (o *origins) through(v *grammar.Invocation, descriptor parser.Word) {
	for _, w := range v.Command.Opened(descriptor) {
		if file, known := o.file(v, w); known {
			o.note(o.fetched, file, v)
		}
	}
}

// isClone reports whether an invocation fetches a whole repository.
func isClone(v *grammar.Invocation) bool { return v.Name == "git" && v.Sub == "clone" }

// unpackers are the programs that make a tree of what they read.
const unpackers = "tar unzip 7z cpio"

// last is the last part of a path, a URL or host:path.
func last(name string) string {
	name = path.Base(strings.TrimRight(name, "/"))
	return name[strings.LastIndexByte(name, ':')+1:]
}

// placed is a path as far as the directory of the command is known, and where the
// request starts. Links on the way are not followed yet, so that ".." stays.
func (o *origins) placed(v *grammar.Invocation, name string) string {
	dir, known := v.Command.Dir.Text()
	if !known || strings.HasPrefix(name, "/") {
		return name
	}
	if !strings.HasPrefix(dir, "/") {
		dir = path.Join(o.start, dir)
	}
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

// file is the path of a word as placed gives it. The name that mktemp made up is not
// known, but it is the same wherever it is used: it is told by the command.
func (o *origins) file(v *grammar.Invocation, w parser.Word) (string, bool) {
	if text, known := w.Text(); known {
		return o.placed(v, text), true
	}
	from := w.From()
	if len(from) != 1 || len(w.Parts) == 0 || w.Parts[0].Kind != parser.Unknown || o.by[from[0]] == nil || o.by[from[0]].Name != "mktemp" {
		return "", false
	}
	rest, known := parser.Word{Parts: w.Parts[1:]}.Text()
	return "/\x00" + strconv.Itoa(o.order[o.by[from[0]]]) + rest, known
}

func (o *origins) note(files map[string]int, name string, v *grammar.Invocation) {
	for _, name := range o.aliases.same(name) {
		if at, ok := files[name]; !ok || o.order[v] < at {
			files[name] = o.order[v]
		}
	}
}

// derives reports whether an invocation reads, or moves away, what came from
// the network before, or is fed by one that does.
func (o *origins) derives(v *grammar.Invocation) bool {
	for i := range v.Effects {
		e := &v.Effects[i]
		file, known := o.file(v, e.Word)
		if known && e.Kind&(grammar.Reads|grammar.Deletes) != 0 && e.Kind&grammar.Runs == 0 && o.before(o.fetched, file, v) {
			return true
		}
	}
	return o.carried(v.Command.Stdin.From)
}

// before reports whether a file is one of those noted, by an earlier command.
func (o *origins) before(files map[string]int, name string, v *grammar.Invocation) bool {
	_, there := o.noted(files, name, v)
	return there
}

// noted returns the place of the earlier command that noted a file, by whatever name.
func (o *origins) noted(files map[string]int, name string, v *grammar.Invocation) (at int, there bool) {
	for _, name := range o.aliases.same(name) {
		if at, ok := files[name]; ok && at < o.order[v] {
			return at, true
		}
	}
	return 0, false
}

// carried reports whether one of some commands, or what feeds it, reads what
// came from the network before.
func (o *origins) carried(from []*parser.Command) bool {
	for _, c := range from {
		if v := o.by[c]; v != nil && o.derives(v) {
			return true
		}
	}
	return false
}

// downloaded reports whether an effect is on a file that a command before it
// got from the network, or on the text of one.
func (o *origins) downloaded(v *grammar.Invocation, e *grammar.Effect) bool {
	if len(o.fetched) == 0 {
		return false
	}
	if e.Kind&grammar.Evaluates != 0 {
		return o.carried(e.Word.From())
	}
	for _, w := range append(v.Command.Opened(e.Word), e.Word) {
		if file, known := o.file(v, w); known && o.before(o.fetched, file, v) {
			return true
		}
	}
	return false
}

// names reports whether an operand is a file that a command before it got from the
// network.
func (o *origins) names(v *grammar.Invocation) bool {
	for _, w := range v.Operands {
		if file, known := o.file(v, w.Word); known && len(o.fetched) > 0 && o.before(o.fetched, file, v) {
			return true
		}
	}
	return false
}

// isBelow reports whether an effect is on a file below a directory that a
// command before it filled with what came from the network. Sources are there to
// be configured and built, and what they were built to may be tried.
func (o *origins) isBelow(filled map[string]int, v *grammar.Invocation, e *grammar.Effect) bool {
	text, known := e.Word.Text()
	if !known || len(filled) == 0 {
		return false
	}
	for _, name := range o.aliases.same(o.placed(v, text)) {
		if listed(configures, path.Base(name)) {
			return false
		}
		for dir := path.Dir(name); ; dir = path.Dir(dir) {
			if at, there := o.noted(filled, dir, v); there {
				return !isItself(v, e) || isScript(name) || !o.builds(at, v)
			}
			if dir == "." || dir == "/" {
				break
			}
		}
	}
	return false
}

// configures are the scripts that say how sources are built on this machine.
const configures = "configure config Configure autogen.sh buildconf bootstrap"

// compilers are the programs that make programs of sources.
const compilers = "make gmake ninja cmake meson cc gcc g++ c++ clang clang++ rustc cargo go zig nim ghc swiftc dmd gfortran nasm ld"

// builds reports whether a compiler runs between two commands.
func (o *origins) builds(from int, to *grammar.Invocation) bool {
	for v, at := range o.order {
		if at > from && at < o.order[to] && listed(compilers, v.Name) {
			return true
		}
	}
	return false
}

// isScript reports whether a file has the name of one that is run as it was written.
func isScript(name string) bool {
	ext := path.Ext(name)
	return ext != "" && ext != ".out" && ext != ".exe"
}

// of tells whether what an effect runs has the wanted origin.
func (o *origins) of(want Origin, v *grammar.Invocation, e *grammar.Effect) parser.Truth {
	switch want {
	case FromNetwork:
		return o.any(e.Word.From()).Or(parser.Of(o.startsShell(v, e)))
	case FromDownload:
		return parser.Of(o.downloaded(v, e))
	case FromArchive:
		return parser.Of(o.isBelow(o.unpacked, v, e))
	case FromClone:
		return parser.Of(o.isBelow(o.cloned, v, e))
	case FromUnknown:
		return parser.Of(!e.Word.Known()).And(o.any(e.Word.From()).Not())
	case FromEnvironment:
		return parser.Of(o.told(v, e))
	case FromText:
		return parser.Of(e.Word.Known())
	}
	return parser.Yes
}

// startsShell reports whether an effect runs what arrives on standard input,
// with a connection in the place of a file: its own, or that of a command
// around it.
func (o *origins) startsShell(v *grammar.Invocation, e *grammar.Effect) bool {
	if e.Kind != grammar.Evaluates || e.Cause != grammar.ByStdin || e.Name != "" || e.Word.Known() {
		return false
	}
	for c := v.Command; c != nil && o.by[c] != nil; c = c.Outer {
		for i := range o.by[c].Effects {
			if x := &o.by[c].Effects[i]; x.Kind == grammar.Connects && x.Cause != grammar.ByArgs {
				return true
			}
		}
	}
	return false
}
