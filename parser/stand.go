package parser

import (
	"maps"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// stands are what stands in a source for the parts of a word that are no text, where
// that word is read as source: for each a byte that the source does not hold.
type stands struct {
	parts [32]*Part
	used  [32]bool
}

// ParseWord is [Parse] for a source that may be known in part. What is not known of it,
// and what is the name of a file that a pattern matches, is taken to be of a word: that
// it brings operators along is not followed. The error is ErrUnknown for a word of which
// nothing is known, or which is too long.
func ParseWord(source Word, opt Options) (*Script, error) {
	text, known := source.Text()
	if known {
		return Parse(text, opt)
	}
	if !source.told() {
		return nil, ErrUnknown
	}
	text, stands, ok := source.standing()
	if !ok {
		return nil, ErrUnknown
	}
	if s := supposedBefore(stands.shown(text), opt.Outer); s != nil {
		return s, nil
	}
	opt.stands = stands
	return Parse(text, opt)
}

// standing returns a word as a source, in which bytes stand for parts of it.
func (w Word) standing() (text string, s *stands, ok bool) {
	if w.size() > maxValue {
		return "", nil, false
	}
	s = &stands{used: [32]bool{0: true, '\t': true, '\n': true, '\v': true, '\f': true, '\r': true}}
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

// byteFor is a byte that stands for a part. The last one that is left stands for any.
func (s *stands) byteFor(p Part) (byte, bool) {
	free := -1
	for c, used := range s.used {
		if q := s.parts[c]; q != nil && q.Kind == p.Kind && q.Text == p.Text && q.Empty == p.Empty && q.several == p.several && len(p.From) == 0 && len(q.From) == 0 {
			return byte(c), true
		}
		if !used && free >= 0 {
			p.Split, p.one = false, p.Kind == Glob
			s.used[free], s.parts[free] = true, &p
			return byte(free), true
		}
		if !used {
			free = c
		}
	}
	if free < 0 {
		return 0, false
	}
	s.parts[free] = &Part{Text: "?", Empty: true}
	return byte(free), true
}

// told tells whether there is some text in a word.
func (w Word) told() bool {
	return slices.ContainsFunc(w.Parts, func(p Part) bool { return p.Kind == Literal && strings.Trim(p.Text, blankIFS) != "" })
}

// stands tells whether a byte stands for a part.
func (s *stands) has(b byte) bool { return b < 32 && s.parts[b] != nil }

// in is where text first has a byte that stands for a part, or -1.
func (s *stands) in(text string) int {
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

// parse is a word of text in which bytes stand for parts.
func (s *stands) parse(text string) []Part {
	var parts []Part
	for at := s.in(text); at >= 0; at = s.in(text) {
		parts = append(appendPart(parts, Part{Kind: Literal, Text: text[:at]}), *s.parts[text[at]])
		text = text[at+1:]
	}
	return appendPart(parts, Part{Kind: Literal, Text: text})
}

// shown is a source as it is shown: with a sign in the place of each part.
func (s *stands) shown(text string) string {
	if s.in(text) < 0 {
		return text
	}
	out := []byte(text)
	for i, c := range out {
		if s.has(c) && s.parts[c].Kind == Glob {
			out[i] = '*'
		} else if s.has(c) {
			out[i] = '?'
		}
	}
	return string(out)
}

// standing adds text of the source in which bytes stand for parts. It reports false for
// any other text.
func (f *fields) standing(text string, quoted bool) bool {
	at := f.stands.in(text)
	if at < 0 {
		return false
	}
	for ; at >= 0; at = f.stands.in(text) {
		if at > 0 {
			f.literal(text[:at], quoted)
		}
		if p := f.stands.parts[text[at]]; p.Kind == Glob {
			f.name(p, quoted)
		} else {
			f.unknown(*p, quoted)
		}
		text = text[at+1:]
	}
	if text != "" {
		f.literal(text, quoted)
	}
	return true
}

// short is simpleLiteral for a word in which nothing stands for parts.
func (w *walker) short(x *syntax.Word) (string, bool) {
	if w.stands != nil {
		return "", false
	}
	return simpleLiteral(x)
}

// suppose reads an eval whose words are known in part, beside what is not known.
func (w *walker) suppose(c *Command, words []Word) {
	var parts []Part
	for i, x := range words {
		if i > 0 {
			parts = append(parts, Part{Kind: Literal, Text: " "})
		}
		parts = append(parts, x.Parts...)
	}
	source := Word{Parts: parts}
	text, s, ok := source.standing()
	if !ok || !source.told() {
		return
	}
	returned, locals, changed := w.returned, w.locals, w.changed
	w.locals = maps.Clone(locals)
	w.apart(func() { w.evalIn(c, text, s) })
	w.returned, w.locals, w.changed = returned, locals, changed
}

// supposedBefore is readBefore for a text that is known in part.
func supposedBefore(shown string, outer *Command) *Script {
	for range 3 {
		if outer == nil {
			break
		}
		if s := outer.supposed; s != nil && s.Source.Text == shown {
			return s
		}
		outer = outer.before()
	}
	return nil
}
