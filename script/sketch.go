package script

import "strings"

// isName reports whether an atom is nothing but such a name or number.
func (a atom) isName() bool { return a.kind == sketch && a.text == Hole }

// drawn is concat where one of the two has holes.
func (r *reading) drawn(x, y atom) value {
	begins, _, _ := strings.Cut(x.text, Hole)
	fits := len(x.text)+len(y.text) <= maxText && r.spend(len(x.text)+len(y.text))
	if !fits || x.kind == constant && begins != x.text || y.kind != sketch && (y.kind != constant || strings.Contains(y.text, Hole)) {
		return beginning(begins)
	}
	return sketched(x.text + y.text)
}
