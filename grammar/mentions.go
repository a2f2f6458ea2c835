package grammar

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// mentions records the words of a client of a service that may name what it sends there, as effects of the kind
// Mentions: operands and the values of options to which the grammar gives no role, as in wrangler
// deploy --assets DIR. Such clients get new options and subcommands faster than any grammar.
func (r *reader) mentions() {
	if r.inv.Program.Style&spec.Service == 0 || r.sendsNothing() {
		return
	}
	for i := range r.inv.Options {
		g := &r.inv.Options[i]
		switch {
		case g.Variable != "":
		case g.Option != nil && g.Option.Role == spec.Plain && g.Option.Arg != spec.None && slices.ContainsFunc(strings.Fields(g.Option.Names), isUploadOption):
			r.mention(g.Value)
		case g.Option == nil && len(g.Value.Parts) > 0 && !isLocalOption(g.Name):
			r.mention(g.Value)
		case g.Option == nil && len(g.Value.Parts) == 0:
			r.mention(gluedPath(parser.Text(g.Name)))
		}
	}
	for _, o := range r.inv.Operands {
		if o.Role == spec.Plain {
			r.mention(o.Word)
		}
	}
	for _, w := range r.cmd.Args[1:] { // in the place of a subcommand: vercel DIR
		if text, known := w.Text(); known && strings.ContainsAny(text, "/~.") && wordlist.Among(text, r.inv.Sub) {
			r.mention(w)
		}
	}
}

// sendsNothing reports whether a subcommand sends no file, or one that is meant for a store of secrets.
func (r *reader) sendsNothing() bool {
	takes := false
	for word := range strings.FieldsFuncSeq(r.inv.Sub, func(c rune) bool { return c == ' ' || c == ':' }) {
		verb, _, _ := strings.Cut(word, "-") // get-parameters-by-path
		if wordlist.Among(verb, catalogue.UploadVerbs) {
			return false
		}
		takes = takes || wordlist.Among(verb, catalogue.OtherVerbs)
	}
	return takes
}

func isUploadOption(name string) bool { return wordlist.Among(name, catalogue.UploadOptions) }

// isLocalOption reports whether the value of an option is a file that the program reads for itself, writes
// or leaves out, or text.
func isLocalOption(name string) bool { return wordlist.Among(name, catalogue.LocalOptions) }

// mention records that a word, or a part of it, may name a file or a directory.
func (r *reader) mention(w parser.Word) {
	prefix := w.Prefix()
	if strings.Contains(prefix, "://") || strings.ContainsAny(prefix, " \t\n") && !isRooted(prefix) {
		return // a URL, or prose
	}
	for _, part := range append(pathsIn(w), w) {
		if r.mayBeFile(part) {
			r.touch(Mentions, use{word: part, truth: parser.Yes})
		}
	}
}

// mayBeFile reports whether a word may name a file that matters: most words without a dot or a slash
// name other things, unless the text has gone to a directory that it chose.
func (r *reader) mayBeFile(w parser.Word) bool {
	text := w.String()
	return text != "" && (len(r.cmd.Dir.Parts) > 0 || strings.ContainsAny(text, "/~.") || strings.HasPrefix(text, "id_"))
}

// isRooted reports whether a word looks like a path by how it begins.
func isRooted(prefix string) bool {
	return prefix != "" && strings.IndexByte("/~.", prefix[0]) >= 0
}

// lookInside records the possible effects of paths that are parts of a word on an unknown program:
// dir:PATH, PATH:type, -fPATH.
func (r *reader) lookInside(w parser.Word) {
	prefix := w.Prefix()
	if strings.Contains(prefix, "://") || strings.ContainsAny(prefix, " \t\n") {
		return
	}
	if strings.HasPrefix(prefix, "-") {
		if path := gluedPath(w); len(path.Parts) > 0 {
			r.effect(Effect{Kind: Reads, Word: path}, parser.Maybe)
		}
		return
	}
	for _, part := range pathsIn(w) {
		if p := part.Prefix(); isRooted(p) || strings.Contains(p, "/") || p != "" && len(r.cmd.Dir.Parts) > 0 {
			r.effect(Effect{Kind: Reads, Word: part}, parser.Maybe)
		}
	}
}

// servesStart records that a server of files without a grammar reads the directory that it starts in, if
// no word looks like another.
func (r *reader) servesStart(words []parser.Word) {
	elsewhere := func(w parser.Word) bool {
		return isRooted(w.Prefix()) || strings.Contains(w.Prefix(), "/") || !w.Known()
	}
	if wordlist.Among(r.inv.Name, spec.FileServers) && !slices.ContainsFunc(words, elsewhere) {
		r.effect(Effect{Kind: Reads, Word: parser.Text(".")}, parser.Maybe)
	}
}

// gluedPath returns the path that directly follows an option of one letter, or no word: -f/PATH.
func gluedPath(w parser.Word) parser.Word {
	prefix := w.Prefix()
	if len(prefix) < len("-f") || prefix[1] == '-' || !isRooted(prefix[len("-f"):]) {
		return parser.Word{}
	}
	return w.Tail(len("-f"))
}

// pathsIn returns the parts of a word that programs take for paths: after the sign of a file (@PATH,
// key=PATH, dir:PATH), and before a type or a label (PATH:type, PATH#label).
func pathsIn(w parser.Word) (parts []parser.Word) {
	prefix := w.Prefix()
	if i := strings.IndexAny(prefix, "@=:"); i >= 0 {
		if strings.HasPrefix(prefix[i:], "=@") {
			i++
		}
		parts = append(parts, w.Tail(i+1))
	}
	text, known := w.Text()
	if i := strings.LastIndexAny(text, ":#"); known && i > 0 {
		parts = append(parts, parser.Text(text[:i]))
	}
	return parts
}
