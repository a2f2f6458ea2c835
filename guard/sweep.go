package guard

import (
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
	kindTests = "isfile isFile is_file islink isdir isDirectory exists existsSync"
)

// markDeletesAll marks a deletion as one of everything in a directory if code deletes every name that it
// finds there without selecting some.
func markDeletesAll(deleted []grammar.Effect, a script.Act, code string) {
	if a.Kind != script.Deletes || selectsSome(code) {
		return
	}
	for i := range deleted {
		parts := deleted[i].Word.Parts
		last := len(parts) - 1
		if last > 0 && parts[last].Kind == parser.Unknown && parts[last].Text == grammar.OfAKind && strings.HasSuffix(parts[last-1].Text, "/") {
			parts[last].Text = grammar.Whatever
		}
	}
}

// selectsSome reports whether code selects some of several things by more than the kind of file.
func selectsSome(code string) bool {
	picks := strings.Count(code, "&&") + strings.Count(code, "||") + strings.Count(code, " ? ")
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
