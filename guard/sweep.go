package guard

import (
	"strings"
	"unicode"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
)

// choosers are the words with which code picks some of several things, and kindTests those
// that only ask what a name stands for.
const (
	choosers  = "if unless when filter select grep reject and break"
	kindTests = "isfile isFile is_file islink isdir isDirectory exists existsSync"
)

// sweep makes what an act deletes whatever there is, where it is any name in a directory and
// nothing in the code picks some of them.
func sweep(deleted []grammar.Effect, a script.Act, code string) {
	if a.Kind != script.Deletes || chooses(code) {
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

// chooses reports whether code picks some of several things by more than what kind of file
// they are.
func chooses(code string) bool {
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
