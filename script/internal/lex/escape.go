package lex

import (
	"strings"
	"unicode/utf8"
)

// UnescapeByte decodes the escape sequence after a backslash as C does, with one to three octal or
// up to two hexadecimal digits. It writes the text and returns the length of the sequence. A
// newline continues the string, and any other character represents itself.
func UnescapeByte(b *strings.Builder, s string) int {
	if s == "" {
		return 0
	}
	if i := strings.IndexByte(SimpleEscapes, s[0]); i >= 0 && i%2 == 0 {
		b.WriteByte(SimpleEscapes[i+1])
		return 1
	}
	switch c := s[0]; {
	case c == '\n':
		return 1
	case c >= '0' && c <= '7':
		n, v := Digits(s, 3, 8)
		b.WriteByte(byte(v))
		return n
	case c == 'x':
		n, v := Digits(s[1:], 2, 16)
		if n > 0 {
			b.WriteByte(byte(v))
			return 1 + n
		}
	}
	_, n := utf8.DecodeRuneInString(s)
	b.WriteString(s[:n])
	return n
}

// Unescape decodes all escape sequences of a text.
func Unescape(s string) string {
	var b strings.Builder
	for s != "" {
		before, after, found := strings.Cut(s, "\\")
		b.WriteString(before)
		if !found {
			break
		}
		s = after[UnescapeByte(&b, after):]
	}
	return b.String()
}

// Digits reads up to most digits in a base.
func Digits(s string, most, base int) (n, v int) {
	for n < len(s) && n < most {
		d := strings.IndexByte("0123456789abcdef", s[n]|0x20)
		if IsDigit(s[n]) {
			d = int(s[n] - '0')
		}
		if d < 0 || d >= base {
			break
		}
		v = v*base + d
		n++
	}
	return n, v
}

// SimpleEscapes lists pairs of an escape letter and its character.
const SimpleEscapes = "a\ab\bf\fn\nr\rt\tv\v\\\\''\"\""
