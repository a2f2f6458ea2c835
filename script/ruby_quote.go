package script

import "strings"

// quoted cuts quotes of any kind, from their delimiter on.
func (l *rubyLexer) quoted(op string, off int) error {
	delim := l.peek(0)
	raw := op == "q" || op == "qw"
	body, err := l.body(!raw)
	if err != nil {
		return err
	}
	if op == "m" {
		for isLetter(l.peek(0)) {
			l.pos++
		}
	}
	t := l.add(tokString, off)
	t.text = op
	if raw {
		t.pieces = []piece{{text: rawText(body, delim), known: true}}
		return nil
	}
	at := len(l.toks) - 1
	pieces, err := l.interpolate(body, op == "m")
	l.toks[at].pieces = pieces
	return err
}

// body takes the text between delimiters; quotes in the code of an
// interpolation do not end it.
func (l *rubyLexer) body(code bool) (string, error) {
	begin := l.peek(0)
	if begin == 0 || wordByte(begin) || begin == ' ' {
		return "", l.fail("quotes without a delimiter")
	}
	end := closer(begin)
	from, depth := l.pos+1, 1
	for l.pos++; l.pos < len(l.src); l.pos++ {
		switch c := l.src[l.pos]; {
		case c == '\\':
			l.pos++
		case code && c == '#' && l.peek(1) == '{':
			n := l.code(l.src[l.pos+1:], 0)
			if n == 0 {
				return "", l.fail("code in a string that is never closed")
			}
			l.pos += n
		case c == end:
			if depth--; depth == 0 {
				l.pos++
				return l.src[from : l.pos-1], nil
			}
		case c == begin:
			depth++
		}
	}
	return "", l.fail("quotes that are never closed")
}

// code is the length of code in curly brackets with its own strings, or 0.
func (l *rubyLexer) code(s string, depth int) int {
	if depth > maxNesting {
		return 0
	}
	open, quote := 0, byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case quote != 0 && quote != '\'' && c == '#' && i+1 < len(s) && s[i+1] == '{':
			n := l.code(s[i+1:], depth+1)
			if n == 0 {
				return 0
			}
			i += n
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '{':
			open++
		case c == '}':
			if open--; open == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// interpolate cuts text into what is known and the code in it.
func (l *rubyLexer) interpolate(s string, pattern bool) ([]piece, error) {
	var pieces []piece
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			pieces = append(pieces, piece{text: b.String(), known: true})
			b.Reset()
		}
	}
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '\\' && pattern:
			i += 2
		case c == '\\':
			n := rubyEscape(&b, s[i+1:])
			if n == 0 {
				flush()
				pieces = append(pieces, piece{})
			}
			i += 1 + max(n, 1)
		case c == '#' && strings.HasPrefix(s[i:], "#{"):
			n := l.code(s[i+1:], 0)
			if n == 0 {
				return nil, l.fail("code in a string that is never closed")
			}
			flush()
			code, err := rubyTokens(s[i+2:i+n], l.depth+1)
			if err != nil {
				return nil, err
			}
			pieces = append(pieces, piece{code: code})
			i += 1 + n
		case c == '#' && i+1 < len(s) && (s[i+1] == '@' || s[i+1] == '$'):
			flush()
			pieces = append(pieces, piece{})
			for i += 2; i < len(s) && wordByte(s[i]); {
				i++
			}
		default:
			b.WriteByte(c)
			i++
		}
	}
	flush()
	return pieces, nil
}

// rubyEscape is escapeC with what Ruby adds; 0 is an escape that is not
// followed.
func rubyEscape(b *strings.Builder, s string) int {
	if s == "" {
		return 1
	}
	switch s[0] {
	case 'C', 'c', 'M':
		return 0
	case 'e', 's':
		b.WriteByte(map[byte]byte{'e': 27, 's': ' '}[s[0]])
		return 1
	case 'u':
		if strings.HasPrefix(s[1:], "{") {
			n, v := digits(s[2:], 6, 16)
			if !strings.HasPrefix(s[2+n:], "}") {
				return 0
			}
			b.WriteRune(rune(v))
			return n + 3
		}
		n, v := digits(s[1:], 4, 16)
		b.WriteRune(rune(v))
		return 1 + n
	}
	return escapeC(b, s)
}

// hereDocument cuts "<<WORD" in its forms, and tells whether it was one.
func (l *rubyLexer) hereDocument(before slash) bool {
	off := l.pos
	h := &pendingHere{at: len(l.toks)}
	rest := l.rest()[2:]
	if rest != "" && (rest[0] == '~' || rest[0] == '-') {
		h.indented, rest = true, rest[1:]
	}
	if before == slashUnsure && (off == 0 || l.src[off-1] != ' ' && l.src[off-1] != '(') || rest == "" {
		return false
	}
	n := 0
	switch {
	case rest[0] == '"' || rest[0] == '\'' || rest[0] == '`':
		if n = strings.IndexByte(rest[1:], rest[0]); n < 0 {
			return false
		}
		h.word, h.raw = rest[1:1+n], rest[0] == '\''
		n += 2
	case rest[0] == '_' || isLetter(rest[0]):
		for n < len(rest) && wordByte(rest[n]) {
			n++
		}
		h.word = rest[:n]
	default:
		return false
	}
	l.pos = len(l.src) - len(rest) + n
	l.add(tokString, off).text = "qq"
	if rest[0] == '`' {
		l.toks[len(l.toks)-1].text = "qx"
	}
	l.here = append(l.here, h)
	return true
}
