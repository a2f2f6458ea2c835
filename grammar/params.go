package grammar

import (
	"slices"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// shell reads shell source in the words. The following words are $0, $1 and so on if a shell reads it
// directly; without them $0 is the shell's name and the others are empty: sh(1).
func (r *reader) shell(u use) {
	for _, d := range dialects {
		if wordlist.Among(r.inv.Name, d.names) {
			r.params = u.rest
			if len(u.rest) == 0 {
				r.params = []parser.Word{parser.Text(r.inv.Name)}
			}
		}
	}
	r.code("sh", u.word, u.truth, r.cmd.Stdin)
	r.params = nil
}

// shellOptions returns the options that a shell is started with, by name: bash -O nullglob. For other
// programs there are none.
func (v *Invocation) shellOptions() []parser.Word {
	var set []parser.Word
	if !slices.ContainsFunc(dialects, func(d dialect) bool { return wordlist.Among(v.Name, d.names) }) {
		return nil
	}
	for w := range v.Values("-O -o") {
		set = append(set, w)
	}
	if v.given("-k") != parser.No {
		set = append(set, parser.Text("keyword"))
	}
	return set
}

// held returns the content of the file that a word names, as for <(echo text).
func held(w parser.Word) (text string, ok bool) {
	if len(w.Parts) != 1 {
		return "", false
	}
	return w.Parts[0].Held()
}
