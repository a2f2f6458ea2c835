package absval

import (
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/lex"
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

// FieldAssigned returns the name of the field that an assignment to some tokens stores a value in: obj.name = v,
// obj["name"] = v; "" if it stores none.
func FieldAssigned(target []lex.Token) string {
	last := len(target) - 1
	if last < 1 {
		return ""
	}
	const dots lex.Words = ". ?. &."
	switch t := target[last]; {
	case t.Kind == lex.Name && dots.Has(target[last-1].Text):
		return t.Text
	case last > 2 && t.Text == "]" && target[last-2].Text == "[" && target[last-1].Kind == lex.String && len(target[last-1].Pieces) == 1:
		return target[last-1].Pieces[0].Text
	}
	return ""
}

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

// Values that calls pass and that functions return are kept as fields, under names that no field has.

// PassedTo returns the name for what is passed at a position to functions of a name.
func PassedTo(function string, position int) string {
	return function + "(" + strconv.Itoa(position) + ")"
}

// Result returns the name for what functions of a name return.
func Result(function string) string { return function + "()" }
