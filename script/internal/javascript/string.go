package javascript

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/script/internal/brace"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// str reads a string literal in quotes.
func (l *lexer) str(quote byte) error {
	off := l.Pos
	for l.Pos++; l.Pos < len(l.Src); l.Pos++ {
		switch c := l.Src[l.Pos]; {
		case c == quote:
			text := unescapeJS(l.Src[off+1 : l.Pos])
			l.Pos++
			l.Add(lex.Token{Kind: lex.String, Off: off, Pieces: []lex.Piece{{Text: text, Known: true}}})
			return nil
		case c == '\n' || c == '\r':
			return l.Fail("unterminated string")
		case l.Has("\\\r\n"):
			l.Pos += 2
		case c == '\\':
			l.Pos++
		}
	}
	return l.Fail("unterminated string")
}

// template reads a literal in backquotes, with the expressions in it.
func (l *lexer) template() error {
	off, first := l.Pos, l.First
	var pieces []lex.Piece
	l.Pos++
	from := l.Pos
	flush := func() {
		pieces = append(pieces, lex.Piece{Text: unescapeJS(l.Src[from:l.Pos]), Known: true})
	}
	for l.Pos < len(l.Src) {
		switch {
		case l.Src[l.Pos] == '`':
			flush()
			l.Pos++
			l.First = first
			l.Add(lex.Token{Kind: lex.String, Off: off, Text: "`", Pieces: pieces})
			return nil
		case l.Has("${"):
			flush()
			l.Pos++
			code, err := l.Embedded(l.next)
			if err != nil {
				return err
			}
			pieces, from = append(pieces, code), l.Pos
		case l.Src[l.Pos] == '\\':
			l.Pos = min(l.Pos+2, len(l.Src))
		default:
			l.Pos++
		}
	}
	return l.Fail("unterminated template")
}

// escapes lists pairs of an escape letter and its character.
const escapes = "b\bf\fn\nr\rt\tv\v"

// unescapeJS decodes the text of a literal.
func unescapeJS(s string) string {
	if !strings.Contains(s, `\`) {
		return s
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
		s = s[escapeJS(&b, s):]
	}
	return b.String()
}

// escapeJS decodes the escape at the start of s, which lacks its backslash. It writes the text and
// returns the length of the escape.
func escapeJS(b *strings.Builder, s string) int {
	for i := 0; i < len(escapes); i += 2 {
		if s[0] == escapes[i] {
			b.WriteByte(escapes[i+1])
			return 1
		}
	}
	switch {
	case strings.HasPrefix(s, "\r\n"):
		return 2
	case s[0] == '\n' || s[0] == '\r':
		return 1
	case strings.HasPrefix(s, "\u2028") || strings.HasPrefix(s, "\u2029"):
		return len("\u2028")
	case s[0] >= '0' && s[0] <= '7':
		n := 1
		for n < len(s) && s[n] >= '0' && s[n] <= '7' && (n < 2 || n < 3 && s[0] <= '3') {
			n++
		}
		v, _ := strconv.ParseUint(s[:n], 8, 32)
		b.WriteRune(rune(v))
		return n
	case s[0] == 'x' && len(s) > 2:
		if v, err := strconv.ParseUint(s[1:3], 16, 32); err == nil {
			b.WriteRune(rune(v))
			return 3
		}
	case s[0] == 'u':
		if r, n := brace.CodePoint(s); n > 0 {
			return n + surrogate(b, r, s[n:])
		}
	}
	r, n := utf8.DecodeRuneInString(s)
	b.WriteRune(r)
	return n
}

// surrogate writes a code point. If it is half of a surrogate pair, it combines it with the other
// half at the start of rest, and returns the length of that half.
func surrogate(b *strings.Builder, r rune, rest string) int {
	if utf16.IsSurrogate(r) && strings.HasPrefix(rest, `\u`) {
		if low, n := brace.CodePoint(rest[1:]); n > 0 {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				b.WriteRune(pair)
				return 1 + n
			}
		}
	}
	b.WriteRune(r)
	return 0
}
