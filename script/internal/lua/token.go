package lua

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// lexer cuts Lua into tokens, by section 3.1 of its manual.
type lexer struct{ lex.Cursor }

// operators are the multi-byte operators, longest first.
var operators = []string{"...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"}

// tokens cuts all of the code.
func tokens(code string) ([]lex.Token, error) {
	if strings.IndexByte(code, 0) < 0 {
		code = strings.ToValidUTF8(code, "\ufffd") // strings are bytes; distinct ones stay distinct
	}
	c, err := lex.NewCursor("lua", code)
	if err != nil {
		return nil, err
	}
	l := lexer{c}
	if l.Has("#") {
		l.Pos = lex.LineEnd(code)
	}
	var toks []lex.Token
	for {
		if err := l.blank(); err != nil {
			return nil, err
		}
		if l.Pos >= len(l.Src) {
			return append(toks, lex.Token{Kind: lex.EOF, Off: l.Pos, End: l.Pos}), nil
		}
		t, err := l.next()
		if err != nil {
			return nil, err
		}
		toks = append(toks, t)
	}
}

// blank skips blanks and comments.
func (l *lexer) blank() error {
	for {
		l.Skip(" \t\r\n\f\v")
		if !l.Has("--") {
			return nil
		}
		l.Pos += 2
		if l.long() >= 0 {
			if _, err := l.longText(); err != nil {
				return err
			}
			continue
		}
		l.Pos += lex.LineEnd(l.Rest())
	}
}

// next cuts one token.
func (l *lexer) next() (lex.Token, error) {
	off := l.Pos
	switch c := l.Peek(0); {
	case c == '"' || c == '\'':
		text, err := l.quoted(c)
		return lex.Token{Kind: lex.String, Off: off, End: l.Pos, Pieces: []lex.Piece{{Text: text, Known: true}}}, err
	case l.long() >= 0:
		text, err := l.longText()
		return lex.Token{Kind: lex.String, Off: off, End: l.Pos, Pieces: []lex.Piece{{Text: text, Known: true}}}, err
	case lex.IsDigit(c) || c == '.' && lex.IsDigit(l.Peek(1)):
		l.number()
		return lex.Token{Kind: lex.Number, Off: off, End: l.Pos, Text: l.Src[off:l.Pos]}, nil
	case lex.IsWordByte(c):
		for lex.IsWordByte(l.Peek(0)) {
			l.Pos++
		}
		return lex.Token{Kind: lex.Name, Off: off, End: l.Pos, Text: l.Src[off:l.Pos]}, nil
	}
	if text := l.Longest(operators); len(text) == 1 && strings.IndexByte("+-*/%^#&~|<>=(){}[];:,.", text[0]) < 0 {
		l.Pos = off
		return lex.Token{}, l.Fail("unexpected character %q", text[0])
	}
	return lex.Token{Kind: lex.Op, Off: off, End: l.Pos, Text: l.Src[off:l.Pos]}, nil
}

// number skips a number with its exponent and LuaJIT's suffixes.
func (l *lexer) number() {
	exponent := byte('e')
	if l.Peek(0) == '0' && l.Peek(1)|0x20 == 'x' {
		exponent = 'p'
	}
	for lex.IsWordByte(l.Peek(0)) || l.Peek(0) == '.' && l.Peek(1) != '.' {
		sign := l.Peek(0)|0x20 == exponent && (l.Peek(1) == '+' || l.Peek(1) == '-')
		if l.Pos++; sign {
			l.Pos++
		}
	}
}

// long returns the level of the long bracket that starts here, or -1.
func (l *lexer) long() int {
	if l.Peek(0) != '[' {
		return -1
	}
	n := 0
	for l.Peek(1+n) == '=' {
		n++
	}
	if l.Peek(1+n) != '[' {
		return -1
	}
	return n
}

// longText reads the text in a long bracket, without a newline at its start.
func (l *lexer) longText() (string, error) {
	level := l.long()
	l.Pos += level + 2
	end := strings.Index(l.Rest(), "]"+strings.Repeat("=", level)+"]")
	if end < 0 {
		return "", l.Fail("a long bracket that is never closed")
	}
	text := strings.TrimPrefix(l.Src[l.Pos:l.Pos+end], "\r")
	l.Pos += end + level + 2
	return strings.TrimPrefix(text, "\n"), nil
}

// quoted reads the text between quotes.
func (l *lexer) quoted(quote byte) (string, error) {
	var b strings.Builder
	for l.Pos++; l.Pos < len(l.Src); {
		switch c := l.Src[l.Pos]; c {
		case quote:
			l.Pos++
			return b.String(), nil
		case '\n':
			return "", l.Fail("an unterminated string")
		case '\\':
			l.Pos++
			if err := l.escape(&b); err != nil {
				return "", err
			}
		default:
			b.WriteByte(c)
			l.Pos++
		}
	}
	return "", l.Fail("an unterminated string")
}

// escape decodes an escape sequence after its backslash. As in Lua 5.1, any other character
// represents itself; later versions reject it.
func (l *lexer) escape(b *strings.Builder) error {
	rest := l.Rest()
	switch c := l.Peek(0); {
	case c == 'z':
		l.Pos++
		l.Skip(" \t\r\n\f\v")
	case lex.IsDigit(c):
		n, v := lex.Digits(rest, 3, 10)
		if v > 255 {
			return l.Fail("an escape past 255")
		}
		b.WriteByte(byte(v))
		l.Pos += n
	case c == 'x':
		n, v := lex.Digits(rest[1:], 2, 16)
		if n < 2 {
			return l.Fail("an escape that several versions read in several ways")
		}
		b.WriteByte(byte(v))
		l.Pos += 1 + n
	case c == 'u':
		n, v := lex.Digits(strings.TrimPrefix(rest[1:], "{"), 8, 16)
		if l.Peek(1) != '{' || n == 0 || l.Peek(2+n) != '}' || v > utf8.MaxRune {
			return l.Fail("an escape that several versions read in several ways")
		}
		b.WriteRune(rune(v))
		l.Pos += 3 + n
	case c == '\n':
		b.WriteByte(c)
		l.Pos++
	default:
		l.Pos += max(lex.UnescapeByte(b, rest), 1)
	}
	return nil
}

// textOf returns the text of a string token.
func textOf(t *lex.Token) string { return t.Pieces[0].Text }

// hasPlaceholder reports whether a name is known only at run time.
func hasPlaceholder(name string) bool { return strings.Contains(name, effect.Placeholder) }
