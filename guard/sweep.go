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

// clears are the commands of ed(1) and ex(1) that delete all lines.
const clears = ",d ,d_ %d %d_ %delete 1,$d 1,$delete 0,$d g/^/d g/.*/d %s/.*//"

// clearedByEditor returns the deletions that the commands of an editor amount to, if they delete all lines of
// what a search finds, and put nothing in their place.
func clearedByEditor(v *grammar.Invocation, by grammar.Effect, code string) (deleted []grammar.Effect) {
	if !wordlist.Among(by.Lang, "ed ex") {
		return nil
	}
	cleared := false
	for line := range strings.FieldsFuncSeq(code, func(c rune) bool { return c == '\n' || c == '|' }) {
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "argdo "))
		cleared = cleared || wordlist.Among(strings.ReplaceAll(line, " ", ""), clears)
		if wordlist.Among(line, "a i c 0a") || strings.HasPrefix(line, "r ") || strings.HasPrefix(line, "0r") || strings.HasPrefix(line, "put") {
			return nil
		}
	}
	for i := range v.Operands {
		if w := v.Operands[i].Word; cleared {
			if _, found := template(w); found {
				deleted = append(deleted, grammar.Effect{Kind: grammar.Deletes, Word: w, Truth: by.Truth, Cause: by.Cause, At: by.At})
			}
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
