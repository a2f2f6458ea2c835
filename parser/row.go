package parser

import (
	"github.com/agent-loop/shimgen/parser/tree"
)

// A row is the elements of an array, or the positional parameters. A word of a row is one
// element or multi-field: a pattern represents all the names that it matches, and a word that
// splits represents any number of words.

// rowKey identifies one way to read a row. The result is cached, because choices are keyed by
// the identity of their words.
type rowKey struct {
	row  *tree.Word
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

func (w *walker) ofRow(row []tree.Word, kind rowKind, read func() tree.Word) tree.Word {
	key := rowKey{&row[0], len(row), kind}
	v, ok := w.rows[key]
	if !ok {
		if v = read(); w.rows == nil {
			w.rows = map[rowKey]tree.Word{}
		}
		w.rows[key] = v
	}
	return v
}

// element returns the element n of a row, counted from 0, or backwards from -1.
func (w *walker) element(row []tree.Word, n int) tree.Word {
	from, to := 0, len(row) // the range of its multi-field words
	for from < to && !row[from].MultiField() {
		from++
	}
	for to > from && !row[to-1].MultiField() {
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
		return tree.Word{} // past an end
	case n == from && !row[n].Splits():
		return w.ofRow(row[n:n+1], theFirst, func() tree.Word { return tree.OneName(row[n]) })
	case fromEnd == to-1 && n < 0 && !row[fromEnd].Splits():
		return w.ofRow(row[fromEnd:to], theLast, func() tree.Word { return tree.OneName(row[fromEnd]) })
	case n >= 0:
		return w.someOf(row[from:])
	}
	return w.someOf(row[:to])
}

// someOf returns a choice of any element of a row, or none.
func (w *walker) someOf(row []tree.Word) tree.Word {
	return w.ofRow(row, anyOne, func() tree.Word { return tree.OneName(tree.AnyOf(row)) })
}

// loosened returns a row in which any element may be missing.
func (w *walker) loosened(row []tree.Word) []tree.Word {
	if len(row) == 0 || len(row) == 1 && row[0].Splits() && len(row[0].Parts) == 1 {
		return row
	}
	return []tree.Word{w.ofRow(row, anyNumber, func() tree.Word { return tree.AnyOf(row) })}
}

// from returns a row without its first n elements.
func (w *walker) from(row []tree.Word, n int) []tree.Word {
	for n > 0 && len(row) > 0 && !row[0].MultiField() {
		n, row = n-1, row[1:]
	}
	if n == 0 || len(row) == 0 {
		return row
	}
	return w.loosened(row)
}

// joined returns a row as one text. A single pattern may be a single name.
func (w *walker) joined(row []tree.Word) tree.Word {
	return w.ofRow(row, together, func() tree.Word {
		u := tree.OneName(tree.AnyOf(row))
		if len(row) > 1 {
			u.Parts[0].Values = nil
		}
		return u
	})
}
