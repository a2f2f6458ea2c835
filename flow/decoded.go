package flow

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// decoders are programs that turn what nobody can read into text, and the options with which they do so;
// "" for always. Sources: base64(1), basenc(1), xxd(1), openssl-enc(1), uudecode(1), strings(1), rev(1),
// bsdgames, exiftool(1), zbarimg(1), steghide(1). A program that only compresses hides nothing from who looks at
// the file's name: it is not among them.
var decoders = [...]struct{ programs, with string }{
	{"base64 base32 basenc base58 openssl python", "-d --decode -D"},
	{"xxd", "-r --revert"},
	{"uudecode strings rev rot13 caesar exiftool zbarimg steghide zsteg stegseek outguess", ""},
}

// codeLanguages are the languages whose code can start any program.
const codeLanguages = "sh python perl ruby javascript php lua"

// decodedFilters are programs that pass on what a decoder prints, or unpack it.
const decodedFilters = filters + " grep sed cut awk tr dd sponge " + decompressors

// rotations are parts of a set of tr(1) that replaces letters by others.
var rotations = [...]string{"n-za-m", "N-ZA-M", "a-mn-z", "A-MN-Z", "z-a"}

// isDecoder reports whether an invocation decodes text that is not known.
func (g *Graph) isDecoder(v *grammar.Invocation) bool {
	if v.Name == "tr" {
		return len(v.Operands) == 2 && slices.ContainsFunc(rotations[:], func(set string) bool {
			text, _ := v.Operands[1].Word.Text()
			return strings.Contains(text, set)
		})
	}
	for _, d := range decoders {
		if wordlist.Among(v.Name, d.programs) && (d.with == "" || hasOption(v, d.with)) {
			return readsArgument(v) || !g.printsText(v.Command, maxFilters)
		}
	}
	return false
}

// readsArgument reports whether an invocation reads a file that its words name, and so not its input.
func readsArgument(v *grammar.Invocation) bool {
	return slices.ContainsFunc(v.Effects, func(e grammar.Effect) bool { return e.Kind&grammar.Reads != 0 && e.Cause == grammar.ByArgs })
}

// hasOption reports whether one of some options is given, by the grammar or as a word, and for python only
// to its module for such text.
func hasOption(v *grammar.Invocation, names string) bool {
	args := v.Command.Args
	if v.Name == "python" && !slices.ContainsFunc(args, func(w parser.Word) bool { return w.Is("base64") == parser.Yes }) {
		return false
	}
	return v.Has(names) == parser.Yes || slices.ContainsFunc(args, func(w parser.Word) bool {
		text, known := w.Text()
		return known && wordlist.Among(text, names)
	})
}

// isDecoded reports whether an effect runs what a decoder prints, directly, through filters or from a file.
func (g *Graph) isDecoded(v *grammar.Invocation, e *grammar.Effect) bool {
	if e.Settled || e.Kind&(grammar.Evaluates|grammar.Runs) == 0 || e.Kind&grammar.Evaluates != 0 && !wordlist.Among(e.Lang, codeLanguages) {
		return false
	}
	if g.anyDecodes(e.Word.From(), maxFilters) {
		return true
	}
	if e.Kind&grammar.Runs == 0 {
		return false // text of its own, and no file
	}
	file, known := g.path(v, e.Word)
	if !known {
		return false
	}
	if g.decoded == nil {
		g.decoded = g.decodedFiles()
	}
	if len(g.decoded) == 0 {
		return false // nearly always
	}
	for before := range grammar.All(g.invs) {
		if before == v {
			return false
		}
		if slices.ContainsFunc(g.decoded[before], func(name string) bool { return g.sameFile(file, name) }) {
			return true
		}
	}
	return false
}

// decodedFiles returns the files into which commands write what a decoder prints, by the invocation.
func (g *Graph) decodedFiles() map[*grammar.Invocation][]string {
	found := map[*grammar.Invocation][]string{}
	for v := range grammar.All(g.invs) {
		if !g.decodes(v.Command, maxFilters) {
			continue
		}
		for i := range v.Effects {
			if e := &v.Effects[i]; e.Kind&grammar.Writes != 0 {
				if name, known := g.path(v, e.Word); known {
					found[v] = append(found[v], name)
				}
			}
		}
	}
	return found
}

// anyDecodes reports whether one of some commands is a decoder, or gets from one what it prints.
func (g *Graph) anyDecodes(from []*parser.Command, stepsLeft int) bool {
	return stepsLeft > 0 && g.aboutAll("decoded", from, stepsLeft, func() bool {
		return slices.ContainsFunc(from, func(c *parser.Command) bool { return g.decodes(c, stepsLeft) })
	})
}

// startsDecoder reports whether an invocation is a decoder, or starts one.
func (g *Graph) startsDecoder(v *grammar.Invocation) bool {
	for u := range grammar.All([]*grammar.Invocation{v}) {
		if g.isDecoder(u) {
			return true
		}
	}
	return false
}

// decodes reports whether a command is a decoder, starts one, or passes on what one prints.
func (g *Graph) decodes(c *parser.Command, stepsLeft int) bool {
	v := g.invocation(c)
	return v != nil && (g.startsDecoder(v) || wordlist.Among(v.Name, decodedFilters) && g.anyDecodes(c.Stdin.From, stepsLeft-1))
}
