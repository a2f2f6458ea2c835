package parser

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
)

// piece is a stretch of a word before it is split and matched.
type piece struct {
	part   tree.Part
	quoted bool // so that it is neither split nor a pattern
}

// fields collects the pieces of the words that one word of the source becomes.
type fields struct {
	pieces []piece
	ends   []int // in pieces, of each word that is whole
	open   bool  // what follows the last end is a word, though it may be empty
	over   bool  // there were more than maxPieces

	split  bool   // unquoted values are split
	ifs    string // at these bytes
	anyIFS bool   // or at any: IFS is not known
	blank  bool   // the last value ended with a blank of IFS

	extended bool // the patterns of extglob count

	stands  *tree.Placeholders // for parts of the source
	choices *choices           // of the command that is read
	origin  *tree.Origin       // of what is being added, or nil
}

// maxPieces bounds the pieces that one word of the source is read into.
const maxPieces = 1 << 15

// literal adds text of the source. What cannot be of a pattern is as good as
// quoted, and goes with the quoted text before it.
func (f *fields) literal(text string, quoted bool) {
	if f.open = true; text == "" || f.stands != nil && f.standing(text, quoted) {
		return
	}
	quoted = quoted || !f.extended && !strings.ContainsAny(text, "*?[]")
	first := 0
	if n := len(f.ends); n > 0 {
		first = f.ends[n-1]
	}
	if n := len(f.pieces); quoted && n > first {
		if p := &f.pieces[n-1]; p.quoted && p.part.Kind == tree.Literal && p.part.Origin == f.origin && len(p.part.Text) < tree.MaxMerged {
			p.part.Text += text
			return
		}
	}
	f.add(piece{tree.Part{Kind: tree.Literal, Text: text, Origin: f.origin}, quoted})
}

func (f *fields) add(p piece) {
	f.open = true
	if len(f.pieces) == maxPieces {
		f.over = true
		return
	}
	f.pieces = append(f.pieces, p)
}

// unknown adds a part that only execution knows.
func (f *fields) unknown(p tree.Part, quoted bool) {
	p.Kind = tree.Unknown
	if p.Origin == nil {
		p.Origin = f.origin
	}
	p.Split = f.split && (!quoted || p.Split)
	f.add(piece{p, quoted})
}

// value adds what an expansion is known to give.
func (f *fields) value(v tree.Word, quoted bool) {
	outer := f.origin
	for i, p := range v.Parts {
		if f.origin = outer; p.Origin != nil {
			f.origin = p.Origin
		}
		if or := p.OneOf(); len(or) > 0 {
			if chosen, ok := f.choices.take(&or[0], or); ok {
				f.value(chosen, quoted)
				continue
			}
		}
		switch {
		case p.Kind == tree.Unknown:
			f.unknown(p, quoted)
		case p.Kind == tree.Glob:
			f.name(&v.Parts[i], quoted)
		case quoted || !f.split:
			f.literal(p.Text, true)
		case f.anyIFS:
			f.unknown(tree.Part{Text: tree.Shorten(p.Text), Empty: true}, false)
		default:
			f.splitValue(p.Text)
		}
	}
	f.origin = outer
	if quoted {
		f.open = true // "$x" is a word even if it is empty
	}
}

// name adds the name of a file that a pattern matched. Outside quotes it is one
// word, or as many as the blanks in it make.
func (f *fields) name(p *tree.Part, quoted bool) {
	split := tree.Part{Text: p.Text, Origin: p.Origin}
	if quoted || !f.split {
		f.add(piece{*p, true})
	} else if chosen, ok := f.choices.take(p, []tree.Word{{Parts: []tree.Part{*p}}, {Parts: []tree.Part{split}}}); ok && chosen.Parts[0].Kind == tree.Glob {
		f.add(piece{*p, true})
	} else {
		f.unknown(split, false)
	}
}

// splitValue splits a value at the bytes of IFS: any number of blanks is one
// end of a word, and so is any other byte, with the blanks around it.
func (f *fields) splitValue(text string) {
	for text != "" {
		i := strings.IndexAny(text, f.ifs)
		if i < 0 {
			i = len(text)
		}
		if i > 0 {
			f.literal(text[:i], false)
			f.blank = false
		}
		if text = text[i:]; text == "" {
			return
		}
		rest := f.trimBlanks(text)
		blank := len(rest) < len(text)
		if rest != "" && strings.IndexByte(f.ifs, rest[0]) >= 0 {
			f.open = f.open || !f.blank
			rest, blank = f.trimBlanks(rest[1:]), false
		}
		f.blank = blank && f.open
		f.end()
		text = rest
	}
}

func (f *fields) trimBlanks(text string) string {
	return strings.TrimLeftFunc(text, func(r rune) bool {
		return (r == ' ' || r == '\t' || r == '\n') && strings.ContainsRune(f.ifs, r)
	})
}

// end ends a word, if there is one.
func (f *fields) end() {
	if f.open {
		f.ends = append(f.ends, len(f.pieces))
		f.open = false
	}
}

// words yields the pieces of each word that is whole.
func (f *fields) words(yield func([]piece) bool) {
	from := 0
	for _, to := range f.ends {
		if !yield(f.pieces[from:to]) {
			return
		}
		from = to
	}
}

// joinPieces makes the parts of one word. With patterns set, unquoted pattern
// characters become Glob parts.
func (w *walker) joinPieces(pieces []piece, patterns bool) []tree.Part {
	parts := w.joining[:0]
	extended := patterns && w.effects.shopts&extendedGlob != 0
	if extended {
		pieces = coalesced(pieces)
	}
	for i, p := range pieces {
		if p.part.Kind == tree.Literal && !p.quoted && patterns {
			var open bool
			if parts, open = appendPatterns(parts, p.part, pieces[i+1:], extended); open {
				break
			}
			continue
		}
		parts = tree.AppendPart(parts, p.part)
	}
	if patterns && w.effects.shopts&anyCase != 0 {
		parts = eitherCase(parts)
	}
	if len(parts) > maxPieces {
		w.overfull()
	}
	if parts = tree.MergeRuns(parts); len(parts) > 0 {
		w.joining = parts
	} else {
		return nil
	}
	if w.words += len(parts) / partsOfWord; w.words > MaxWords {
		w.weigh(0, w.here())
	}
	kept := w.room(len(parts))
	copy(kept, parts)
	return kept
}

// appendPatterns adds unquoted text, cut into literal parts and patterns. The
// pieces after it may hold the end of a bracket expression. It reports whether a
// pattern of extglob goes on past the text: then what is added stands for the whole
// rest of the word.
func appendPatterns(parts []tree.Part, p tree.Part, after []piece, extended bool) (_ []tree.Part, open bool) {
	text, from := p.Text, 0
	for i := 0; i < len(text) && len(parts) <= maxPieces; {
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

// patternLength is the length of the pattern that text starts with, or 0.
func patternLength(text string, after []piece) int {
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
		if !p.quoted && (p.part.Kind != tree.Literal || strings.IndexByte(p.part.Text, ']') >= 0) {
			return 1
		}
	}
	return 0
}
