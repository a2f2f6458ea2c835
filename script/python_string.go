package script

import (
	"strconv"
	"strings"
)

const stringPrefixes words = "r b u f t br rb fr rf tr rt ur"

// str reads a string literal that starts at off, its quotes at the position.
func (l *lexer) str(off int, prefix string) error {
	quote := l.src[l.pos : l.pos+1]
	if strings.HasPrefix(l.src[l.pos:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	l.pos += len(quote)
	// Reading the fields of an f-string adds tokens and moves line starts:
	// the literal's own token is placed first.
	at, indented := len(l.toks), l.fresh && off > l.line
	l.fresh = false
	var pieces []piece
	var err error
	if strings.ContainsAny(prefix, "ft") {
		pieces, err = l.fields(prefix, quote)
	} else {
		pieces, err = l.body(prefix, quote)
	}
	l.toks = append(l.toks[:at], token{kind: tokString, off: off, end: l.pos, pieces: pieces, indented: indented})
	return err
}

// body reads a literal without fields, and its closing quotes.
func (l *lexer) body(prefix, quote string) ([]piece, error) {
	start := l.pos
	for {
		switch {
		case l.pos >= len(l.src) || len(quote) == 1 && l.src[l.pos] == '\n':
			return nil, l.fail("unterminated string")
		case strings.HasPrefix(l.src[l.pos:], quote):
			text, known := unescape(l.src[start:l.pos], prefix)
			l.pos += len(quote)
			return []piece{{text: text, known: known}}, nil
		case l.src[l.pos] == '\\':
			l.pos++
		}
		l.pos = min(l.pos+1, len(l.src))
	}
}

// fields reads an f-string (PEP 701), and its closing quotes.
func (l *lexer) fields(prefix, quote string) ([]piece, error) {
	var pieces []piece
	var text strings.Builder
	flush := func() {
		s, known := unescape(text.String(), prefix)
		pieces = append(pieces, piece{text: s, known: known})
		text.Reset()
	}
	raw := strings.Contains(prefix, "r")
	for l.pos < len(l.src) {
		rest := l.src[l.pos:]
		n := 1
		switch {
		case strings.HasPrefix(rest, quote):
			l.pos += len(quote)
			flush()
			return pieces, nil
		case len(quote) == 1 && rest[0] == '\n':
			return nil, l.fail("unterminated string")
		case strings.HasPrefix(rest, "{{") || strings.HasPrefix(rest, "}}"):
			l.pos++ // two stand for one
		case rest[0] == '{':
			flush()
			field, err := l.field(quote)
			if err != nil {
				return nil, err
			}
			pieces = append(pieces, field...)
			continue
		case !raw && strings.HasPrefix(rest, `\N{`):
			n = 1 + max(2, strings.IndexByte(rest, '}'))
		case rest[0] == '\\' && len(rest) > 1 && rest[1] != '{' && rest[1] != '}':
			n = 2
		}
		text.WriteString(l.src[l.pos : l.pos+n])
		l.pos += n
	}
	return nil, l.fail("unterminated string")
}

// field reads "{expression!conversion:format}". The expressions inside the
// format follow as pieces of their own.
func (l *lexer) field(quote string) ([]piece, error) {
	if len(l.open) >= MaxDepth {
		return nil, l.fail("brackets nested over %d", MaxDepth)
	}
	l.open = append(l.open, '{')
	l.pos++
	at := len(l.toks)
	if err := l.run(len(l.open)); err != nil {
		return nil, err
	}
	p := piece{code: append([]token(nil), l.toks[at:]...)}
	l.toks = l.toks[:at]
	p.plain = l.peek(0) == '}' && len(p.code) > 0 && p.code[len(p.code)-1].text != "="
	p.code = append(p.code, token{kind: tokEnd, off: l.pos, end: l.pos})
	pieces := []piece{p}
	if l.peek(0) == '!' {
		l.pos++
		l.skip("sra \t")
	}
	if l.peek(0) == ':' {
		l.pos++
		nested, err := l.format(quote)
		if err != nil {
			return nil, err
		}
		pieces = append(pieces, nested...)
	}
	if l.peek(0) != '}' {
		return nil, l.fail("a field of an f-string is never closed")
	}
	l.open = l.open[:len(l.open)-1]
	l.pos++
	return pieces, nil
}

// format reads a format specification up to the brace that ends it.
func (l *lexer) format(quote string) ([]piece, error) {
	var pieces []piece
	for l.pos < len(l.src) && l.src[l.pos] != '}' && !strings.HasPrefix(l.src[l.pos:], quote) {
		if l.src[l.pos] != '{' {
			l.pos++
			continue
		}
		nested, err := l.field(quote)
		if err != nil {
			return nil, err
		}
		for _, p := range nested {
			p.plain = false
			pieces = append(pieces, p)
		}
	}
	return pieces, nil
}

// unescape gives the text of a literal. It is not known where a character is
// named: "\N{SOLIDUS}".
func unescape(s, prefix string) (text string, known bool) {
	if strings.Contains(prefix, "r") || !strings.Contains(s, `\`) {
		return s, true
	}
	var b strings.Builder
	for s != "" {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 >= len(s) {
			b.WriteString(s)
			break
		}
		b.WriteString(s[:i])
		s = s[i+1:]
		if s[0] == 'N' && !strings.Contains(prefix, "b") {
			return b.String(), false
		}
		n := escape(&b, s, strings.Contains(prefix, "b"))
		s = s[n:]
	}
	return b.String(), true
}

// escape writes what the escape at the start of s stands for, which comes
// without its backslash, and returns its length.
func escape(b *strings.Builder, s string, bytes bool) int {
	for i := 0; i < len(simpleEscapes); i += 2 {
		if s[0] == simpleEscapes[i] {
			b.WriteByte(simpleEscapes[i+1])
			return 1
		}
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[0]]
	switch {
	case strings.HasPrefix(s, "\r\n"):
		return 2
	case s[0] == '\n' || s[0] == '\r':
		return 1
	case s[0] >= '0' && s[0] <= '7':
		n := 1
		for n < 3 && n < len(s) && s[n] >= '0' && s[n] <= '7' {
			n++
		}
		v, _ := strconv.ParseUint(s[:n], 8, 32)
		b.WriteRune(rune(v))
		return n
	case digits > 0 && len(s) > digits && (digits == 2 || !bytes):
		if v, err := strconv.ParseUint(s[1:1+digits], 16, 32); err == nil {
			b.WriteRune(rune(v))
			return 1 + digits
		}
	}
	b.WriteByte('\\')
	b.WriteByte(s[0])
	return 1
}
