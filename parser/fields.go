package parser

import "strings"

// piece is a stretch of a word before it is split and matched.
type piece struct {
	part   Part
	quoted bool // so that it is neither split nor a pattern
}

// fields collects the pieces of the words that one word of the source becomes.
type fields struct {
	list [][]piece
	last []piece
	open bool // last is a word, though it may be empty

	split  bool   // unquoted values are split
	ifs    string // at these bytes
	anyIFS bool   // or at any: IFS is not known
	blank  bool   // the last value ended with a blank of IFS

	choices *choices // of the command that is read
	origin  *Origin  // of what is being added, or nil
}

// literal adds text of the source.
func (f *fields) literal(text string, quoted bool) {
	f.open = true
	f.last = append(f.last, piece{Part{Kind: Literal, Text: text, origin: f.origin}, quoted})
}

// unknown adds a part that only execution knows.
func (f *fields) unknown(p Part, quoted bool) {
	p.Kind = Unknown
	if p.origin == nil {
		p.origin = f.origin
	}
	p.Split = f.split && (!quoted || p.Split)
	f.open = true
	f.last = append(f.last, piece{p, quoted})
}

// value adds what an expansion is known to give.
func (f *fields) value(v Word, quoted bool) {
	outer := f.origin
	for _, p := range v.Parts {
		if f.origin = outer; p.origin != nil {
			f.origin = p.origin
		}
		if or := p.or(); len(or) > 0 {
			if chosen, ok := f.choices.take(&or[0], or); ok {
				f.value(chosen, quoted)
				continue
			}
		}
		switch {
		case p.Kind == Unknown:
			f.unknown(p, quoted)
		case quoted || !f.split:
			f.literal(p.Text, true)
		case f.anyIFS:
			f.unknown(Part{Text: cut(p.Text), Empty: true}, false)
		default:
			f.splitValue(p.Text)
		}
	}
	f.origin = outer
	if quoted {
		f.open = true // "$x" is a word even if it is empty
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
		f.list = append(f.list, f.last)
		f.last, f.open = nil, false
	}
}

// join makes the parts of one word. With patterns set, unquoted pattern
// characters become Glob parts.
func joinPieces(pieces []piece, patterns bool) []Part {
	var parts []Part
	for i, p := range pieces {
		if p.part.Kind == Literal && !p.quoted && patterns {
			for _, q := range patternParts(p.part.Text, pieces[i+1:]) {
				q.origin = p.part.origin
				parts = appendPart(parts, q)
			}
			continue
		}
		parts = appendPart(parts, p.part)
	}
	return parts
}

// appendPart adds a part, and merges literal text with the text before it.
func appendPart(parts []Part, p Part) []Part {
	if n := len(parts); p.Kind == Literal {
		if p.Text == "" {
			return parts
		}
		if n > 0 && parts[n-1].Kind == Literal {
			parts[n-1].origin = joined(parts[n-1], p)
			parts[n-1].Text += p.Text
			return parts
		}
	}
	return append(parts, p)
}

// patternParts cuts unquoted text into literal parts and patterns. The pieces
// after it may hold the end of a bracket expression.
func patternParts(text string, after []piece) []Part {
	var parts []Part
	from := 0
	for i := 0; i < len(text); {
		n := patternLength(text[i:], after)
		if n == 0 {
			i++
			continue
		}
		parts = append(parts, Part{Kind: Literal, Text: text[from:i]}, Part{Kind: Glob, Text: text[i : i+n]})
		i += n
		from = i
	}
	return append(parts, Part{Kind: Literal, Text: text[from:]})
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
		if !p.quoted && (p.part.Kind != Literal || strings.IndexByte(p.part.Text, ']') >= 0) {
			return 1
		}
	}
	return 0
}
