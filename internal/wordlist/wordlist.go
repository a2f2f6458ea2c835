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
	if name == "" {
		return false
	}
	last := len(name) - 1 // less common than the first byte, a dash in lists of options
	for at := last; ; at++ {
		next := strings.IndexByte(names[at:], name[last])
		if next < 0 {
			return false
		}
		at += next
		end := at + 1
		if end == len(names) {
			return endsWith(names, name) && isName(name)
		}
		if names[end] == ' ' && endsWith(names[:end], name) {
			return isName(name)
		}
	}
}

// endsWith tells whether the last of some names is a name, which is not longer than all of them.
func endsWith(names, name string) bool {
	from := len(names) - len(name)
	return names[from:] == name && (from == 0 || names[from-1] == ' ')
}

// isName tells whether a text is one name.
func isName(text string) bool { return text != "" && strings.IndexByte(text, ' ') < 0 }

// Overlap tells whether two lists have a name in common.
func Overlap(one, other string) bool {
	if len(one) > len(other) {
		one, other = other, one
	}
	for name := range Each(one) {
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
