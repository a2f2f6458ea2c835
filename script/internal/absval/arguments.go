package absval

import "slices"

// HandsOn tells whether one of the arguments is the whole environment, or holds it.
func (a *Arguments) HandsOn() bool {
	for _, v := range a.Pos {
		if holdsEnvironment(v) {
			return true
		}
	}
	return slices.ContainsFunc(a.Keys, func(k Keyword) bool { return holdsEnvironment(k.Value) })
}

// Arguments are those of a call.
type Arguments struct {
	Pos  []Value
	Keys []Keyword
	Star int  // from which position on they are unknown, or -1
	Open bool // unknown keywords
}

// Get is the argument at a position or with a keyword; either may be missing
// from the function (-1, "").
func (a *Arguments) Get(pos int, key string) (Value, bool) {
	for _, k := range a.Keys {
		if key != "" && k.Name == key {
			return k.Value, true
		}
	}
	switch {
	case pos < 0:
		return nil, false
	case a.Star >= 0 && pos >= a.Star:
		return Top, true
	case pos < len(a.Pos):
		return a.Pos[pos], true
	}
	return Top, a.Open && pos == 0
}

// Keyword is an argument that a call names.
type Keyword struct {
	Name  string
	Value Value
}

// UnseenArguments are the arguments of a call that someone else makes.
var UnseenArguments = Arguments{Star: 0, Open: true}
