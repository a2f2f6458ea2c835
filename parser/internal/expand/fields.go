package expand

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
)

// What words take in memory, in bytes.
const (
	WordCost  = 64  // a word in addition to its text
	SplitCost = 192 // a word that splitting creates
)

// Piece is a stretch of a word before it is split and matched.
type Piece struct {
	Part    tree.Part
	Quoted  bool // neither split nor a pattern
	Escapes bool // a backslash in it quotes the next byte if the word is a pattern: it is an unquoted value
}

// Fields collects the pieces of the words that one word of the source expands to.
type Fields struct {
	Pieces  []Piece
	Ends    []int // end of each completed word, as an index into pieces
	Open    bool  // a word has begun after the last end, even if it is empty
	TooMany bool  // there were more than maxPieces

	Split   bool   // unquoted values are split
	HasText bool   // the word has text of its own, so that it is there whatever its expansions give
	Ifs     string // at these bytes
	AnyIFS  bool   // or at any: IFS is not known
	blank   bool   // the last value ended with a blank of IFS

	Extended bool // extglob patterns are special
	Escapes  bool // a backslash in a value quotes in a pattern: bash and dash; mksh and zsh take it literally

	Stands  *tree.Placeholders // for parts of the source
	Choices *Choices           // of the command that is read
	Origin  *tree.Origin       // of what is being added, or nil
}

// MaxPieces bounds the pieces that one word of the source is read into.
const MaxPieces = 1 << 15

// Literal adds text of the source. Text that cannot be part of a pattern counts as quoted, and
// is merged with the quoted text before it.
func (f *Fields) Literal(text string, quoted bool) {
	if f.Open = true; text == "" || f.Stands != nil && f.placeholders(text, quoted) {
		return
	}
	quoted = quoted || !f.Extended && !strings.ContainsAny(text, "*?[]")
	first := 0
	if n := len(f.Ends); n > 0 {
		first = f.Ends[n-1]
	}
	if n := len(f.Pieces); quoted && n > first {
		if p := &f.Pieces[n-1]; p.Quoted && p.Part.Kind == tree.Literal && p.Part.Origin == f.Origin && len(p.Part.Text) < tree.MaxMerged {
			p.Part.Text += text
			return
		}
	}
	f.Add(Piece{Part: tree.Part{Kind: tree.Literal, Text: text, Origin: f.Origin}, Quoted: quoted})
}

// Add adds a piece to the last word.
func (f *Fields) Add(p Piece) {
	f.Open = true
	if len(f.Pieces) == MaxPieces {
		f.TooMany = true
		return
	}
	f.Pieces = append(f.Pieces, p)
}

// Unknown adds an unknown part.
func (f *Fields) Unknown(p tree.Part, quoted bool) {
	p.Kind = tree.Unknown
	if p.Origin == nil {
		p.Origin = f.Origin
	}
	p.Split = f.Split && (!quoted || p.Split)
	if (p.OneWord || p.IsNumber()) && (f.HasText || !p.Empty) && f.Ifs == tree.BlankIFS && !f.AnyIFS {
		p.Split = false
	}
	f.Add(Piece{Part: p, Quoted: quoted})
}

// Value adds the known value of an expansion.
func (f *Fields) Value(v tree.Word, quoted bool) {
	outer := f.Origin
	for i, p := range v.Parts {
		if f.Origin = outer; p.Origin != nil {
			f.Origin = p.Origin
		}
		if or := p.OneOf(); len(or) > 0 {
			if chosen, ok := f.Choices.Pick(&or[0], or); ok {
				f.Value(chosen, quoted)
				continue
			}
		}
		switch {
		case p.Kind == tree.Unknown:
			f.Unknown(p, quoted)
		case p.Kind == tree.Glob:
			f.name(&v.Parts[i], quoted)
		case quoted || !f.Split:
			f.Literal(p.Text, true)
		case f.AnyIFS:
			f.splitAnywhere(&v.Parts[i])
		default:
			f.SplitValue(p.Text)
		}
	}
	f.Origin = outer
	if quoted {
		f.Open = true // "$x" is a word even if it is empty
	}
}

