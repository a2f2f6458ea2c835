package script

import "strings"

// A sketch is text with a Hole for each name or number that is not known: what
// stands in one has been given by nobody who writes commands, as what a directory
// holds and what is counted. Only its kind says that a Hole is one. A byte of the
// text that looks the same is marked, so that no text can be taken for a hole.
const (
	markByte = "\x02" // before what stands for a byte of the text
	markHole = markByte + "h"
	markMark = markByte + "m"
)

// drawable is known text as a sketch has it.
func drawable(s string) string {
	if !strings.ContainsAny(s, Hole+markByte) {
		return s
	}
	return strings.NewReplacer(Hole, markHole, markByte, markMark).Replace(s)
}

// holed is text of code that has holes as a sketch has it.
func holed(s string) string { return strings.ReplaceAll(s, markByte, markMark) }

// plainOf is what text of a sketch stands for, where it has no holes.
func plainOf(s string) string {
	if !strings.Contains(s, markByte) {
		return s
	}
	return strings.NewReplacer(markHole, Hole, markMark, markByte).Replace(s)
}

// written is a text that stands in the code. Where the code has holes, so may it.
func (r *reading) written(s string) value {
	if !r.holes || !strings.Contains(s, Hole) {
		return text(s)
	}
	return sketched(holed(s))
}

// isName reports whether an atom is nothing but such a name or number.
func (a atom) isName() bool { return a.kind == sketch && a.text == Hole }

// begins is what an atom of text begins with for certain.
func (a atom) begins() string {
	if a.kind != sketch {
		return a.text
	}
	known, _, _ := strings.Cut(a.text, Hole)
	return plainOf(known)
}

// drawing is the text of an atom as a sketch has it.
func (a atom) drawing() string {
	if a.kind == sketch {
		return a.text
	}
	return drawable(a.text)
}

// drawn is concat where one of the two is a sketch.
func (r *reading) drawn(x, y atom) value {
	fits := len(x.text)+len(y.text) <= maxText && r.spend(len(x.text)+len(y.text))
	if !fits {
		return beginning(x.begins())
	}
	return sketched(x.drawing() + y.drawing())
}
