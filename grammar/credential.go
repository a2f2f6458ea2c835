package grammar

import (
	"iter"
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// Secret is a word of a command that is a credential, or has one in it.
type Secret struct {
	Word parser.Word
	From int    // where it begins in the text of the word
	Name string // what it is the value of, where that name decides whether it is one; "" where it is one anyway
}

// confides says where the words of programs hold a credential, for programs without a
// grammar and for places where a role would say too much. Nothing is decided by it: it is
// for records and messages, and no row makes a command look different to a rule.
type confides struct {
	programs string // their names, separated by blanks

	// under are words that must follow one another, in upper or lower case, with no more
	// than options between them; "x*" is any word that begins so. Groups are separated by "|".
	under string

	// with are options one of which must be given, bundled or not.
	with string

	// options are those whose value is a credential: "-p" in the same word or the next, "-p+"
	// in the same alone, "-p!" in the next alone, and "/p:" behind that.
	options string

	// flags are the letters that may stand before that of an option in a bundle.
	flags string

	// which of the words behind under are credentials, but for options, and the first and the
	// last of them: from 0 on, up to but not including; 0 is up to the end.
	which    which
	from, to int

	// stdin are the options under which standard input is one; "*" always, "-" with that word.
	stdin string
}

// which words are meant.
type which uint8

const (
	noWords which = iota
	allWords
	lastWord
	namedWords // those behind the name of a credential: aws configure set NAME VALUE
	valueWords // what stands behind "=" in a word
	loginWords // what stands behind "/" in a word: sqlplus NAME/PASSWORD@HOST
)

// IsSecret reports whether the value of an option is a credential by its role.
func (g *Given) IsSecret() bool {
	return g.Option != nil && (g.Option.Role == Credential || g.Option.Role == Cookie && isCookie(g.Value))
}

// Secrets yields the words of an invocation that are credentials: by their role, and by
// the rows about its program.
func (v *Invocation) Secrets() iter.Seq[Secret] {
	return func(yield func(Secret) bool) {
		for _, o := range v.Operands {
			if o.Role == Credential && !yield(Secret{Word: o.Word}) {
				return
			}
		}
		for row := range v.confides() {
			for s := range row.secrets(v.Command.Args[1:]) {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// ReadsSecret reports whether a credential is read from standard input.
func (v *Invocation) ReadsSecret() bool {
	if len(v.Command.Args) == 0 {
		return false
	}
	words := v.Command.Args[1:]
	for _, w := range words {
		text := w.Prefix()
		if strings.HasPrefix(text, "--") && (strings.HasSuffix(text, "-stdin") || text == "--stdin" && among(v.Name, "passwd htpasswd")) {
			return true // --password-stdin
		}
	}
	for row := range v.confides() {
		if row.stdin == "" || row.behind(words) < 0 {
			continue
		}
		for name := range Listed(row.stdin) {
			if name == "*" || given(words, name) {
				return true
			}
		}
	}
	return false
}

// Confides reports whether a row says that an option of a program may hold a credential,
// or that words which are no options may, under a subcommand.
func Confides(program, sub string, option string) bool {
	for _, row := range rowsAbout(program) {
		if option == "" && row.which != noWords && (row.under == "" || sub == "" || strings.Contains(row.under, sub)) {
			return true
		}
		for o := range Listed(row.options) {
			if option != "" && among(strings.TrimRight(o, "+!"), option) {
				return true
			}
		}
	}
	return false
}

// rowsAbout returns the rows about a program, which the index says.
func rowsAbout(name string) []*confides {
	have, lines, _ := strings.Cut(confidantsIndex, "\n")
	var rows []*confides
	if decimal(have) != len(confidants) {
		for i := range confidants {
			if among(name, confidants[i].programs) {
				rows = append(rows, &confidants[i])
			}
		}
		return rows
	}
	_, numbers, _ := strings.Cut(find(lines, name), " ")
	for number := range Listed(numbers) {
		rows = append(rows, &confidants[decimal(number)])
	}
	return rows
}

// confides yields the rows about the program of an invocation that count.
func (v *Invocation) confides() iter.Seq[*confides] {
	return func(yield func(*confides) bool) {
		if len(v.Command.Args) == 0 {
			return
		}
		list := rowsAbout(v.Name)
		if called := base(v.Command.Args[0].Prefix()); called != v.Name {
			list = append(list, rowsAbout(called)...)
		}
		for _, row := range list {
			counts := row.with == ""
			for name := range Listed(row.with) {
				counts = counts || given(v.Command.Args[1:], name)
			}
			if counts && !yield(row) {
				return
			}
		}
	}
}

// given reports whether an option stands among words, also in a bundle or with a value.
func given(words []parser.Word, name string) bool {
	for _, w := range words {
		text := w.Prefix()
		switch {
		case text == name, strings.HasPrefix(name, "--") && strings.HasPrefix(text, name+"="):
			return true
		case len(name) == 2 && name[0] == '-' && len(text) > 2 && text[0] == '-' && text[1] != '-' && strings.IndexByte(text[1:], name[1]) > 0:
			return true
		case len(name) == 2 && name[0] == '-' && name[1] != '-' && strings.HasPrefix(text, name):
			return true
		}
	}
	return false
}

// secrets yields the words of a command that the row says are credentials.
func (row *confides) secrets(words []parser.Word) iter.Seq[Secret] {
	return func(yield func(Secret) bool) {
		at := row.behind(words)
		if at < 0 {
			return
		}
		for i, w := range words {
			for name := range Listed(row.options) {
				if s, ok := row.valued(words[i:], w.Prefix(), name); ok && !yield(s) {
					return
				}
			}
		}
		row.words(words[at:], yield)
	}
}

// valued is the value of an option that the first of some words is.
func (row *confides) valued(words []parser.Word, text, name string) (Secret, bool) {
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
func (row *confides) bundled(text string, letter byte) int {
	if len(text) < 3 || text[0] != '-' || text[1] == '-' {
		return 0
	}
	for i := 1; i < len(text); i++ {
		if text[i] == letter {
			return i + 1
		}
		if strings.IndexByte(row.flags, text[i]) < 0 {
			return 0
		}
	}
	return 0
}

// words yields those that are no options.
func (row *confides) words(words []parser.Word, yield func(Secret) bool) {
	var operands []parser.Word
	for _, w := range words {
		if p := w.Prefix(); !strings.HasPrefix(p, "-") || p == "-" {
			operands = append(operands, w)
		}
	}
	to := len(operands)
	if row.to > 0 {
		to = min(row.to, to)
	}
	for i := min(row.from, to); i < to; i++ {
		s, text := Secret{Word: operands[i]}, operands[i].Prefix()
		switch row.which {
		case noWords:
			return
		case lastWord:
			if i < to-1 {
				continue
			}
		case namedWords:
			if i+1 == to {
				return
			}
			s = Secret{Word: operands[i+1], Name: text[strings.LastIndexAny(text, ":./")+1:]}
			if s.Name == "" {
				continue
			}
		case valueWords, loginWords:
			sign := "="
			if row.which == loginWords {
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

// behind is where the words go on behind one of the groups in under, or -1.
func (row *confides) behind(words []parser.Word) int {
	if row.under == "" {
		return 0
	}
	for group := range strings.SplitSeq(row.under, "|") {
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
