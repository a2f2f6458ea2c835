package script

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// cursor is a place in code that is cut into tokens.
type cursor struct {
	lang string
	src  string
	pos  int
}

// begin is the beginning of code. It fails where that is not text in UTF-8.
func begin(lang, code string) (cursor, error) {
	if !utf8.ValidString(code) || strings.IndexByte(code, 0) >= 0 {
		return cursor{}, fmt.Errorf("%s code is not UTF-8 text", lang)
	}
	return cursor{lang: lang, src: code}, nil
}

// fail is an error that names the line.
func (c *cursor) fail(format string, args ...any) error {
	line := 1 + strings.Count(c.src[:min(c.pos, len(c.src))], "\n")
	return fmt.Errorf("%s line %d: %w", c.lang, line, fmt.Errorf(format, args...))
}

// peek is the byte some bytes on, or 0 past the end.
func (c *cursor) peek(i int) byte {
	if c.pos+i < len(c.src) {
		return c.src[c.pos+i]
	}
	return 0
}

func (c *cursor) rest() string { return c.src[min(c.pos, len(c.src)):] }

// has tells whether the code goes on with a text.
func (c *cursor) has(text string) bool { return strings.HasPrefix(c.rest(), text) }

// skip passes over bytes of a set.
func (c *cursor) skip(set string) {
	for c.pos < len(c.src) && strings.IndexByte(set, c.src[c.pos]) >= 0 {
		c.pos++
	}
}

// longest passes over the first of some operators that stands here, or else over
// one byte, and returns what it passed over.
func (c *cursor) longest(operators []string) string {
	off := c.pos
	c.pos++
	for _, op := range operators {
		if strings.HasPrefix(c.src[off:], op) {
			c.pos = off + len(op)
			break
		}
	}
	return c.src[off:c.pos]
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isLetter tells whether a byte may begin a name. A Hole outside of strings is one:
// there stands a name, or a number, that only execution knows.
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == Hole[0] }

// opening is the bracket that another closes.
func opening(c byte) byte {
	if c == ')' {
		return '('
	}
	return c - 2 // "[\]" and "{|}" in ASCII
}

// clip is a name, or "?" for one that is longer than any that a table has.
func clip(name string) string {
	if len(name) > maxName {
		return "?"
	}
	return name
}

// maxName bounds the name of what code refers to.
const maxName = 120

// wordByte tells whether a byte may be part of a plain name. A hole may.
func wordByte(c byte) bool {
	return c == '_' || c == Hole[0] || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// lineEnd is where the first line of a text ends.
func lineEnd(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// closer is the delimiter that ends what another begins.
func closer(c byte) byte {
	if i := strings.IndexByte("([{<", c); i >= 0 {
		return ")]}>"[i]
	}
	return c
}
