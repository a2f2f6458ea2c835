package brace

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Objects of classes are followed by the names of their fields and methods alone: see absval's fields.

// maxPassed bounds the positions of a call that are followed.
const maxPassed = 8

// noteField records a value that the code stores under a name.
func (r *Interp) noteField(name string, v absval.Value) {
	if r.NoteField(strings.TrimPrefix(name, "$"), v) {
		r.Changed = true
	}
}

// notePassed records the arguments of a call by name. The token of the name is at a position.
func (r *Interp) notePassed(at int, args absval.Arguments) {
	if r.Collecting() || at < 0 || r.Toks[at].Kind != lex.Name {
		return
	}
	names := []string{r.Toks[at].Text}
	if at > 0 && r.Toks[at-1].Text == "new" {
		names = []string{"constructor", "__construct"}
	}
	for _, name := range names {
		if !r.methods[name] {
			continue
		}
		for i, v := range args.Pos[:min(len(args.Pos), maxPassed)] {
			r.noteField(absval.PassedTo(name, i), v)
		}
	}
	for _, k := range args.Keys {
		r.noteField(k.Name, k.Value)
	}
}

// resultOf returns the value of a call by name: a method of the code may return it.
func (r *Interp) resultOf(at int, v absval.Value) absval.Value {
	if at < 0 || r.Toks[at].Kind != lex.Name || !r.methods[r.Toks[at].Text] {
		return v
	}
	return absval.Join(r.Field(absval.Result(r.Toks[at].Text)), v)
}

// MapList returns the list of what a function returns for the items of another list.
func (r *Interp) MapList(f, list absval.Value) absval.Value {
	given := absval.Arguments{Star: -1, Pos: []absval.Value{list.Items()}}
	var out absval.Union
	for _, a := range f {
		next := absval.Top
		switch {
		case a.Kind == absval.Closure:
			next = r.enter(r.functions[a.Num], given)
		case a.Kind == absval.Constant && r.Callee != nil && r.Callee(a.Text) != "":
			if v, ok := r.Fold(r, r.Callee(a.Text), nil, given); ok {
				next = v
			}
		}
		out.Add(next)
	}
	return absval.MappedList(absval.OrTop(out.Value))
}

// isObject reports whether a value is an object of which the fields are not known.
func isObject(name string) bool {
	return name == "this" || strings.HasPrefix(name, "?") || strings.HasPrefix(name, "this.")
}
