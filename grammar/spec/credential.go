package spec

import (
	"iter"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// Secret is a word of a command that is a credential, or has one in it.
type Secret struct {
	Word parser.Word
	From int    // where it begins in the text of the word
	Name string // what it is the value of, where that name decides whether it is one; "" where it is one anyway
}

// SecretPlace says where the words of programs hold a credential, for programs without a
// grammar and for places where a role would say too much. Nothing is decided by it: it is
// for records and messages, and no row makes a command look different to a rule.
type SecretPlace struct {
	Programs string // their names, separated by blanks

	// Under are words that must follow one another, in upper or lower case, with no more
	// than options between them; "x*" is any word that begins so. Groups are separated by "|".
	Under string

	// With are options one of which must be given, bundled or not.
	With string

	// Options are those whose value is a credential: "-p" in the same word or the next, "-p+"
	// in the same alone, "-p!" in the next alone, and "/p:" behind that.
	Options string

	// Flags are the letters that may stand before that of an option in a bundle.
	Flags string

	// Which of the words behind under are credentials, but for options, and the first and the
	// last of them: from 0 on, up to but not including; 0 is up to the end.
	Which    Which
	From, To int

	// Stdin are the options under which standard input is one; "*" always, "-" with that word.
	Stdin string
}

// Which words are meant.
type Which uint8

const (
	NoWords Which = iota
	AllWords
	LastWord
	NamedWords // those behind the name of a credential: aws configure set NAME VALUE
	ValueWords // what stands behind "=" in a word
	LoginWords // what stands behind "/" in a word: sqlplus NAME/PASSWORD@HOST
)

// Secrets yields the words of a command that the row says are credentials.
func (row *SecretPlace) Secrets(words []parser.Word) iter.Seq[Secret] {
	return func(yield func(Secret) bool) {
		at := row.Behind(words)
		if at < 0 {
			return
		}
		for i, w := range words {
			for name := range wordlist.Each(row.Options) {
				if s, ok := row.valued(words[i:], w.Prefix(), name); ok && !yield(s) {
					return
				}
			}
		}
		row.words(words[at:], yield)
	}
}

// valued is the value of an option that the first of some words is.
func (row *SecretPlace) valued(words []parser.Word, text, name string) (Secret, bool) {
	attached, next := true, true
	switch {
	case strings.HasSuffix(name, "+"):
		name, next = name[:len(name)-1], false
	case strings.HasSuffix(name, "!"):
		name, attached = name[:len(name)-1], false
	case strings.HasSuffix(name, ":"):
		next = false
	}
	at := len(name)
	switch {
	case strings.HasPrefix(text, name):
	case len(name) == 2 && row.bundled(text, name[1]) > 0:
		at = row.bundled(text, name[1])
	default:
		return Secret{}, false
	}
	switch whole := len(text) == at && words[0].Known(); {
	case whole && next && len(words) > 1:
		return Secret{Word: words[1]}, true
	case whole:
		return Secret{}, false
	case strings.HasPrefix(text[at:], "="):
		return Secret{Word: words[0], From: at + 1}, true
	case attached && (len(name) == 2 || strings.HasSuffix(name, ":") || !next):
		return Secret{Word: words[0], From: at}, true
	}
	return Secret{}, false
}

// bundled is where the value of an option of one letter begins in a bundle, or 0.
func (row *SecretPlace) bundled(text string, letter byte) int {
	if len(text) < 3 || text[0] != '-' || text[1] == '-' {
		return 0
	}
	for i := 1; i < len(text); i++ {
		if text[i] == letter {
			return i + 1
		}
		if strings.IndexByte(row.Flags, text[i]) < 0 {
			return 0
		}
	}
	return 0
}

// words yields those that are no options.
func (row *SecretPlace) words(words []parser.Word, yield func(Secret) bool) {
	var operands []parser.Word
	for _, w := range words {
		if p := w.Prefix(); !strings.HasPrefix(p, "-") || p == "-" {
			operands = append(operands, w)
		}
	}
	to := len(operands)
	if row.To > 0 {
		to = min(row.To, to)
	}
	for i := min(row.From, to); i < to; i++ {
		s, text := Secret{Word: operands[i]}, operands[i].Prefix()
		switch row.Which {
		case NoWords:
			return
		case LastWord:
			if i < to-1 {
				continue
			}
		case NamedWords:
			if i+1 == to {
				return
			}
			s = Secret{Word: operands[i+1], Name: text[strings.LastIndexAny(text, ":./")+1:]}
			if s.Name == "" {
				continue
			}
		case ValueWords, LoginWords:
			sign := "="
			if row.Which == LoginWords {
				sign = "/"
			}
			if s.From = strings.Index(text, sign) + 1; s.From < 2 {
				continue
			}
		}
		if !yield(s) {
			return
		}
	}
}

// Behind is where the words go on behind one of the groups in under, or -1.
func (row *SecretPlace) Behind(words []parser.Word) int {
	if row.Under == "" {
		return 0
	}
	for group := range strings.SplitSeq(row.Under, "|") {
		for start := range words {
			at, rest := start, group
			for rest != "" && at < len(words) {
				name, more, _ := strings.Cut(rest, " ")
				text := words[at].Prefix()
				switch stem, open := strings.CutSuffix(name, "*"); {
				case strings.EqualFold(text, name), open && strings.HasPrefix(text, stem):
					rest = more
				case at == start || !strings.HasPrefix(text, "-"):
					at = len(words)
					continue
				}
				at++
			}
			if rest == "" && at <= len(words) {
				return at
			}
		}
	}
	return -1
}
