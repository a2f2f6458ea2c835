package tree

import (
	"slices"
	"strings"
)

// Placeholders represent the parts of a word that are not text when the word is read as source.
// Each is a byte that does not occur in the source.
type Placeholders struct {
	Parts [32]*Part
	used  [32]bool
}

// WithPlaceholders returns a word as source text with placeholders.
func (w Word) WithPlaceholders() (text string, s *Placeholders, ok bool) {
	if w.Size() > MaxValue {
		return "", nil, false
	}
	s = &Placeholders{used: [32]bool{0: true, '\t': true, '\n': true, '\v': true, '\f': true, '\r': true}}
	for _, p := range w.Parts {
		for i := 0; i < len(p.Text) && p.Kind == Literal; i++ {
			if p.Text[i] < 32 {
				s.used[p.Text[i]] = true
			}
		}
	}
	var b strings.Builder
	for _, p := range w.Parts {
		if p.Kind == Literal {
			b.WriteString(p.Text)
			continue
		}
		c, ok := s.byteFor(p)
		if !ok {
			return "", nil, false
		}
		b.WriteByte(c)
	}
	return b.String(), s, true
}

// byteFor returns a placeholder for a part. When only one is left, it represents any part.
func (s *Placeholders) byteFor(p Part) (byte, bool) {
	free := -1
	for c, used := range s.used {
		if q := s.Parts[c]; q != nil && q.Kind == p.Kind && q.Text == p.Text && q.Empty == p.Empty && q.Values == p.Values && len(p.From) == 0 && len(q.From) == 0 {
			return byte(c), true
		}
		if !used && free >= 0 {
			p.Split, p.SingleName = false, p.Kind == Glob
			s.used[free], s.Parts[free] = true, &p
			return byte(free), true
		}
		if !used {
			free = c
		}
	}
	if free < 0 {
		return 0, false
	}
	s.Parts[free] = &Part{Text: "?", Empty: true}
	return byte(free), true
}

// HasText reports whether a word has literal text.
func (w Word) HasText() bool {
	return slices.ContainsFunc(w.Parts, func(p Part) bool { return p.Kind == Literal && strings.Trim(p.Text, BlankIFS) != "" })
}

// has reports whether a byte is a placeholder.
func (s *Placeholders) has(b byte) bool { return b < 32 && s.Parts[b] != nil }

// IndexIn returns the offset of the first placeholder in text, or -1.
func (s *Placeholders) IndexIn(text string) int {
	if s == nil {
		return -1
	}
	for i := range len(text) {
		if s.has(text[i]) {
			return i
		}
	}
	return -1
}

// Restore converts text with placeholders back to parts.
func (s *Placeholders) Restore(text string) []Part {
	var parts []Part
	for at := s.IndexIn(text); at >= 0; at = s.IndexIn(text) {
		parts = append(AppendPart(parts, Part{Kind: Literal, Text: text[:at]}), *s.Parts[text[at]])
		text = text[at+1:]
	}
	return AppendPart(parts, Part{Kind: Literal, Text: text})
}

// Show returns a source for display, with a sign for each placeholder.
func (s *Placeholders) Show(text string) string {
	if s.IndexIn(text) < 0 {
		return text
	}
	out := []byte(text)
	for i, c := range out {
		if s.has(c) && s.Parts[c].Kind == Glob {
			out[i] = '*'
		} else if s.has(c) {
			out[i] = '?'
		}
	}
	return string(out)
}
