package script

import "slices"

// grow follows name.append(x), name.insert(n, x) and name.extend(xs), with the tokens
// of the name at from.
func (r *python) grow(from int, name string, args arguments) {
	more, ok := added(r.toks[from+2].text, args)
	if !ok || r.collecting() {
		return
	}
	known, ok := r.parameter(name)
	if !ok {
		known = r.names[name]
	}
	if r.round > 0 {
		// Of pieces of a file a loop is taken to add more of them. If it adds
		// something else by now, nobody knows what the list holds.
		if r.block && !arePieces(more) && holdsPieces(known) {
			r.bindLoosely(name, anything)
		}
		return
	}
	for i := len(known) - 1; i >= 0; i-- {
		if known[i].kind != sequence {
			continue
		}
		old := value{known[i]}
		longer := r.operate("+", old, more)
		if r.toks[from+2].text == "insert" {
			longer = join(longer, r.operate("+", more, old))
		}
		if r.block && arePieces(more) {
			longer = join(longer, r.operate("+", longer, more))
		} else if r.block {
			longer = join(longer, r.operate("+", old, list(anything)))
		}
		r.bindLoosely(name, longer)
		return
	}
}

// added is the list of what a method adds to a list.
func added(method string, args arguments) (value, bool) {
	switch {
	case method == "append" && len(args.pos) == 1:
		return list(args.pos[0]), true
	case method == "insert" && len(args.pos) == 2:
		return list(args.pos[1]), true
	case method == "extend" && len(args.pos) == 1 && args.pos[0].areFiles():
		return list(args.pos[0].items()), true
	case method == "extend" && len(args.pos) == 1:
		return args.pos[0], true
	}
	return nil, false
}

// arePieces tells whether a list surely holds nothing but pieces of files.
func arePieces(v value) bool {
	return len(v) == 1 && v[0].kind == sequence && len(v[0].items) > 0 &&
		!slices.ContainsFunc(v[0].items, func(it value) bool { return !it.areFiles() })
}

// holdsPieces tells whether something may be a list with a piece of a file in it.
func holdsPieces(v value) bool {
	return slices.ContainsFunc(v, func(a atom) bool { return a.kind == sequence && slices.ContainsFunc(a.items, value.areFiles) })
}

// stored notes that an item of a list is replaced, by an assignment to what tokens spell.
// What becomes of other lists is not followed.
func (r *python) stored(target []token) {
	name := target[0]
	if len(target) > 1 && name.kind == tokName && target[1].text == "[" && holdsPieces(r.lookup(name.text, name.off)) {
		r.bindLoosely(name.text, anything)
	}
}
