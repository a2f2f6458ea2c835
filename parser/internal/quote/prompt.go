package quote

import (
	"strings"
)

// Prompt decodes those prompt escapes whose result is special to a shell: bash(1), PROMPTING.
// Other escapes stay as they are.
func Prompt(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c != '\\' || i+1 == len(text) {
			b.WriteByte(c)
			continue
		}
		i++
		switch c = text[i]; {
		case c == '\\':
			b.WriteByte(c)
		case c == 'n':
			b.WriteByte('\n')
		case c == '[', c == ']':
		case '0' <= c && c <= '7':
			n, end := 0, min(i+3, len(text))
			for ; i < end && '0' <= text[i] && text[i] <= '7'; i++ {
				n = n*8 + int(text[i]-'0')
			}
			i--
			b.WriteByte(byte(n))
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String()
}
