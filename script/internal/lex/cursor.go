package lex

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/script/internal/effect"
)

// Cursor is a place in code that is cut into tokens.
type Cursor struct {
	Lang string
	Src  string
	Pos  int
}

// NewCursor is the beginning of code. It fails where that is not text in UTF-8.
func NewCursor(lang, code string) (Cursor, error) {
	if !utf8.ValidString(code) || strings.IndexByte(code, 0) >= 0 {
		return Cursor{}, fmt.Errorf("%s code is not UTF-8 text", lang)
	}
	return Cursor{Lang: lang, Src: code}, nil
}

// Fail is an error that names the line.
func (c *Cursor) Fail(format string, args ...any) error {
	line := 1 + strings.Count(c.Src[:min(c.Pos, len(c.Src))], "\n")
	return fmt.Errorf("%s line %d: %w", c.Lang, line, fmt.Errorf(format, args...))
}

// Peek is the byte some bytes on, or 0 past the end.
func (c *Cursor) Peek(i int) byte {
	if c.Pos+i < len(c.Src) {
		return c.Src[c.Pos+i]
	}
	return 0
}

// Rest is the code from here on.
func (c *Cursor) Rest() string { return c.Src[min(c.Pos, len(c.Src)):] }

// Has tells whether the code goes on with a text.
func (c *Cursor) Has(text string) bool { return strings.HasPrefix(c.Rest(), text) }

// Skip passes over bytes of a set.
func (c *Cursor) Skip(set string) {
	for c.Pos < len(c.Src) && strings.IndexByte(set, c.Src[c.Pos]) >= 0 {
		c.Pos++
	}
}

// Longest passes over the first of some operators that stands here, or else over
// one byte, and returns what it passed over.
func (c *Cursor) Longest(operators []string) string {
	off := c.Pos
	c.Pos++
	for _, op := range operators {
		if strings.HasPrefix(c.Src[off:], op) {
			c.Pos = off + len(op)
			break
		}
	}
	return c.Src[off:c.Pos]
}

// IsDigit tells whether a byte is a decimal digit.
func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

// IsLetter tells whether a byte may begin a name. A Placeholder outside of strings is one:
// there stands a name, or a number, that only execution knows.
func IsLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == effect.Placeholder[0] }

// OpeningBracket is the bracket that another closes.
func OpeningBracket(c byte) byte {
	if c == ')' {
		return '('
	}
	return c - 2 // "[\]" and "{|}" in ASCII
}

// ClipName is a name, or "?" for one that is longer than any that a table has.
func ClipName(name string) string {
	if len(name) > MaxName {
		return "?"
	}
	return name
}

// MaxName bounds the name of what code refers to.
const MaxName = 120

// IsWordByte tells whether a byte may be part of a plain name. A placeholder may.
func IsWordByte(c byte) bool {
	return c == '_' || c == effect.Placeholder[0] || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// LineEnd is where the first line of a text ends.
func LineEnd(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// ClosingDelimiter is the delimiter that ends what another begins.
func ClosingDelimiter(c byte) byte {
	if i := strings.IndexByte("([{<", c); i >= 0 {
		return ")]}>"[i]
	}
	return c
}
