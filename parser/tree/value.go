package tree

import (
	"slices"
)

// Unsplit returns a word that is assumed not to split: cd fails with several words.
func Unsplit(w Word) Word {
	if !w.Splits() {
		return Word{Parts: slices.Clip(w.Parts), Span: w.Span}
	}
	parts := slices.Clone(w.Parts)
	for i := range parts {
		parts[i].Split = false
	}
	return Word{Parts: parts, Span: w.Span}
}

// WithoutNames drops the names that a pattern may match: a directory is one place.
func WithoutNames(w Word) Word {
	if !slices.ContainsFunc(w.Parts, func(p Part) bool { return p.Kind == Glob && p.SingleName }) {
		return w
	}
	w.Parts = slices.Clone(w.Parts)
	for i, p := range w.Parts {
		if p.Kind == Glob && p.SingleName {
			w.Parts[i].Kind, w.Parts[i].SingleName = Unknown, false
		}
	}
	return w
}

// The bounds on one value.
const (
	MaxValue = 64 << 10 // bytes
	MaxParts = 64       // parts
)

// MayBeEmpty reports whether a word may be the empty text.
func MayBeEmpty(w Word) bool {
	for _, p := range w.Parts {
		if p.Kind != Unknown && p.Text != "" || p.Kind == Unknown && !p.Empty {
			return false
		}
	}
	return true
}

// Equal reports whether two words are the same and come from the same place.
func Equal(a, b Word) bool {
	if !Same(a, b) || a.Span != b.Span {
		return false
	}
	for i := range a.Parts {
		if a.Parts[i].Origin != b.Parts[i].Origin || !Identical(a.Parts[i].OneOf(), b.Parts[i].OneOf()) {
			return false
		}
	}
	return true
}

// Same reports whether two words are the same.
func Same(a, b Word) bool {
	if len(a.Parts) != len(b.Parts) {
		return false
	}
	for i, p := range a.Parts {
		q := b.Parts[i]
		if !Identical(p.OneOf(), q.OneOf()) || !Identical(p.Elements(), q.Elements()) || (p.Elements() == nil) != (q.Elements() == nil) {
			return false // an empty array is none that is not known
		}
		if p.Kind != q.Kind || p.Text != q.Text || p.Empty != q.Empty || p.Split != q.Split || p.File != q.File || p.SingleName != q.SingleName || len(p.From) != len(q.From) {
			return false
		}
		for k := range p.From {
			if p.From[k] != q.From[k] {
				return false
			}
		}
	}
	return true
}

// Identical reports whether two lists of words share their memory.
func Identical(a, b []Word) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// UnknownWord returns a word of one unknown part. text is its source.
func UnknownWord(text string, empty bool) Word {
	return Word{Parts: []Part{{Kind: Unknown, Text: text, Empty: empty}}}
}

// ValueOf converts a word to the value of a variable: one word, without patterns, of bounded
// size.
func ValueOf(w Word) Word {
	v := Word{Parts: slices.Grow([]Part(nil), min(len(w.Parts), MaxParts)), Span: w.Span}
	size := 0
	for _, p := range w.Parts {
		if size += len(p.Text); size > MaxValue || len(v.Parts) == MaxParts || p.Kind == Unknown && p.Split {
			u := UnknownWord(Shorten(w.String()), MayBeEmpty(w))
			u.Parts[0].From = w.From()
			return u
		}
		if p.Kind == Glob && !p.SingleName {
			p.Kind, p.Split = Unknown, false
		}
		v.Parts = append(v.Parts, p)
	}
	return v
}

// Shorten truncates a source text that is kept for messages.
func Shorten(s string) string { return s[:min(len(s), 200)] }
