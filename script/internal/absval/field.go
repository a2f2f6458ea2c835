package absval

import (
	"strconv"
	"strings"
)

// Objects are not followed. What code stores under a name in any object, mapping or class may be what it
// reads by this name from any other: the values of a field are those of all fields of its name.

// maxFields bounds the names whose values are followed.
const maxFields = 256

// NoteField records a value that the code stores under a name in some object. It reports whether that
// is new.
func (r *Interp) NoteField(name string, v Value) bool {
	if name == "" || r.Collecting() || !r.Spend(len(v)) {
		return false
	}
	old, known := r.fields[name]
	if !known && len(r.fields) >= maxFields {
		return false
	}
	var out Union
	out.Add(old)
	for i := range v {
		if v[i].isData() {
			out.Add(v[i : i+1])
		}
	}
	if len(out.Value) == len(old) {
		return false
	}
	if r.fields == nil {
		r.fields = map[string]Value{}
	}
	r.fields[name] = out.Value
	return true
}

// Field returns the values that the code stores under a name in any object; nil if it stores none.
func (r *Interp) Field(name string) Value { return r.fields[name] }

// isData reports whether an atom is a text, a path or a list, of which something is known. Functions are
// followed by other means.
func (a *Atom) isData() bool {
	switch a.Kind {
	case Constant, Template, Sequence:
		return true
	case Unknown:
		return !a.IsUnknown()
	case Ref:
		return a.Of != nil && strings.HasSuffix(a.Text, "()")
	}
	return false
}

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

// Made returns the list that a function makes of the items of another: of any number of paths, or of what
// may be anything.
func Made(v Value) Value {
	for i := range v {
		if a := v[i]; a.Kind != Template && a.Kind != Unknown && a.Kind != Ref && (a.Kind != Constant || !strings.ContainsAny(a.Text, "/~")) {
			return List(v, Top)
		}
	}
	return List(OrTop(v))
}

// Values that calls pass and that functions return are kept as fields, under names that no field has.

// PassedTo returns the name for what is passed at a position to functions of a name.
func PassedTo(function string, position int) string {
	return function + "(" + strconv.Itoa(position) + ")"
}

// Result returns the name for what functions of a name return.
func Result(function string) string { return function + "()" }
