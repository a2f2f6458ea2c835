package tree

import (
	"slices"
	"strings"
)

// PartKind says what is known of a part of a word. The zero value is Unknown: a part that nobody
// filled in must not pass for literal text.
type PartKind uint8

// The kinds of parts.
const (
	Unknown PartKind = iota // known only at run time: $x, $(date), ~user
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

	// Split says that an unknown part is unquoted, so that it may become any number of words,
	// including none. For a pattern it says that the word vanishes if nothing matches (bash's
	// nullglob).
	Split bool

	// OneWord says that an unknown part is a command's output without blanks and pattern characters,
	// or nothing. Unquoted, it does not become several words as long as IFS has only blanks.
	OneWord bool

	// File says that the part is the name of a file with the output of From, as <( ) and >( ) give,
	// and not the output itself.
	File bool

	// SingleName says that a pattern represents one name that it matches, as in the variable of a
	// loop.
	SingleName bool

	// From holds the commands whose output makes up this part: those of a
	// command or process substitution. It is nil for other parts.
	From []*Command

	// Values is set for a variable with several possible values. It is a pointer because most parts
	// have none, and it is immutable.
	Values *Values

	// Origin says where the part comes from; nil without Options.Origins.
	Origin *Origin
}

// Values are the words behind one part.
type Values struct {
	// OneOf are the possible values, if they are few: those of two branches, or the default in
	// ${x:-default}.
	OneOf []Word

	// Subscripts are the subscripts of the elements in OneOf, if the value is an array with names or
	// gaps. It is parallel to OneOf, with "" for an unknown one.
	Subscripts []string

	// IsPartial says that OneOf is incomplete: another value may be anything.
	IsPartial bool

	// Elements are the elements of an array, as a row; nil if they are not known.
	Elements []Word

	// Content is the whole content of a process substitution's file, if it is known.
	Content *string
}

// Held returns the content of the file that a part names, if it is known: the text in
// <(echo text). It leaves out newlines at the end.
func (p Part) Held() (text string, ok bool) {
	if !p.File || p.Values == nil || p.Values.Content == nil {
		return "", false
	}
	return strings.TrimRight(*p.Values.Content, "\n"), true
}

// IsNumber reports whether the part is an unknown number that the shell makes, as $$ or $RANDOM
// (bash(1), Special Parameters, Shell Variables). A variable of such a name that the source has
// assigned may be empty.
func (p Part) IsNumber() bool {
	return p.Kind == Unknown && !p.Empty && len(p.From) == 0 && slices.Contains(numbers, p.Text)
}

// IsDated reports whether the part is an unknown number that a command prints, or a date: digits, and after
// them perhaps letters and signs other than a slash.
func (p Part) IsDated() bool { return p.Kind == Unknown && p.OneWord && !p.Empty }

// numbers are the parameters that the shell expands to a number.
var numbers = []string{"$$", "$RANDOM", "$SRANDOM", "$BASHPID", "$PPID", "$EPOCHSECONDS"}

// OneName reports whether the part is a pattern that represents one name it matches, as in the
// variable of a loop.
func (p Part) OneName() bool { return p.Kind == Glob && p.SingleName }

// OneOf returns the possible values of the part, if they are few: [Values].OneOf.
func (p Part) OneOf() []Word {
	if p.Values == nil {
		return nil
	}
	return p.Values.OneOf
}

// Elements returns the elements of the array that the part expands to, if they are known:
// [Values].Elements.
func (p Part) Elements() []Word {
	if p.Values == nil {
		return nil
	}
	return p.Values.Elements
}

// Word is one shell word as far as it is known before it runs.
//
// The questions that are asked most are answered by functions of the parts, which the compiler
// calls directly: a whole word does not fit into registers.
type Word struct {
	Parts []Part
	Span  Span
}

// Text returns a literal word's text, and whether the whole word is literal. A word without parts
// is the empty word and literal.
func (w Word) Text() (string, bool) { return textOf(w.Parts) }

func textOf(parts []Part) (string, bool) {
	if len(parts) == 1 { // nearly always
		return parts[0].Text, parts[0].Kind == Literal
	}
	if !allLiteral(parts) {
		return "", false
	}
	return prefixOf(parts), true
}

// Known reports whether the whole word is literal.
func (w Word) Known() bool { return allLiteral(w.Parts) }

func allLiteral(parts []Part) bool {
	for i := range parts {
		if parts[i].Kind != Literal {
			return false
		}
	}
	return true
}

// Prefix returns the literal text that the word surely begins with.
func (w Word) Prefix() string { return prefixOf(w.Parts) }

func prefixOf(parts []Part) string {
	switch {
	case len(parts) == 0 || parts[0].Kind != Literal:
		return ""
	case len(parts) == 1 || parts[1].Kind != Literal:
		return parts[0].Text
	}
	return firstTexts(parts)
}

// firstTexts returns the text of the literal parts that come first.
func firstTexts(parts []Part) string {
	var b strings.Builder
	for i := range parts {
		if parts[i].Kind != Literal {
			break
		}
		b.WriteString(parts[i].Text)
	}
	return b.String()
}

// Suffix returns the literal text that the word surely ends with.
func (w Word) Suffix() string {
	s := ""
	for i := len(w.Parts) - 1; i >= 0 && w.Parts[i].Kind == Literal; i-- {
		s = w.Parts[i].Text + s
	}
	return s
}

// Is reports whether the word is exactly the given text.
func (w Word) Is(text string) Truth { return isText(w.Parts, text) }

func isText(parts []Part, text string) Truth {
	if len(parts) == 1 && parts[0].Kind == Literal {
		return Of(parts[0].Text == text)
	}
	return Word{Parts: parts}.mayBe(text)
}

// mayBe is Is for any word.
func (w Word) mayBe(text string) Truth {
	if s, ok := w.Text(); ok {
		return Of(s == text)
	}
	pre, suf := w.Prefix(), w.Suffix()
	if len(pre)+len(suf) > len(text) || !strings.HasPrefix(text, pre) || !strings.HasSuffix(text, suf) {
		return No
	}
	return Maybe
}

// Splits reports whether the word may become any number of words at run time, including none: an
// unknown part is unquoted, or a part is a pattern under nullglob.
func (w Word) Splits() bool { return anySplits(w.Parts) }

func anySplits(parts []Part) bool {
	for i := range parts {
		if parts[i].Split {
			return true
		}
	}
	return false
}

// HasPattern reports whether the word contains a pattern, so that it may become several words or
// a name it does not spell out.
func (w Word) HasPattern() bool {
	return slices.ContainsFunc(w.Parts, func(p Part) bool { return p.Kind == Glob && !p.SingleName })
}

// From returns the commands whose output occurs in any part of the word.
func (w Word) From() []*Command {
	var s CommandSet
	for _, p := range w.Parts {
		s.Add(p.From)
	}
	return s.List
}

// CommandSet collects commands, each once. It shares a single list without copying.
type CommandSet struct {
	List  []*Command
	seen  map[*Command]bool
	added map[**Command]int // the lengths of lists, by the address of their first element
}

// Add adds commands that are not in the set yet.
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

// Tail returns the word without its first n bytes, which must be in its literal prefix; the value
// of "--output=$x" is Tail(len("--output=")).
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
