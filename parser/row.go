package parser

import "slices"

// A row is the elements of an array, or the positional parameters. Each word of it is
// one element, or is wide: a pattern stands for all the names that it matches, and a
// word that splits for any number of words.

// wide tells whether a word of a row stands for any number of elements.
func (w Word) wide() bool { return w.hasPattern() || w.Splits() }

// element turns a word into what a row can hold: value, where it is one element.
func element(w Word) Word {
	if !w.wide() {
		return value(w)
	}
	if w.Splits() {
		w = loose(w)
	}
	if w.size() <= maxValue && len(w.Parts) <= maxParts {
		return w
	}
	u := unknown(cut(w.String()), true)
	u.Parts[0].From, u.Parts[0].Split = w.From(), true
	return u
}

// loose is a word that splits without what its parts may be one of: each of that may
// have become any number of words. Of a word that is one part they are still told.
func loose(w Word) Word {
	if len(w.Parts) == 1 && w.Parts[0].or() != nil {
		return anyOf([]Word{w})
	}
	w.Parts = slices.Clone(w.Parts)
	for i := range w.Parts {
		w.Parts[i].several = nil
	}
	return w
}

// named is one of the elements that a word of a row stands for: of a pattern, one name
// that it matches.
func named(w Word) Word {
	if !w.wide() {
		return w
	}
	w.Parts = slices.Clone(w.Parts)
	for i := range w.Parts {
		p := &w.Parts[i]
		p.one, p.Split = p.Kind == Glob, false
		if or := p.or(); or != nil {
			p.several = &several{or: make([]Word, len(or))}
			for k := range or {
				p.several.or[k] = named(or[k])
			}
		}
	}
	return w
}

// rowKey is one way to read a row. What is read of it is made once: a choice is known by
// where its words stand.
type rowKey struct {
	row  *Word
	size int
	kind rowKind
}

type rowKind uint8

const (
	theFirst  rowKind = iota // its first element
	theLast                  // its last one
	anyOne                   // any of them, or none
	anyNumber                // any number of them
	together                 // all of them, as one text
)

func (w *walker) ofRow(row []Word, kind rowKind, read func() Word) Word {
	key := rowKey{&row[0], len(row), kind}
	v, ok := w.rows[key]
	if !ok {
		if v = read(); w.rows == nil {
			w.rows = map[rowKey]Word{}
		}
		w.rows[key] = v
	}
	return v
}

// element is the element n of a row, from 0, or from -1 at its end.
func (w *walker) element(row []Word, n int) Word {
	from, to := 0, len(row) // where its wide words stand
	for from < to && !row[from].wide() {
		from++
	}
	for to > from && !row[to-1].wide() {
		to--
	}
	switch fromEnd := len(row) + n; {
	case n >= 0 && n < from:
		return row[n]
	case from == to && n < 0 && fromEnd >= 0:
		return row[fromEnd]
	case n < 0 && fromEnd >= to && (to > from || fromEnd >= 0):
		return row[fromEnd]
	case from == to:
		return Word{} // past an end
	case n == from && !row[n].Splits():
		return w.ofRow(row[n:n+1], theFirst, func() Word { return named(row[n]) })
	case fromEnd == to-1 && n < 0 && !row[fromEnd].Splits():
		return w.ofRow(row[fromEnd:to], theLast, func() Word { return named(row[fromEnd]) })
	case n >= 0:
		return w.someOf(row[from:])
	}
	return w.someOf(row[:to])
}

// someOf is any element of a row, or none.
func (w *walker) someOf(row []Word) Word {
	return w.ofRow(row, anyOne, func() Word { return named(anyOf(row)) })
}

// anyOf is a word for any number of the elements of a row. They are its alternatives
// where they tell anything, patterns before others.
func anyOf(row []Word) Word {
	var from sources
	var patterns, others []Word
	for _, x := range row {
		from.add(x.From())
		for _, o := range alternatives(x) {
			switch {
			case o.hasPattern():
				patterns = append(patterns, o)
			case len(o.Parts) != 1 || o.Parts[0].Kind != Unknown:
				others = append(others, o)
			}
		}
	}
	rest := anyNumberOf(from.list)
	or := append(append([]Word{rest}, patterns...), others...)
	if len(or) == 1 {
		return rest
	}
	u := Word{Parts: slices.Clone(rest.Parts)}
	u.Parts[0].several = &several{or: or[:min(len(or), maxChoices)]}
	return u
}

// loosened is a row of which any elements may be missing.
func (w *walker) loosened(row []Word) []Word {
	if len(row) == 0 || len(row) == 1 && row[0].Splits() && len(row[0].Parts) == 1 {
		return row
	}
	return []Word{w.ofRow(row, anyNumber, func() Word { return anyOf(row) })}
}

// from is a row without its first n elements.
func (w *walker) from(row []Word, n int) []Word {
	for n > 0 && len(row) > 0 && !row[0].wide() {
		n, row = n-1, row[1:]
	}
	if n == 0 || len(row) == 0 {
		return row
	}
	return w.loosened(row)
}

// joined is a row as one text: that of one pattern may be a single name.
func (w *walker) joined(row []Word) Word {
	return w.ofRow(row, together, func() Word {
		u := named(anyOf(row))
		if len(row) > 1 {
			u.Parts[0].several = nil
		}
		return u
	})
}

// certain is a row at the start of a command. Of what may be missing there any element
// would be taken for the program, so nothing is said of it.
func certain(row []Word) []Word {
	if len(row) == 0 || len(row[0].Parts) != 1 || !row[0].Parts[0].Split || row[0].Parts[0].or() == nil {
		return row
	}
	return append([]Word{anyNumberOf(row[0].From())}, row[1:]...)
}

// anyWords are any number of words, of which nothing is known but where they are from.
func anyWords(row []Word) Word {
	var from sources
	for _, x := range row {
		from.add(x.From())
	}
	return anyNumberOf(from.list)
}

// anyNumberOf is a word that may become any number of words.
func anyNumberOf(from []*Command) Word {
	w := unknown("$@", true)
	w.Parts[0].Split, w.Parts[0].From = true, from
	return w
}
