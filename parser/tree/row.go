package tree

import (
	"slices"
	"strings"
)

// Slashless reports whether a part represents text without a slash.
func (w Word) Slashless(i int) bool {
	p := w.Parts[i]
	return p.Kind == Literal && !strings.Contains(p.Text, "/") || p.Kind == Glob && p.Text != "**" && !strings.ContainsAny(p.Text, "(/")
}

// EndsInName reports whether the last slash of a word is in its literal text.
func (w Word) EndsInName() bool {
	for i := len(w.Parts) - 1; i >= 0; i-- {
		if w.Parts[i].Kind == Literal && strings.Contains(w.Parts[i].Text, "/") {
			return true
		}
		if !w.Slashless(i) || i > 0 && w.Parts[i].Kind == Glob && w.Parts[i-1].Kind == Glob {
			return false // ** may be in two parts
		}
	}
	return false
}

// HoldsNames reports whether a value may be the name of a file that matches a pattern, or an
// array that holds one.
func (w Word) HoldsNames() bool {
	return slices.ContainsFunc(w.Parts, func(p Part) bool {
		return p.Kind == Glob || slices.ContainsFunc(p.OneOf(), isNames) || slices.ContainsFunc(p.Elements(), Word.HoldsNames)
	})
}

// isNames reports whether a word represents names that match a pattern.
func isNames(w Word) bool {
	return slices.ContainsFunc(w.Parts, func(p Part) bool { return p.Kind == Glob })
}

// FormerValue returns the value of a variable that may still have one of some values, or had it:
// any of the names in them, or anything else.
func FormerValue(name string, values ...Word) Word {
	if !slices.ContainsFunc(values, Word.HoldsNames) {
		return UnknownWord("$"+name, true)
	}
	anything := Part{Kind: Unknown, Text: "$" + name, Empty: true}
	parts := []Part{anything, anything} // of the result, and of the value that may be anything
	u := Word{Parts: parts[:1:1]}
	var from CommandSet
	or := append(make([]Word, 0, len(values)+1), Word{Parts: parts[1:]})
	add := func(v Word) {
		if isNames(v) && len(or) <= MaxNames && !slices.ContainsFunc(or, func(o Word) bool { return Same(o, v) }) {
			or = append(or, v)
		}
	}
	for _, v := range values {
		from.Add(v.From())
		add(v)
		for _, p := range v.Parts {
			for _, x := range slices.Concat(p.OneOf(), p.Elements()) {
				for _, o := range Alternatives(x) {
					add(OneName(o))
				}
			}
		}
	}
	u.Parts[0].From, or[0].Parts[0].From = from.List, from.List
	u.Parts[0].Values = &Values{OneOf: or}
	return u
}

// MultiField reports whether a word of a row represents any number of elements.
func (w Word) MultiField() bool { return w.HasPattern() || w.Splits() }

// ElementOf converts a word to an element of a row: ValueOf, unless the word is multi-field.
func ElementOf(w Word) Word {
	if !w.MultiField() {
		return ValueOf(w)
	}
	if w.Splits() {
		w = WithoutChoices(w)
	}
	if w.Size() <= MaxValue && len(w.Parts) <= MaxParts {
		return w
	}
	u := UnknownWord(Shorten(w.String()), true)
	u.Parts[0].From, u.Parts[0].Split = w.From(), true
	return u
}

// WithoutChoices returns a word that splits without the choices of its parts, because each choice
// may have become any number of words. A word of a single part keeps them.
func WithoutChoices(w Word) Word {
	if len(w.Parts) == 1 && w.Parts[0].OneOf() != nil {
		return AnyOf([]Word{w})
	}
	w.Parts = slices.Clone(w.Parts)
	for i := range w.Parts {
		w.Parts[i].Values = nil
	}
	return w
}

// OneName returns one of the elements that a word of a row represents: for a pattern, one name
// that matches.
func OneName(w Word) Word {
	if !w.MultiField() {
		return w
	}
	w.Parts = slices.Clone(w.Parts)
	for i := range w.Parts {
		p := &w.Parts[i]
		p.SingleName, p.Split = p.Kind == Glob, false
		if or := p.OneOf(); or != nil {
			p.Values = &Values{OneOf: make([]Word, len(or))}
			for k := range or {
				p.Values.OneOf[k] = OneName(or[k])
			}
		}
	}
	return w
}

// AnyOf returns a word for any number of a row's elements. The elements with known parts become
// its alternatives, patterns first.
func AnyOf(row []Word) Word {
	var from CommandSet
	var patterns, others []Word
	for _, x := range row {
		from.Add(x.From())
		for _, o := range Alternatives(x) {
			switch {
			case o.HasPattern():
				patterns = append(patterns, o)
			case len(o.Parts) != 1 || o.Parts[0].Kind != Unknown:
				others = append(others, o)
			}
		}
	}
	rest := anyNumberOf(from.List)
	or := append(append([]Word{rest}, patterns...), others...)
	if len(or) == 1 {
		return rest
	}
	u := Word{Parts: slices.Clone(rest.Parts)}
	u.Parts[0].Values = &Values{OneOf: or[:min(len(or), MaxChoices)]}
	return u
}

// CertainRow returns a row for the start of a command. If the first element may be missing, any
// element could be the program, so the result is unknown.
func CertainRow(row []Word) []Word {
	if len(row) == 0 || len(row[0].Parts) != 1 || !row[0].Parts[0].Split || row[0].Parts[0].OneOf() == nil {
		return row
	}
	return append([]Word{anyNumberOf(row[0].From())}, row[1:]...)
}

// AnyWords returns any number of unknown words that keep the origin of a row.
func AnyWords(row []Word) Word {
	var from CommandSet
	for _, x := range row {
		from.Add(x.From())
	}
	return anyNumberOf(from.List)
}

// anyNumberOf returns a word that may become any number of words.
func anyNumberOf(from []*Command) Word {
	w := UnknownWord("$@", true)
	w.Parts[0].Split, w.Parts[0].From = true, from
	return w
}
