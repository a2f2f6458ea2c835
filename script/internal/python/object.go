package python

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// objects is what the reader knows of the code's own classes and of the functions that are no local: by
// name alone, since objects are not followed. Its maps are made when something is put into them: most code
// has neither.
type objects struct {
	classes map[string][]string         // the names that the body of a class binds, in order
	fields  map[int]bool                // where a body binds them
	defined map[string]bool             // functions, methods and classes
	passed  map[string]absval.Arguments // what calls by that name pass
	results map[string]absval.Value     // what functions of a name return
	lambdas map[int]absval.Value        // what anonymous functions return
	current string                      // the function whose body is being read
	outer   string                      // the one at the top level around it
}

// maxPassed bounds the positions and keywords of a call that are followed.
const maxPassed = 16

// findObjects finds the classes and functions of code.
func findObjects(toks []lex.Token) objects {
	o := objects{}
	class, body := "", false
	for i := 0; i+1 < len(toks); i++ {
		t, next := &toks[i], &toks[i+1]
		if t.Kind != lex.Name {
			continue
		}
		if (t.Text == "class" || t.Text == "def") && next.Kind == lex.Name {
			put(&o.defined, next.Text, true)
			if t.Text == "class" {
				class, body = next.Text, true
				put(&o.classes, class, nil)
			} else {
				body = false
			}
			continue
		}
		starts := i == 0 || toks[i-1].Kind == lex.Newline
		if starts && !t.Indented {
			body = false
		}
		if body && starts && next.Kind == lex.Op && (next.Text == ":" || next.Text == "=") && !isKeyword(t.Text) {
			o.classes[class] = append(o.classes[class], t.Text)
			put(&o.fields, t.Off, true)
		}
	}
	return o
}

// put puts a value into a map, which is made if there is none.
func put[K comparable, V any](m *map[K]V, key K, value V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[key] = value
}

// noteField records a value that the code stores under a name in an object.
func (r *interp) noteField(name string, v absval.Value) {
	r.late = r.NoteField(name, v) || r.late
}

// notePassed records the arguments of a call by name: they are what functions and methods of this name get,
// the fields of a class, and the keywords of what may be a mapping.
func (r *interp) notePassed(name string, args absval.Arguments) {
	if r.Collecting() || r.Err != nil {
		return
	}
	fields, class := r.objects.classes[name]
	if class || strings.HasPrefix(name, "SimpleNamespace") || name == "Namespace" || name == "replace" || name == "set_defaults" || name == "dict" {
		for _, k := range args.Keys {
			r.noteField(k.Name, k.Value)
		}
	}
	for i, v := range args.Pos {
		if i < len(fields) {
			r.noteField(fields[i], v)
		}
	}
	switch {
	case name == "add_argument" || name == "option":
		r.noteOption(args)
	case name == "namedtuple" && len(args.Pos) > 1:
		if tuple := absval.One(args.Pos[0]); tuple.Known && r.objects.classes[tuple.Text] == nil {
			put(&r.objects.classes, tuple.Text, fieldNames(args.Pos[1]))
			r.late = true
		}
	}
	if class {
		name = "__init__"
	}
	if !r.objects.defined[name] {
		return
	}
	old, changed := r.objects.passed[name], false
	for i, v := range args.Pos[:min(len(args.Pos), maxPassed)] {
		if i == len(old.Pos) {
			old.Pos = append(old.Pos, nil)
		}
		joined := absval.Join(old.Pos[i], v)
		changed = changed || len(joined) != len(old.Pos[i])
		old.Pos[i] = joined
	}
	for _, k := range args.Keys[:min(len(args.Keys), maxPassed)] {
		changed = addKey(&old, k) || changed
	}
	put(&r.objects.passed, name, old)
	r.late = r.late || changed
}

// addKey joins a keyword to those of earlier calls.
func addKey(args *absval.Arguments, k absval.Keyword) bool {
	for i := range args.Keys {
		if args.Keys[i].Name == k.Name {
			n := len(args.Keys[i].Value)
			args.Keys[i].Value = absval.Join(args.Keys[i].Value, k.Value)
			return len(args.Keys[i].Value) != n
		}
	}
	if len(args.Keys) >= maxPassed {
		return false
	}
	args.Keys = append(args.Keys, k)
	return true
}

// noteOption records the default of an option of a command line under its name, and what the command line
// may pass.
func (r *interp) noteOption(args absval.Arguments) {
	name := ""
	for _, v := range args.Pos {
		if text := absval.One(v); text.Known && len(text.Text) >= len(name) {
			name = text.Text
		}
	}
	if dest, given := args.Get(-1, "dest"); given {
		name = absval.One(dest).Text
	}
	name = strings.ReplaceAll(strings.TrimLeft(name, "-"), "-", "_")
	if v, given := args.Get(-1, "default"); given {
		r.noteField(name, v)
	}
	for _, v := range r.Operands[:min(len(r.Operands), maxPassed)] {
		r.noteField(name, v)
	}
}

// passedTo returns what calls by name pass to a parameter of a function that is no local.
func (r *interp) passedTo(function string, pos int, name string) absval.Value {
	p := r.objects.passed[function]
	var v absval.Value
	if pos >= 0 && pos < len(p.Pos) {
		v = p.Pos[pos]
	}
	for _, k := range p.Keys {
		if k.Name == name {
			v = absval.Join(v, k.Value)
		}
	}
	return v
}

// returned records what the function whose body is being read returns.
func (r *interp) returned(v absval.Value) {
	if r.Collecting() {
		return
	}
	for _, name := range [...]string{r.objects.current, r.objects.outer} {
		if name == "" {
			continue
		}
		old := r.objects.results[name]
		if joined := absval.Join(old, v); len(joined) != len(old) {
			put(&r.objects.results, name, joined)
			r.late = true
		}
		r.noteField(name, v) // it may be a property
	}
}

// resultOf returns what a call by name gives besides what is known of the function.
func (r *interp) resultOf(name string, v absval.Value) absval.Value {
	known := r.objects.results[name]
	switch {
	case known == nil || r.values(name) != nil && !r.objects.defined[name]:
		return v
	case r.locals[name] != nil && len(v) == 1 && v[0].IsUnknown():
		return known
	}
	return absval.Join(known, v)
}

// fieldNames returns the names of a tuple's fields, which one text or a list has.
func fieldNames(v absval.Value) (names []string) {
	for _, a := range v.Args() {
		names = append(names, strings.Fields(strings.ReplaceAll(a.Text, ",", " "))...)
	}
	return names
}
