package lex

import "strings"

// Words are words between blanks and newlines: a set that is a constant, so that
// a start pays for none of them.
type Words string

// Has tells whether a word is one of them. It looks for the word as it is, not at
// each of them.
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

// IsAbbreviation tells whether a command is a beginning of a name that is long enough.
func IsAbbreviation(cmd, name string, least int) bool {
	return len(cmd) >= least && strings.HasPrefix(name, cmd)
}
