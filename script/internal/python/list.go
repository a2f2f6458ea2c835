package python

import (
	"slices"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// grow follows name.append(x), name.insert(n, x) and name.extend(xs), with the tokens
// of the name at from.
func (r *interp) grow(from int, name string, args absval.Arguments) {
	more, ok := added(r.Toks[from+2].Text, args)
	if !ok || r.Collecting() {
		return
	}
	r.late = true // what is added goes by the round
	known, ok := r.parameter(name)
	if !ok {
		known = r.Names[name]
	}
	if r.Round > 0 {
		// Of pieces of a file a loop is taken to add more of them. If it adds
		// something else by now, nobody knows what the list holds.
		if r.block && !arePieces(more) && holdsPieces(known) {
			r.bindLoosely(name, absval.Top)
		}
		return
	}
	for i := len(known) - 1; i >= 0; i-- {
		if known[i].Kind != absval.Sequence {
			continue
		}
		old := absval.Value{known[i]}
		longer := r.Operate("+", old, more)
		if r.Toks[from+2].Text == "insert" {
			longer = absval.Join(longer, r.Operate("+", more, old))
		}
		if r.block && arePieces(more) {
			longer = absval.Join(longer, r.Operate("+", longer, more))
		} else if r.block {
			longer = absval.Join(longer, r.Operate("+", old, absval.List(absval.Top)))
		}
		r.bindLoosely(name, longer)
		return
	}
}

// added is the list of what a method adds to a list.
func added(method string, args absval.Arguments) (absval.Value, bool) {
	switch {
	case method == "append" && len(args.Pos) == 1:
		return absval.List(args.Pos[0]), true
	case method == "insert" && len(args.Pos) == 2:
		return absval.List(args.Pos[1]), true
	case method == "extend" && len(args.Pos) == 1 && args.Pos[0].AreFiles():
		return absval.List(args.Pos[0].Items()), true
	case method == "extend" && len(args.Pos) == 1:
		return args.Pos[0], true
	}
	return nil, false
}

// arePieces tells whether a list surely holds nothing but pieces of files.
func arePieces(v absval.Value) bool {
	return len(v) == 1 && v[0].Kind == absval.Sequence && len(v[0].Items) > 0 &&
		!slices.ContainsFunc(v[0].Items, func(it absval.Value) bool { return !it.AreFiles() })
}

// holdsPieces tells whether something may be a list with a piece of a file in it.
func holdsPieces(v absval.Value) bool {
	return slices.ContainsFunc(v, func(a absval.Atom) bool {
		return a.Kind == absval.Sequence && slices.ContainsFunc(a.Items, absval.Value.AreFiles)
	})
}

// stored notes that an item of a list is replaced, by an assignment to what tokens spell.
// What becomes of other lists is not followed.
func (r *interp) stored(target []lex.Token) {
	name := target[0]
	if len(target) > 1 && name.Kind == lex.Name && target[1].Text == "[" && holdsPieces(r.lookup(name.Text, name.Off)) {
		r.bindLoosely(name.Text, absval.Top)
	}
}
