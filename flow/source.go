package flow

import (
	"path"
	"slices"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// Source is the origin of the code that an effect runs.
type Source uint8

// The sources.
const (
	Anywhere    Source = iota
	Network            // a command on the way connects to the network
	Download           // an earlier command got the file, or the text, from the network
	Clone              // an earlier command cloned the repository that contains the file
	Archive            // an earlier command unpacked an archive from the network around the file
	Unknown            // the text is unknown, and not from the network
	Environment        // an earlier command wrote the environment there
	Text               // the text is known
	Packed             // a program unpacks bytes in the text
	Model              // an earlier command wrote what a model answers there
	Built              // an earlier command cloned or unpacked from the network the directory that the program builds
	Brought            // what the program copies or unpacks came from the network with an earlier command, or comes from there now
	Decoded            // an earlier command, or one on the way, decodes unknown text
	Loaded             // an earlier command got from the network a file that the program runs by a fixed name
)

// names are the names of the sources.
var names = [...]string{
	Anywhere: "anywhere", Network: "the network", Download: "a file just downloaded", Clone: "a repository just cloned", Archive: "an archive just unpacked",
	Environment: "a command that prints the environment", Unknown: "what is not known", Text: "known text", Packed: "compressed text", Model: "a model", Built: "a directory just cloned or unpacked", Brought: "another machine", Decoded: "decoded text",
	Loaded: "a file just downloaded that it finds by its name",
}

// String returns the source in words that can follow "comes from".
func (s Source) String() string { return names[s] }

// IsEarlier reports whether the source requires an earlier command.
func (s Source) IsEarlier() bool {
	return s == Download || s == Archive || s == Clone || s == Environment || s == Packed || s == Decoded || s == Loaded || s == Built || s == Brought || s == Model
}

// From returns whether what an effect runs, or reads, comes from a source.
func (g *Graph) From(s Source, v *grammar.Invocation, e *grammar.Effect) parser.Truth {
	switch s {
	case Network:
		if e.Settled {
			return parser.No
		}
		return g.anyConnects(e.Word.From()).Or(parser.Of(g.IsRemoteShell(v, e)))
	case Download:
		return g.isDownload(v, e)
	case Archive:
		return g.isBelow(Archive, v, e)
	case Clone:
		return g.isBelow(Clone, v, e).Or(parser.Of(g.isOfRemoteBranch(e)))
	case Unknown:
		return parser.Of(!e.Word.Known()).And(g.anyConnects(e.Word.From()).Not())
	case Environment:
		return parser.Of(g.holdsOutput(dumpers, v, e))
	case Model:
		return parser.Of(g.holdsOutput(Models, v, e))
	case Text:
		return parser.Of(e.Word.Known())
	case Loaded:
		return parser.Of(g.LoadsDownload(v))
	case Built:
		return parser.Of(g.BuildsBrought(v))
	case Brought:
		return parser.Of(g.copiesBrought(v))
	case Decoded:
		return parser.Of(g.isDecoded(v, e))
	case Packed:
		return parser.Of(!e.Word.Known() && g.isPacked(e.Word.From(), maxFilters))
	}
	return parser.Yes
}

// decompressors unpack bytes, and recoders print their input in another form.
const (
	decompressors = "zcat gzcat gzip gunzip bzcat bzip2 bunzip2 xzcat xz unxz zstd zstdcat unzstd lz4 lz4cat brotli lzma unlzma lzip pigz unpigz zlib-flate"
	recoders      = "base64 base32 basenc xxd cat tr openssl"
)

// isPacked reports whether one of some commands is a decompressor that reads text from others.
func (g *Graph) isPacked(from []*parser.Command, filtersLeft int) bool {
	return filtersLeft > 0 && g.aboutAll("packed", from, filtersLeft, func() bool {
		return slices.ContainsFunc(from, func(c *parser.Command) bool {
			return g.mayPrint(c, decompressors, from) && g.printsText(c, filtersLeft) || g.isPacked(c.Stdin.From, filtersLeft-1)
		})
	})
}

// printsText reports whether a command's input is text in the source, in any encoding.
func (g *Graph) printsText(c *parser.Command, filtersLeft int) bool {
	switch {
	case c.Stdin.Kind == parser.FromText:
		return true
	case c.Stdin.Kind != parser.FromPipe || len(c.Stdin.From) == 0 || filtersLeft == 0:
		return false
	}
	from := c.Stdin.From
	return g.aboutAll("text", from, filtersLeft, func() bool {
		return !slices.ContainsFunc(from, func(p *parser.Command) bool {
			return !g.mayPrint(p, "echo printf", from) && (!g.mayPrint(p, recoders, from) || !g.printsText(p, filtersLeft-1))
		})
	})
}

// IsRemoteShell reports whether an effect runs standard input that is a network connection
// instead of a file: its own, or that of a command around it.
func (g *Graph) IsRemoteShell(v *grammar.Invocation, e *grammar.Effect) bool {
	if e.Kind != grammar.Evaluates || e.Cause != grammar.ByStdin || e.Name != "" || e.Word.Known() {
		return false
	}
	for c := v.Command; c != nil && g.by[c] != nil; c = c.Outer {
		for i := range g.by[c].Effects {
			if x := &g.by[c].Effects[i]; x.Kind == grammar.Connects && x.Cause != grammar.ByArgs {
				return true
			}
		}
	}
	return false
}

// isDownload returns whether an effect is on a file that an earlier command got from the network,
// or on the text of one. It is Maybe if somebody has looked at the file since.
func (g *Graph) isDownload(v *grammar.Invocation, e *grammar.Effect) parser.Truth {
	if g.nothingCame() {
		return parser.No
	}
	if e.Kind&grammar.Evaluates != 0 {
		return parser.Of(g.anyReadsTainted(e.Word.From(), map[*parser.Command]bool{}))
	}
	if g.runsOwnDownload(v, e) {
		return parser.Yes
	}
	for _, w := range append(v.Command.Opened(e.Word), e.Word) {
		if at, there := g.markedWord(Download, v, w); there {
			return parser.Of(at != beforeRead).Or(parser.Maybe)
		}
	}
	return parser.Of(e.Kind == grammar.Sets && g.holdsDownload(v, e.Word))
}

// runsOwnDownload reports whether code runs a file that it has got from the network itself: it imports
// the module.
func (g *Graph) runsOwnDownload(v *grammar.Invocation, e *grammar.Effect) bool {
	file, known := g.path(v, e.Word)
	if !known || e.Kind&grammar.Runs == 0 || g.connected[v.Command] == parser.No {
		return false
	}
	code := slices.ContainsFunc(v.Effects, func(x grammar.Effect) bool { return x.Kind == grammar.Evaluates && x.Cause != grammar.ByAssign })
	return code && slices.ContainsFunc(v.Effects, func(x grammar.Effect) bool {
		at, known := g.path(v, x.Word)
		return known && x.Kind&grammar.Writes != 0 && x.Cause == grammar.ByArgs && at == file
	})
}

// holdsDownload reports whether a directory has a file that an earlier command got from the network, and that is
// not to be unpacked first.
func (g *Graph) holdsDownload(v *grammar.Invocation, w parser.Word) bool {
	dir, known := g.path(v, w)
	if !known || dir == "" {
		return false
	}
	dir = path.Clean(dir)
	for file, at := range g.tainted[Download] {
		if at < g.order[v] && path.Dir(file) == dir && !wordlist.Among(path.Ext(file), packed) {
			return true
		}
	}
	return false
}

// packed are the ends of the names of archives and installers.
const packed = ".tgz .gz .xz .zst .bz2 .tar .zip .7z .jar .deb .rpm .apk .whl .sh .exe .dmg .pkg .iso"

// nothingCame reports whether no file came from the network, in the request or before it.
func (g *Graph) nothingCame() bool {
	return g.machine.Earlier == nil && len(g.tainted[Download])+len(g.patterns) == 0
}

// NamesDownload reports whether an operand is a file that an earlier command got from the network.
func (g *Graph) NamesDownload(v *grammar.Invocation) bool {
	if g.nothingCame() {
		return false
	}
	for _, w := range v.Operands {
		if _, there := g.markedWord(Download, v, w.Word); there {
			return true
		}
	}
	return false
}
