package guard

import (
	"slices"
	"strings"
	"unicode"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
)

// choosers are words with which code selects some of several things. kindTests are calls that
// only ask what kind of file a name is.
const (
	choosers  = "if unless when filter select grep reject and break"
	kindTests = "isfile isFile is_file islink isdir is_dir isDir isLink isDot isDirectory isSymbolicLink exists existsSync"
)

// emptied returns the deletions that the writes of an act amount to, if it leaves nothing of the files that
// a listing found.
func emptied(written []grammar.Effect, a script.Act) (deleted []grammar.Effect) {
	for _, e := range written {
		if a.Empties && e.Kind == grammar.Writes {
			e.Kind, e.Word.Parts = grammar.Deletes, slices.Clone(e.Word.Parts)
			deleted = append(deleted, e)
		}
	}
	return deleted
}

// markDeletesAll marks a deletion as one of everything in a directory if code deletes every name that it
// finds there without selecting some.
func markDeletesAll(deleted []grammar.Effect, a script.Act, code string) {
	if a.Kind != script.Deletes && !a.Empties || selectsSome(code) {
		return
	}
	for i := range deleted {
		parts := deleted[i].Word.Parts
		for at := len(parts) - 1; at > 0 && parts[at].Kind == parser.Unknown && parts[at].Text == grammar.OfAKind && strings.HasSuffix(parts[at-1].Text, "/"); at -= 2 {
			parts[at].Text = grammar.Whatever
			if parts[at-1].Text != "/" {
				break
			}
		}
	}
}

// selectsSome reports whether code selects some of several things by more than the kind of file.
func selectsSome(code string) bool {
	picks := strings.Count(code, "&&") + strings.Count(code, "||") + strings.Count(code, " ? ")
	for _, test := range [...]string{"file?", "directory?", "symlink?", "-f $", "-f }", "-f;"} { // Ruby's, and Perl's
		picks -= strings.Count(code, test)
	}
	picks -= 2 * (strings.Count(code, `".."`) + strings.Count(code, `'..'`)) // neither . nor ..
	for word := range strings.FieldsFuncSeq(code, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) }) {
		switch {
		case wordlist.Among(word, choosers):
			picks++
		case wordlist.Among(word, kindTests):
			picks--
		}
	}
	return picks > 0
}
