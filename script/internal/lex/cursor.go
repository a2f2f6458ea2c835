package lex

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/script/internal/effect"
)

// Cursor is a position in code that is being cut into tokens.
type Cursor struct {
	Lang string
	Src  string
	Pos  int
}

// NewCursor returns the start of code. It fails if the code is not valid UTF-8.
func NewCursor(lang, code string) (Cursor, error) {
	if !utf8.ValidString(code) || strings.IndexByte(code, 0) >= 0 {
		return Cursor{}, fmt.Errorf("%s code is not UTF-8 text", lang)
	}
	return Cursor{Lang: lang, Src: code}, nil
}

// Fail returns an error with the line number.
func (c *Cursor) Fail(format string, args ...any) error {
	line := 1 + strings.Count(c.Src[:min(c.Pos, len(c.Src))], "\n")
	return fmt.Errorf("%s line %d: %w", c.Lang, line, fmt.Errorf(format, args...))
}

// Peek returns the byte i bytes ahead, or 0 past the end.
func (c *Cursor) Peek(i int) byte {
	if c.Pos+i < len(c.Src) {
		return c.Src[c.Pos+i]
	}
	return 0
}

// Rest returns the code from the position on.
func (c *Cursor) Rest() string { return c.Src[min(c.Pos, len(c.Src)):] }

// Has reports whether a text follows.
func (c *Cursor) Has(text string) bool { return strings.HasPrefix(c.Rest(), text) }

// Skip skips bytes of a set.
func (c *Cursor) Skip(set string) {
	for c.Pos < len(c.Src) && strings.IndexByte(set, c.Src[c.Pos]) >= 0 {
		c.Pos++
	}
}

// Longest consumes the first operator in the list that matches, or else one byte, and returns it.
func (c *Cursor) Longest(operators []string) string {
	off := c.Pos
	c.Pos++
	for _, op := range operators {
		if op[0] == c.Src[off] && strings.HasPrefix(c.Src[off:], op) {
			c.Pos = off + len(op)
			break
		}
	}
	return c.Src[off:c.Pos]
}

// IsDigit reports whether a byte is a decimal digit.
func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

// IsLetter reports whether a byte may begin a name. A Placeholder counts: outside strings it
// represents an unknown name or number.
func IsLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == effect.Placeholder[0] }

// OpeningBracket returns the opening bracket of a closing one.
func OpeningBracket(c byte) byte {
	if c == ')' {
		return '('
	}
	return c - 2 // "[\]" and "{|}" in ASCII
}

// ClipName returns a name, or "?" for a name longer than any in a table.
func ClipName(name string) string {
	if len(name) > MaxName {
		return "?"
	}
	return name
}

// MaxName bounds the names that code refers to.
const MaxName = 120

// IsWordByte reports whether a byte may be part of a plain name. A Placeholder may.
func IsWordByte(c byte) bool {
	return c == '_' || c == effect.Placeholder[0] || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// LineEnd returns the offset at which the first line of a text ends.
func LineEnd(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// ClosingDelimiter returns the closing delimiter of an opening one.
func ClosingDelimiter(c byte) byte {
	if i := strings.IndexByte("([{<", c); i >= 0 {
		return ")]}>"[i]
	}
	return c
}
