package grammar

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// maxGuesses bounds how many commands one without a grammar may turn out to
// hold, and how many programs a pattern may stand for.
const maxGuesses = 8

// bare reads a command whose program has no grammar. Its words are listed as
// they look; those that begin a known command may well be one, and those that
// look like a path or a URL may be read or fetched.
func (r *reader) bare() {
	words := r.cmd.Args[1:]
	open := r.inv.Open
	guesses := 0
	for i, w := range words {
		open = open || w.Splits() || len(w.Parts) > 0 && w.Parts[0].Kind == parser.Unknown
		r.look(w)
		if guesses < maxGuesses && begins(w) {
			guesses++
			r.inner(words[i:], handedOn(words[:i]))
		}
	}
	r.sort()
	r.finish()
	r.inv.Open = open // every option is unknown here: that says nothing
}

// unsorted is the scanner of words that no grammar speaks of.
func (r *reader) unsorted() *scanner {
	return &scanner{inv: r.inv, syntax: &Syntax{Style: Permute}, words: r.cmd.Args[1:], truth: parser.Yes}
}

// handedOn tells how certain it is that a program starts what follows some words:
// it is after "--" or "exec".
func handedOn(words []parser.Word) parser.Truth {
	if n := len(words); n > 0 && (words[n-1].Is("--") == parser.Yes || words[n-1].Is("exec") == parser.Yes) {
		return parser.Yes
	}
	return parser.Maybe
}

// begins tells whether a word names a program with a grammar: by its bare
// name or by an absolute path.
func begins(w parser.Word) bool {
	text, known := w.Text()
	if !known || text == "." || strings.Contains(text, "/") && text[0] != '/' {
		return false
	}
	return Lookup(text) != nil
}

// look records what a word may be to a program of which nothing is known.
func (r *reader) look(w parser.Word) {
	prefix := w.Prefix()
	if strings.HasPrefix(prefix, "-") {
		i := strings.IndexByte(prefix, '=')
		if i < 0 {
			return
		}
		w = w.Tail(i + 1)
		prefix = w.Prefix()
	}
	rooted := strings.HasPrefix(prefix, "/") || strings.HasPrefix(prefix, "~") || strings.HasPrefix(prefix, ".")
	switch {
	case !rooted && strings.ContainsAny(prefix, " \t\n"): // prose
	case strings.Contains(prefix, "://"):
		r.effect(Effect{Kind: Connects, Word: w}, parser.Maybe)
	case rooted || strings.Contains(prefix, "/"):
		r.effect(Effect{Kind: Reads, Word: w}, parser.Maybe)
	}
}

// guess reads the command for each program that a pattern in the place of the
// program word may stand for, as /bin/r[m].
func (r *reader) guess(w parser.Word) {
	pattern := ""
	for _, p := range w.Parts {
		if p.Kind == parser.Unknown {
			return
		}
		pattern += p.Text
	}
	var names []string
	for r := range rows() {
		for name := range Listed(r.Names) {
			if ok, err := path.Match(base(pattern), name); ok && err == nil {
				names = append(names, name)
			}
		}
	}
	if len(names) > maxGuesses {
		return
	}
	for _, name := range names {
		r.inner(append([]parser.Word{parser.Text(name)}, r.cmd.Args[1:]...), parser.Maybe)
	}
}
