package script

import "slices"

// handsOn tells whether one of the arguments is the whole environment, or holds it.
func (a *arguments) handsOn() bool {
	for _, v := range a.pos {
		if holdsEnvironment(v) {
			return true
		}
	}
	return slices.ContainsFunc(a.keys, func(k keyword) bool { return holdsEnvironment(k.value) })
}

// arguments are those of a call.
type arguments struct {
	pos  []value
	keys []keyword
	star int  // from which position on they are unknown, or -1
	open bool // unknown keywords
}

// get is the argument at a position or with a keyword; either may be missing
// from the function (-1, "").
func (a *arguments) get(pos int, key string) (value, bool) {
	for _, k := range a.keys {
		if key != "" && k.name == key {
			return k.value, true
		}
	}
	switch {
	case pos < 0:
		return nil, false
	case a.star >= 0 && pos >= a.star:
		return anything, true
	case pos < len(a.pos):
		return a.pos[pos], true
	}
	return anything, a.open && pos == 0
}

type keyword struct {
	name  string
	value value
}

// unseen are the arguments of a call that someone else makes.
var unseen = arguments{star: 0, open: true}
