package python

import (
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

const stringPrefixes lex.Words = "r b u f t br rb fr rf tr rt ur"

// str reads a string literal that starts at off; its quotes are at the current position.
func (l *lexer) str(off int, prefix string) error {
	quote := l.Src[l.Pos : l.Pos+1]
	if c := quote[0]; l.Peek(1) == c && l.Peek(2) == c {
		quote = l.Src[l.Pos : l.Pos+3]
	}
	l.Pos += len(quote)
	// Reading the fields of an f-string adds tokens and moves line starts, so the literal's own token
	// is placed first.
	at, indented := len(l.toks), l.fresh && off > l.line
	l.fresh = false
	var pieces []lex.Piece
	var err error
	if strings.ContainsAny(prefix, "ft") {
		pieces, err = l.fields(prefix, quote)
	} else {
		pieces, err = l.body(prefix, quote)
	}
	l.toks = append(l.toks[:at], lex.Token{Kind: lex.String, Off: off, End: l.Pos, Pieces: pieces, Indented: indented})
	return err
}

// body reads a literal without fields, and its closing quotes.
func (l *lexer) body(prefix, quote string) ([]lex.Piece, error) {
	start := l.Pos
	for {
		switch {
		case l.Pos >= len(l.Src) || len(quote) == 1 && l.Src[l.Pos] == '\n':
			return nil, l.Fail("unterminated string")
		case strings.HasPrefix(l.Src[l.Pos:], quote):
			text, known := unescape(l.Src[start:l.Pos], prefix)
			l.Pos += len(quote)
			return []lex.Piece{{Text: text, Known: known}}, nil
		case l.Src[l.Pos] == '\\':
			l.Pos++
		}
		l.Pos = min(l.Pos+1, len(l.Src))
	}
}

// fields reads an f-string (PEP 701), and its closing quotes.
func (l *lexer) fields(prefix, quote string) ([]lex.Piece, error) {
	var pieces []lex.Piece
	var text strings.Builder
	flush := func() {
		s, known := unescape(text.String(), prefix)
		pieces = append(pieces, lex.Piece{Text: s, Known: known})
		text.Reset()
	}
	raw := strings.Contains(prefix, "r")
	for l.Pos < len(l.Src) {
		rest := l.Src[l.Pos:]
		n := 1
		switch {
		case strings.HasPrefix(rest, quote):
			l.Pos += len(quote)
			flush()
			return pieces, nil
		case len(quote) == 1 && rest[0] == '\n':
			return nil, l.Fail("unterminated string")
		case strings.HasPrefix(rest, "{{") || strings.HasPrefix(rest, "}}"):
			l.Pos++ // two stand for one
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
		text.WriteString(l.Src[l.Pos : l.Pos+n])
		l.Pos += n
	}
	return nil, l.Fail("unterminated string")
}

// field reads "{expression!conversion:format}". Expressions inside the format become further
// pieces.
func (l *lexer) field(quote string) ([]lex.Piece, error) {
	if len(l.open) >= effect.MaxDepth {
		return nil, l.Fail("brackets nested over %d", effect.MaxDepth)
	}
	l.open = append(l.open, '{')
	l.Pos++
	at := len(l.toks)
	if err := l.run(len(l.open)); err != nil {
		return nil, err
	}
	p := lex.Piece{Code: append([]lex.Token(nil), l.toks[at:]...)}
	l.toks = l.toks[:at]
	p.Plain = l.Peek(0) == '}' && len(p.Code) > 0 && p.Code[len(p.Code)-1].Text != "="
	p.Code = append(p.Code, lex.Token{Kind: lex.EOF, Off: l.Pos, End: l.Pos})
	pieces := []lex.Piece{p}
	if l.Peek(0) == '!' {
		l.Pos++
		l.Skip("sra \t")
	}
	if l.Peek(0) == ':' {
		l.Pos++
		nested, err := l.format(quote)
		if err != nil {
			return nil, err
		}
		pieces = append(pieces, nested...)
	}
	if l.Peek(0) != '}' {
		return nil, l.Fail("a field of an f-string is never closed")
	}
	l.open = l.open[:len(l.open)-1]
	l.Pos++
	return pieces, nil
}

// format reads a format specification up to its closing brace.
func (l *lexer) format(quote string) ([]lex.Piece, error) {
	var pieces []lex.Piece
	for l.Pos < len(l.Src) && l.Src[l.Pos] != '}' && !strings.HasPrefix(l.Src[l.Pos:], quote) {
		if l.Src[l.Pos] != '{' {
			l.Pos++
			continue
		}
		nested, err := l.field(quote)
		if err != nil {
			return nil, err
		}
		for _, p := range nested {
			p.Plain = false
			pieces = append(pieces, p)
		}
	}
	return pieces, nil
}

// unescape decodes the text of a literal. It is unknown if a character is given by name:
// "\N{SOLIDUS}".
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

// escape decodes the escape at the start of s, which lacks its backslash. It writes the text and
// returns the length of the escape.
func escape(b *strings.Builder, s string, bytes bool) int {
	for i := 0; i < len(lex.SimpleEscapes); i += 2 {
		if s[0] == lex.SimpleEscapes[i] {
			b.WriteByte(lex.SimpleEscapes[i+1])
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
