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
	Delivered          // the command reads its input, or a file that it names, from the network
	Model              // an earlier command wrote what a model answers there
	Loaded             // an earlier command got from the network a file that the program runs by a fixed name
)

// names are the names of the sources.
var names = [...]string{
	Anywhere: "anywhere", Network: "the network", Download: "a file just downloaded", Clone: "a repository just cloned", Archive: "an archive just unpacked",
	Environment: "a command that prints the environment", Unknown: "what is not known", Text: "known text", Packed: "compressed text", Delivered: "the network, by its input or a file", Model: "a model", Loaded: "a file just downloaded that it finds by its name",
}

// String returns the source in words that can follow "comes from".
func (s Source) String() string { return names[s] }

// IsEarlier reports whether the source requires an earlier command.
func (s Source) IsEarlier() bool {
	return s == Download || s == Archive || s == Clone || s == Environment || s == Packed || s == Loaded || s == Model
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
		return g.isBelow(Clone, v, e)
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
	case Delivered:
		return g.isDelivered(v)
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

// isDelivered reports whether an invocation reads what came from the network: on its standard input, or in a file.
func (g *Graph) isDelivered(v *grammar.Invocation) parser.Truth {
	t := g.anyConnects(v.Command.Stdin.From)
	for i := range v.Effects {
		if e := &v.Effects[i]; e.Kind&grammar.Reads != 0 {
			t = t.Or(g.isDownload(v, e))
		}
	}
	return t
}

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
	for _, w := range append(v.Command.Opened(e.Word), e.Word) {
		if at, there := g.markedWord(Download, v, w); there {
			return parser.Of(at != beforeRead).Or(parser.Maybe)
		}
	}
	return parser.Of(e.Kind == grammar.Sets && g.holdsDownload(v, e.Word))
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
func (g *Graph) nothingCame() bool { return g.machine.Earlier == nil && len(g.tainted[Download]) == 0 }

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
