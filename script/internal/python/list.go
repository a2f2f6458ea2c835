package python

import (
	"slices"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// grow follows name.append(x), name.insert(n, x) and name.extend(xs). from is the first token of the
// name.
func (r *interp) grow(from int, name string, args absval.Arguments) {
	more, ok := added(r.Toks[from+2].Text, args)
	if !ok || r.Collecting() {
		return
	}
	r.late = true // the addition depends on the round
	known, ok := r.parameter(name)
	if !ok {
		known = r.values(name)
	}
	if r.Round > 0 {
		// A loop that adds pieces of a file is assumed to add only such pieces. If it adds other
		// values, the content of the list is unknown.
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

// added returns the items that a method adds to a list.
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

// arePieces reports whether a list surely contains only pieces of files.
func arePieces(v absval.Value) bool {
	return len(v) == 1 && v[0].Kind == absval.Sequence && len(v[0].Items) > 0 &&
		!slices.ContainsFunc(v[0].Items, func(it absval.Value) bool { return !it.AreFiles() })
}

// holdsPieces reports whether a value may be a list that contains a piece of a file.
func holdsPieces(v absval.Value) bool {
	return slices.ContainsFunc(v, func(a absval.Atom) bool {
		return a.Kind == absval.Sequence && slices.ContainsFunc(a.Items, absval.Value.AreFiles)
	})
}

// stored records that an assignment replaces an item of a list. It does not follow aliases of the
// list.
func (r *interp) stored(target []lex.Token, v absval.Value) {
	name := target[0]
	r.keyed(target, v)
	if len(target) == 3 && name.Kind == lex.Name && target[1].Text == "." && target[2].Text == "data" {
		r.GivesBody(r.lookup(name.Text, name.Off), v, lex.Span{Off: name.Off, End: target[2].End})
	}
	if len(target) > 1 && name.Kind == lex.Name && target[1].Text == "[" && holdsPieces(r.lookup(name.Text, name.Off)) {
		r.bindLoosely(name.Text, absval.Top)
	}
}

// maxKeys bounds how many keys a dictionary gets by assignments to its entries.
const maxKeys = 32

// keyed adds an entry, such as d["key"] = v, to what is known of a dictionary: to the possible one with most keys.
func (r *interp) keyed(target []lex.Token, v absval.Value) {
	if len(target) != 4 || target[0].Kind != lex.Name || target[1].Text != "[" || target[2].Kind != lex.String || len(target[2].Pieces) != 1 || !target[2].Pieces[0].Known || target[2].Pieces[0].Code != nil {
		return
	}
	key, fullest := target[2].Pieces[0].Text, -1
	of := r.lookup(target[0].Text, target[0].Off)
	for i, a := range of {
		if a.Kind != absval.Sequence || a.Keys == nil {
			continue
		}
		if slices.Contains(a.Keys, key) || len(a.Keys) >= maxKeys {
			return
		}
		if fullest < 0 || len(a.Keys) > len(of[fullest].Keys) {
			fullest = i
		}
	}
	if fullest < 0 || !r.Spend(len(of[fullest].Items)) {
		return
	}
	a := of[fullest]
	r.bindLoosely(target[0].Text, absval.Mapping(append(slices.Clone(a.Items), v), append(slices.Clone(a.Keys), key)))
}
