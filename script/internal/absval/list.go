package absval

import "strings"

// anyList is the name of a list of which the number of items is not known.
const anyList = "list()"

// ListOf returns a list of any number of items, each of which is one of some values.
func ListOf(v Value) Value { return Instance(anyList, v) }

// IsAnyList reports whether an atom is a list of any number of items.
func (a *Atom) IsAnyList() bool { return a.Kind == Ref && a.Text == anyList && a.Of != nil }

// items returns the items of a list, or what stands for them in it.
func (a *Atom) items() ([]Value, bool) {
	switch {
	case a.Kind == Sequence && a.Keys == nil:
		return a.Items, true
	case a.IsAnyList():
		return []Value{a.Of}, true
	}
	return nil, false
}

// ListItems returns the items of a value that is one list, or only lists of any number of items: to unpack it
// among others.
func (v Value) ListItems() ([]Value, bool) {
	if len(v) == 1 && v[0].Kind == Sequence {
		return v[0].Items, true
	}
	var any Union
	for i := range v {
		if !v[i].IsAnyList() {
			return nil, false
		}
		any.Add(v[i].Of)
	}
	return []Value{any.Value}, len(v) > 0
}

// MappedList returns the list that a function makes of the items of another list, from the values that it may return for
// an item: a list of any number of them, or of what may be anything.
func MappedList(v Value) Value {
	for i := range v {
		if a := v[i]; a.Kind != Template && a.Kind != Unknown && a.Kind != Ref && (a.Kind != Constant || !strings.ContainsAny(a.Text, "/~")) {
			return List(v, Top)
		}
	}
	return List(OrTop(v))
}
