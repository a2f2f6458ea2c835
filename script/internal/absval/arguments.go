package absval

import "iter"

// Arguments are the arguments of a call.
type Arguments struct {
	Pos  []Value
	Keys []Keyword
	Star int  // the position from which on they are unknown, or -1
	Open bool // there may be unknown keyword arguments
}

// Get returns the argument at a position or with a keyword. pos is -1, or key "", if the
// function does not accept it in that form.
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

// Each returns the name and the value of every argument. An argument by position has no name.
func (a *Arguments) Each() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for _, v := range a.Pos {
			if !yield("", v) {
				return
			}
		}
		for _, k := range a.Keys {
			if !yield(k.Name, k.Value) {
				return
			}
		}
	}
}

// PassesEnvironment reports whether an argument is or contains the whole environment, or a variable whose name is computed.
func (a *Arguments) PassesEnvironment() bool {
	for _, v := range a.Each() {
		if containsUnnamed(v) {
			return true
		}
	}
	return false
}

// Keyword is a keyword argument.
type Keyword struct {
	Name  string
	Value Value
}

// UnseenArguments are the arguments of a call that the reader does not see.
var UnseenArguments = Arguments{Star: 0, Open: true}
