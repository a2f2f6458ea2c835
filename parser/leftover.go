package parser

import "slices"

// holdsNames tells whether a value may be the name of a file that a pattern matches, or an
// array that holds one.
func (w Word) holdsNames() bool {
	return slices.ContainsFunc(w.Parts, func(p Part) bool {
		return p.Kind == Glob || slices.ContainsFunc(p.or(), isNames) || slices.ContainsFunc(p.elems(), Word.holdsNames)
	})
}

// isNames tells whether a word stands for names that a pattern matches.
func isNames(w Word) bool {
	return slices.ContainsFunc(w.Parts, func(p Part) bool { return p.Kind == Glob })
}

// leftover is what a variable may hold that has, or had, one of some values: any of the
// names in them, or anything else.
func leftover(name string, values ...Word) Word {
	u := unknown("$"+name, true)
	if !slices.ContainsFunc(values, Word.holdsNames) {
		return u
	}
	var from sources
	or := append(make([]Word, 0, len(values)+1), Word{Parts: slices.Clone(u.Parts)})
	add := func(v Word) {
		if isNames(v) && len(or) <= maxPrinted && !slices.ContainsFunc(or, func(o Word) bool { return same(o, v) }) {
			or = append(or, v)
		}
	}
	for _, v := range values {
		from.add(v.From())
		add(v)
		for _, p := range v.Parts {
			for _, x := range slices.Concat(p.or(), p.elems()) {
				for _, o := range alternatives(x) {
					add(named(o))
				}
			}
		}
	}
	u.Parts[0].From, or[0].Parts[0].From = from.list, from.list
	u.Parts[0].several = &several{or: or}
	return u
}

// forgetAfter is forgetBetween at the end of a loop: of names of files it is remembered
// that a variable may hold them.
func (w *walker) forgetAfter(lo, hi int) {
	var kept []variable
	w.effects.between(lo, hi, func(name string) {
		if v, assigned := w.state.get(name); assigned && v.holdsNames() {
			kept = append(kept, variable{name, v})
		}
	})
	w.forgetBetween(lo, hi)
	for _, k := range kept {
		w.because(Changed, Span{})
		w.assign(k.name, leftover(k.name, k.value))
	}
}
