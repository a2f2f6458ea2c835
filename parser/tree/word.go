package tree

import (
	"slices"
	"strings"
)

// PartKind tells what is known of one part of a word. The zero value is
// Unknown: a part nobody filled in must not pass for literal text.
type PartKind uint8

// The kinds of parts.
const (
	Unknown PartKind = iota // what only execution knows: $x, $(date), ~user
	Literal                 // text after quote removal
	Glob                    // an unquoted pattern: *, ?, [a-z]
)

// Part is a stretch of a word that is known in one way.
type Part struct {
	// Text is the literal text, the pattern, or for an unknown part its
	// source, kept for messages only.
	Text string

	Kind PartKind

	// Empty says that an unknown part may expand to nothing, as an unset
	// variable does. It is false for ${x:?} and for ${#x}.
	Empty bool

	// Split says that an unknown part stands outside quotes, so that it may
	// become any number of words, none included; and of a pattern, that its
	// word is none where nothing matches (bash's nullglob).
	Split bool

	// File says that the part is the name of a file holding the output of
	// From, as <( ) and >( ) give, and not the output itself.
	File bool

	// SingleName says that a pattern stands for one name that it matches, as the value of
	// a loop's variable does.
	SingleName bool

	// From holds the commands whose output makes up this part: those of a
	// command or process substitution. It is nil for other parts.
	From []*Command

	// Values is set for the value of a variable that has more than one. It
	// is kept apart, and never changed, because most parts have none.
	Values *Values

	// Origin says where the part comes from; nil without Options.Origins.
	Origin *Origin
}

// Values are the words that stand behind one part.
type Values struct {
	// OneOf are all words the value may be, where they are few: those of two
	// branches, or the default in ${x:-default}.
	OneOf []Word

	// Subscripts are those of the elements in OneOf, if the value is an array with names
	// or gaps: as many as there are words, "" for one that is not known.
	Subscripts []string

	// IsPartial says that OneOf has not all of them: nothing is known of one.
	IsPartial bool

	// Elements are the elements of an array, a row of words; nil if they
	// are not known.
	Elements []Word

	// Content is what the file of a process substitution holds, if it is known.
	Content *string
}

// Held returns what the file that a part is the name of holds, where that is
// known: the text in <(echo text). Newlines at its end are left out.
func (p Part) Held() (text string, ok bool) {
	if !p.File || p.Values == nil || p.Values.Content == nil {
		return "", false
	}
	return *p.Values.Content, true
}

// OneName reports whether the part is a pattern that stands for one name it matches, as
// the variable of a loop does.
func (p Part) OneName() bool { return p.Kind == Glob && p.SingleName }

func (p Part) OneOf() []Word {
	if p.Values == nil {
		return nil
	}
	return p.Values.OneOf
}

func (p Part) Elements() []Word {
	if p.Values == nil {
		return nil
	}
	return p.Values.Elements
}

// Word is one shell word as far as it is known before it runs.
type Word struct {
	Parts []Part
	Span  Span
}

// Text returns a literal word's text, and whether the word is literal as a
// whole. A word without parts is the empty word and literal.
func (w Word) Text() (string, bool) {
	switch len(w.Parts) {
	case 0:
		return "", true
	case 1:
		return w.Parts[0].Text, w.Parts[0].Kind == Literal
	}
	if !w.Known() {
		return "", false
	}
	return w.Prefix(), true
}

// Known reports whether the whole word is literal.
func (w Word) Known() bool {
	for i := range w.Parts {
		if w.Parts[i].Kind != Literal {
			return false
		}
	}
	return true
}

// Prefix returns the literal text that the word is certain to begin with.
func (w Word) Prefix() string {
	switch {
	case len(w.Parts) == 0 || w.Parts[0].Kind != Literal:
		return ""
	case len(w.Parts) == 1 || w.Parts[1].Kind != Literal:
		return w.Parts[0].Text
	}
	var b strings.Builder
	for i := range w.Parts {
		if w.Parts[i].Kind != Literal {
			break
		}
		b.WriteString(w.Parts[i].Text)
	}
	return b.String()
}

// Suffix returns the literal text that the word is certain to end with.
func (w Word) Suffix() string {
	s := ""
	for i := len(w.Parts) - 1; i >= 0 && w.Parts[i].Kind == Literal; i-- {
		s = w.Parts[i].Text + s
	}
	return s
}

// Is tells whether the word is exactly the given text.
func (w Word) Is(text string) Truth {
	if s, ok := w.Text(); ok {
		return Of(s == text)
	}
	pre, suf := w.Prefix(), w.Suffix()
	if len(pre)+len(suf) > len(text) || !strings.HasPrefix(text, pre) || !strings.HasSuffix(text, suf) {
		return No
	}
	return Maybe
}

// Splits reports whether the word may become any number of words when it
// runs, none included: an unknown part of it stands outside quotes, or it is a
// pattern under nullglob.
func (w Word) Splits() bool {
	for i := range w.Parts {
		if w.Parts[i].Split {
			return true
		}
	}
	return false
}

// HasPattern reports whether the word may become several words, or a name it
// does not spell out, because a part of it is a pattern.
func (w Word) HasPattern() bool {
	return slices.ContainsFunc(w.Parts, func(p Part) bool { return p.Kind == Glob && !p.SingleName })
}

// From returns the commands whose output any part of the word is made of.
func (w Word) From() []*Command {
	var s CommandSet
	for _, p := range w.Parts {
		s.Add(p.From)
	}
	return s.List
}

// CommandSet collects commands, each once. A single list is kept as it is.
type CommandSet struct {
	List  []*Command
	seen  map[*Command]bool
	added map[**Command]int // the lengths of lists, by where they start
}

func (s *CommandSet) Add(from []*Command) {
	switch {
	case len(from) == 0:
		return
	case len(s.List) == 0:
		s.List = slices.Clip(from)
		return
	case s.seen == nil && &s.List[0] == &from[0] && len(s.List) >= len(from) || s.added[&from[0]] >= len(from):
		return
	case s.seen == nil:
		s.seen, s.added = map[*Command]bool{}, map[**Command]int{&s.List[0]: len(s.List)}
		for _, c := range s.List {
			s.seen[c] = true
		}
	}
	s.added[&from[0]] = len(from)
	for _, c := range from {
		if !s.seen[c] {
			s.seen[c] = true
			s.List = append(s.List, c)
		}
	}
}

// Tail returns the word without its first n bytes, which must lie in its
// literal prefix; the value of "--output=$x" is Tail(len("--output=")).
func (w Word) Tail(n int) Word {
	t := Word{Span: w.Span}
	for i, p := range w.Parts {
		if n == 0 || p.Kind != Literal {
			t.Parts = append(t.Parts, w.Parts[i:]...)
			break
		}
		if n >= len(p.Text) {
			n -= len(p.Text)
			continue
		}
		p.Text = p.Text[n:]
		n = 0
		t.Parts = append(t.Parts, p)
	}
	return t
}

// String prints the word compactly: literal text as it is, patterns as they
// are, and "?" for each unknown part.
func (w Word) String() string {
	var b strings.Builder
	for _, p := range w.Parts {
		if p.Kind == Unknown {
			b.WriteByte('?')
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

// Size is the length of String.
func (w Word) Size() int {
	n := 0
	for _, p := range w.Parts {
		if p.Kind == Unknown {
			n++
		} else {
			n += len(p.Text)
		}
	}
	return n
}

// Text makes a literal word.
func Text(s string) Word {
	if s == "" {
		return Word{}
	}
	return Word{Parts: []Part{{Kind: Literal, Text: s}}}
}
