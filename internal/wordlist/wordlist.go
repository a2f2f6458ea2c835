// Package wordlist reads lists of words that are written as one text with blanks between them.
// Tables of names stay readable that way, and cost nothing when a program starts: they are
// constants, no slices and no maps.
package wordlist

import (
	"iter"
	"strings"
)

// Each yields the names of a list, which are separated by blanks. It looks at bytes:
// strings.FieldsSeq decodes every letter, and this is what rules do most.
func Each(names string) iter.Seq[string] {
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
	if len(name) >= len(names) {
		return name == names && isName(name)
	}
	if len(names) < shortList && name != "" && strings.IndexByte(names, name[len(name)-1]) < 0 {
		return false // most short lists
	}
	for from := 0; name != ""; {
		at := strings.Index(names[from:], name)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(name)
		if (at == 0 || names[at-1] == ' ') && (from == len(names) || names[from] == ' ') {
			return isName(name)
		}
	}
	return false
}

// shortList is the length from which on a list of names has most letters.
const shortList = 24

// isName tells whether a text is one name.
func isName(text string) bool { return text != "" && strings.IndexByte(text, ' ') < 0 }

// Overlap tells whether two lists have a name in common. It cuts the shorter one itself, without [Each]: this is what an
// option is asked most.
func Overlap(one, other string) bool {
	if len(one) > len(other) {
		one, other = other, one
	}
	for one != "" {
		name := one
		if end := strings.IndexByte(one, ' '); end >= 0 {
			name, one = one[:end], one[end+1:]
		} else {
			one = ""
		}
		if Among(name, other) {
			return true
		}
	}
	return false
}

// Line returns the line of a text that begins with a name, or "". The lines are sorted by the bytes of
// their first words, which end at a blank.
func Line(lines, name string) string {
	for lines != "" {
		begin := strings.LastIndexByte(lines[:len(lines)/2], '\n') + 1 // of the line in the middle
		line, after, _ := strings.Cut(lines[begin:], "\n")
		first, _, _ := strings.Cut(line, " ")
		switch {
		case name == first:
			return line
		case name < first:
			lines = lines[:begin]
		default:
			lines = after
		}
	}
	return ""
}