// name adds the name of a file that matched a pattern. Unquoted, it is split at the blanks in
// it.
func (f *Fields) name(p *tree.Part, quoted bool) {
	split := tree.Part{Text: p.Text, Origin: p.Origin}
	if quoted || !f.Split {
		f.Add(Piece{Part: *p, Quoted: true})
	} else if chosen, ok := f.Choices.Pick(p, []tree.Word{{Parts: []tree.Part{*p}}, {Parts: []tree.Part{split}}}); ok && chosen.Parts[0].Kind == tree.Glob {
		f.Add(Piece{Part: *p, Quoted: true})
	} else {
		f.Unknown(split, false)
	}
}

// splitAnywhere adds a known value while IFS is unknown: it may be split at blanks, as by
// default, or anywhere else.
func (f *Fields) splitAnywhere(p *tree.Part) {
	split := tree.Part{Text: tree.Shorten(p.Text), Empty: true}
	or := []tree.Word{{Parts: []tree.Part{split}}, {Parts: []tree.Part{*p}}}
	if chosen, ok := f.Choices.Pick(p, or); ok && chosen.Known() {
		outer := f.Ifs
		f.Ifs = tree.BlankIFS
		f.SplitValue(p.Text)
		f.Ifs = outer
		return
	}
	f.Unknown(split, false)
}

// SplitValue splits a value at the bytes of IFS. Any number of blanks is one separator, and so
// is any other byte with the blanks around it.
func (f *Fields) SplitValue(text string) {
	for text != "" {
		i := strings.IndexAny(text, f.Ifs)
		if i < 0 {
			i = len(text)
		}
		if i > 0 {
			f.unquoted(text[:i])
			f.blank = false
		}
		if text = text[i:]; text == "" {
			return
		}
		rest := f.trimBlanks(text)
		blank := len(rest) < len(text)
		if rest != "" && strings.IndexByte(f.Ifs, rest[0]) >= 0 {
			f.Open = f.Open || !f.blank
			rest, blank = f.trimBlanks(rest[1:]), false
		}
		f.blank = blank && f.Open
		f.End()
		text = rest
	}
}

// unquoted adds the text of an unquoted value.
func (f *Fields) unquoted(text string) {
	if f.Escapes && strings.IndexByte(text, '\\') >= 0 {
		f.Add(Piece{Part: tree.Part{Kind: tree.Literal, Text: text, Origin: f.Origin}, Escapes: true})
		return
	}
	f.Literal(text, false)
}

// Unescaped returns the pieces of a word as a pattern takes them: a backslash in an unquoted value
// quotes the next byte (bash(1), Pattern Matching). It returns nil if there is no such backslash.
func Unescaped(pieces []Piece) []Piece {
	if !slices.ContainsFunc(pieces, func(p Piece) bool { return p.Escapes }) {
		return nil // nearly every word
	}
	var out []Piece
	for _, p := range pieces {
		text := p.Part.Text
		for p.Escapes {
			i := strings.IndexByte(text, '\\')
			if i < 0 || i+1 == len(text) {
				break
			}
			before, escaped := p, p
			before.Part.Text, escaped.Part.Text, escaped.Quoted = text[:i], text[i+1:i+2], true
			if i > 0 {
				out = append(out, before)
			}
			out, text = append(out, escaped), text[i+2:]
		}
		if p.Part.Text = text; text != "" || p.Part.Kind != tree.Literal {
			out = append(out, p)
		}
	}
	return out
}

func (f *Fields) trimBlanks(text string) string {
	return strings.TrimLeftFunc(text, func(r rune) bool {
		return (r == ' ' || r == '\t' || r == '\n') && strings.ContainsRune(f.Ifs, r)
	})
}

// End ends a word, if there is one.
func (f *Fields) End() {
	if f.Open {
		f.Ends = append(f.Ends, len(f.Pieces))
		f.Open = false
	}
}

