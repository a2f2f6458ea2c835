package spec

import (
	"iter"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// Secret is a word of a command that is or contains a credential.
type Secret struct {
	Word parser.Word
	From int    // offset in the text of the word
	Name string // the name of the value, if that name decides whether it is a credential; otherwise ""
}

// SecretPlace says where the words of programs contain a credential, for programs without a
// grammar and for places where a role would be too broad. It affects only records and messages,
// and no decision.
type SecretPlace struct {
	Programs string // their names, separated by blanks

	// Under are consecutive words, in any case, with only options between them; "x*" matches any
	// word with that beginning. Groups are separated by "|".
	Under string

	// With are options of which one must be given, bundled or not.
	With string

	// Options are those whose value is a credential: "-p" in the same word or the next, "-p+"
	// only in the same, "-p!" only in the next, and "/p:" directly after it.
	Options string

	// Flags are the letters that may precede an option's letter in a bundle.
	Flags string

	// Which says which words after Under are credentials, without options. The range is from the
	// first up to but not including the last, counted from 0; a last of 0 means up to the end.
	Which    Which
	From, To int

	// Stdin are the options with which standard input is a credential; "*" means always, "-" the
	// word "-".
	Stdin string
}

// Which selects words.
type Which uint8

const (
	NoWords Which = iota
	AllWords
	LastWord
	NamedWords // after the name of a credential: aws configure set NAME VALUE
	ValueWords // after "=" in a word
	LoginWords // after "/" in a word: sqlplus NAME/PASSWORD@HOST
)

// Secrets yields the words of a command that are credentials by this row.
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

// valued returns the value of an option, if the first word is one.
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

// bundled returns the offset of the value of a one-letter option in a bundle, or 0.
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

// words yields the credentials among the words that are not options.
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

// Behind returns the index after one of the groups in Under, or -1.
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
