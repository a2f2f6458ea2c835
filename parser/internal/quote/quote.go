package quote

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Unescape removes quoting backslashes: before any byte if special is empty, as outside
// quotes; otherwise only before one of the special bytes.
func Unescape(s, special string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			next := s[i+1]
			if next == '\n' {
				i++
				continue
			}
			if special == "" || strings.IndexByte(special, next) >= 0 {
				i++
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// Escape puts backslashes before what is special in double quotes, except the quotes themselves: text that is
// expanded there comes out as it is.
func Escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, "$", `\$`, "`", "\\`").Replace(s)
}

// ANSIC decodes the text of $'…' (bash(1), QUOTING). A NUL ends the string.
func ANSIC(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		text, n := ANSIEscape(s[i+1:])
		if text == "\x00" {
			break
		}
		b.WriteString(text)
		i += n
	}
	return b.String()
}

// ANSIEscape decodes one escape after its backslash. It returns the text and the number of
// bytes read.
func ANSIEscape(s string) (string, int) {
	if i := strings.IndexByte("abeEfnrtv", s[0]); i >= 0 {
		return "\a\b\x1b\x1b\f\n\r\t\v"[i : i+1], 1
	}
	switch s[0] {
	case '\\', '\'', '"', '?':
		return s[:1], 1
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n, code := Digits(s, 3, 8)
		return string([]byte{byte(code)}), n
	case 'x':
		if n, code := Digits(s[1:], 2, 16); n > 0 {
			return string([]byte{byte(code)}), 1 + n
		}
	case 'u', 'U':
		limit := 4
		if s[0] == 'U' {
			limit = 8
		}
		if n, code := Digits(s[1:], limit, 16); n > 0 {
			return string(utf8.AppendRune(nil, rune(code))), 1 + n
		}
	case 'c':
		if len(s) > 1 {
			return string([]byte{s[1] & 0x1f}), 2
		}
	}
	return "\\" + s[:1], 1
}

// Digits reads up to limit digits in a base.
func Digits(s string, limit, base int) (n int, code int64) {
	for n < limit && n < len(s) {
		d, err := strconv.ParseInt(s[n:n+1], base, 32)
		if err != nil {
			break
		}
		code = code*int64(base) + d
		n++
	}
	return n, code
}
