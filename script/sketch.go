package script

import "strings"

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
