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
