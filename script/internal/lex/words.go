package lex

import "strings"

// Words is a set of words separated by blanks and newlines. As a constant it costs nothing when
// the program starts.
type Words string

// Has reports whether a word is in the set. It searches the string and does not split it.
func (ws Words) Has(word string) bool {
	if word == "" {
		return false
	}
	for from := 0; ; {
		at := strings.Index(string(ws[from:]), word)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(word)
		if (at == 0 || ws[at-1] <= ' ') && (from == len(ws) || ws[from] <= ' ') {
			return strings.IndexByte(word, ' ') < 0 && strings.IndexByte(word, '\t') < 0 && strings.IndexByte(word, '\n') < 0
		}
	}
}

// IsAbbreviation reports whether cmd is a prefix of name with at least least letters.
func IsAbbreviation(cmd, name string, least int) bool {
	return len(cmd) >= least && strings.HasPrefix(name, cmd)
}