// Words yields the pieces of each completed word.
func (f *Fields) Words(yield func([]Piece) bool) {
	from := 0
	for _, to := range f.Ends {
		if !yield(f.Pieces[from:to]) {
			return
		}
		from = to
	}
}

// AppendPatterns adds unquoted text, cut into literal parts and patterns. A bracket
// expression may continue in the pieces after it. It reports whether an extglob pattern
// continues past the text: then the added part represents the whole rest of the word.
func AppendPatterns(parts []tree.Part, p tree.Part, after []Piece, extended bool) (_ []tree.Part, open bool) {
	text, from := p.Text, 0
	for i := 0; i < len(text) && len(parts) <= MaxPieces; {
		n := patternLength(text[i:], after)
		if extended {
			if pattern, closed := extendedPattern(text[i:]); pattern != "" {
				n, open = len(pattern), !closed
			}
		}
		if n == 0 {
			i++
			continue
		}
		parts = tree.AppendPart(parts, tree.Part{Kind: tree.Literal, Text: text[from:i], Origin: p.Origin})
		if open {
			return tree.AppendPart(parts, tree.Part{Text: text[i:], Empty: true, Origin: p.Origin}), true
		}
		parts = tree.AppendPart(parts, tree.Part{Kind: tree.Glob, Text: text[i : i+n], Origin: p.Origin})
		i += n
		from = i
	}
	return tree.AppendPart(parts, tree.Part{Kind: tree.Literal, Text: text[from:], Origin: p.Origin}), false
}

// patternLength returns the length of the pattern that text starts with, or 0.
func patternLength(text string, after []Piece) int {
	switch text[0] {
	case '*', '?':
		return 1
	case '[':
	default:
		return 0
	}
	body := strings.TrimLeft(text[1:], "!^")
	lead := len(text) - len(body)
	if len(body) > 0 {
		if end := strings.IndexByte(body[1:], ']'); end >= 0 {
			return lead + 1 + end + 1
		}
	}
	for _, p := range after {
		if !p.Quoted && (p.Part.Kind != tree.Literal || strings.IndexByte(p.Part.Text, ']') >= 0) {
			return 1
		}
	}
	return 0
}

// ReadWords splits a line into n words as read does: the last one gets the rest.
func ReadWords(line, ifs string, n int) []string {
	blanks := strings.Map(func(r rune) rune {
		if strings.ContainsRune(tree.BlankIFS, r) {
			return r
		}
		return -1
	}, ifs)
	out := make([]string, n)
	line = strings.TrimLeft(line, blanks)
	for i := range n - 1 {
		at := strings.IndexAny(line, ifs)
		if at < 0 {
			out[i] = line
			return out
		}
		out[i] = line[:at]
		if line = strings.TrimLeft(line[at:], blanks); line != "" && strings.IndexByte(ifs, line[0]) >= 0 {
			line = strings.TrimLeft(line[1:], blanks)
		}
	}
	line = strings.TrimRight(line, blanks)
	// A single separator at the end does not belong to the last word.
	if at := strings.IndexAny(line, ifs); at >= 0 && len(strings.TrimLeft(line[at:], blanks)) == 1 {
		if last := line[len(line)-1]; strings.IndexByte(ifs, last) >= 0 {
			line = line[:at]
		}
	}
	out[n-1] = line
	return out
}

// placeholders adds text of the source that contains placeholders. It returns false for any
// other text.
func (f *Fields) placeholders(text string, quoted bool) bool {
	at := f.Stands.IndexIn(text)
	if at < 0 {
		return false
	}
	for ; at >= 0; at = f.Stands.IndexIn(text) {
		if at > 0 {
			f.Literal(text[:at], quoted)
		}
		if p := f.Stands.Parts[text[at]]; p.Kind == tree.Glob {
			f.name(p, quoted)
		} else {
			f.Unknown(*p, quoted)
		}
		text = text[at+1:]
	}
	if text != "" {
		f.Literal(text, quoted)
	}
	return true
}
