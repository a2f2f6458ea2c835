package tree

import "slices"

// MaxChoices bounds the tracked values of one variable, and the listings of one command for the
// values of all its words.
const MaxChoices = 8

// Either returns the possible words of a value, given two. It returns nil if all are unknown, or
// if there are too many; whole is false for the latter.
func Either(a, b Word) (or []Word, whole bool) {
	telling := false // some word is partly known
	for _, w := range slices.Concat(Alternatives(a), Alternatives(b)) {
		if !slices.ContainsFunc(or, func(o Word) bool { return Same(o, w) }) {
			or = append(or, w)
			telling = telling || len(w.Parts) != 1 || w.Parts[0].Kind == Literal
		}
	}
	if len(or) > MaxChoices || !telling {
		return nil, len(or) <= MaxChoices
	}
	return or, true
}

// Alternatives returns the possible words of a value: the value itself, if it is not a choice.
func Alternatives(w Word) []Word {
	if len(w.Parts) == 1 && len(w.Parts[0].OneOf()) > 0 {
		return w.Parts[0].OneOf()
	}
	single := Word{Parts: slices.Clip(w.Parts), Span: w.Span}
	if slices.ContainsFunc(w.Parts, func(p Part) bool { return len(p.OneOf()) > 0 }) {
		single.Parts = slices.Clone(w.Parts)
		for i := range single.Parts {
			if p := &single.Parts[i]; len(p.OneOf()) > 0 {
				p.Values = nil
			}
		}
	}
	return []Word{single}
}

// MaxNames bounds the names that are kept of an output that lists names.
const MaxNames = MaxChoices - 2

// Contains reports whether a list has a word that is [Same] as w.
func Contains(words []Word, w Word) bool {
	return slices.ContainsFunc(words, func(x Word) bool { return Same(x, w) })
}
