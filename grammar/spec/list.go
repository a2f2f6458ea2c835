package spec

import (
	"iter"
	"strings"
)

// Listed yields the names of a list, which are separated by blanks. It looks at bytes:
// strings.FieldsSeq decodes every letter, and this is what rules do most.
func Listed(names string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for rest := names; rest != ""; {
			name := rest
			if i := strings.IndexByte(rest, ' '); i >= 0 {
				name, rest = rest[:i], rest[i+1:]
			} else {
				rest = ""
			}
			if name != "" && !yield(name) {
				return
			}
		}
	}
}

// Among tells whether a name is one of some blank separated names. It looks for
// the name as it is, not at each of them: this is what a grammar is asked most.
func Among(name, names string) bool {
	for from := 0; name != ""; {
		at := strings.Index(names[from:], name)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(name)
		if (at == 0 || names[at-1] == ' ') && (from == len(names) || names[from] == ' ') {
			return strings.IndexByte(name, ' ') < 0
		}
	}
	return false
}

// Glob reports whether text fits a pattern in which * stands for any text,
// the empty text included; every other byte stands for itself.
func Glob(pattern, text string) bool {
	for {
		head, rest, star := strings.Cut(pattern, "*")
		if !star {
			return text == pattern
		}
		if !strings.HasPrefix(text, head) {
			return false
		}
		text, pattern = text[len(head):], rest
		if rest == "" {
			return true
		}
		if !strings.Contains(rest, "*") {
			return strings.HasSuffix(text, rest)
		}
		next, _, _ := strings.Cut(rest, "*")
		i := strings.Index(text, next)
		if i < 0 {
			return false
		}
		text = text[i:]
	}
}

// MatchSub reports whether a subcommand fits one of some blank-separated
// patterns, in which * stands for any text, slashes included.
func MatchSub(patterns, sub string) bool {
	if strings.IndexByte(sub, ' ') >= 0 {
		sub = strings.ReplaceAll(sub, " ", "/")
	}
	if (sub == "" || !strings.Contains(patterns, sub)) && !strings.Contains(patterns, "*") {
		return false // most of them
	}
	for p := range Listed(patterns) {
		if Glob(p, sub) {
			return true
		}
	}
	return false
}
