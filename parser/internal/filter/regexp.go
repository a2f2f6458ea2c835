package filter

import (
	"regexp"
	"strings"
)

// maxPattern bounds a pattern that is compiled, in bytes.
const maxPattern = 256

// compile translates a regular expression of sed's into one of Go's that, like sed's, matches
// the leftmost longest text.
func compile(pattern string, extended bool) (*regexp.Regexp, bool) {
	if pattern == "" || len(pattern) > maxPattern || !IsASCII(pattern) {
		return nil, false
	}
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case c == '[':
			n := bracket(pattern[i:])
			if n == 0 {
				return nil, false
			}
			b.WriteString(goBracket(pattern[i : i+n]))
			i += n - 1
		case c == '\\' && i+1 < len(pattern):
			i++
			text, ok := goEscape(pattern[i], extended)
			if !ok {
				return nil, false
			}
			b.WriteString(text)
		case !extended && strings.IndexByte("+?(){}|", c) >= 0:
			b.WriteString(`\` + string(c))
		case c == '*' && (i == 0 || !extended && i > 1 && pattern[i-2:i] == `\(`):
			b.WriteString(`\*`)
		case !extended && (c == '^' && i > 0 || c == '$' && i+1 < len(pattern)):
			return nil, false
		default:
			b.WriteByte(c)
		}
	}
	re, err := regexp.CompilePOSIX(b.String())
	return re, err == nil
}

// Submatches returns the groups that an extended regular expression matches in a text, the
// whole match first. It returns nil if there is no match, or if the expression is of an
// unsupported form.
func Submatches(expr, text string) []string {
	re, ok := compile(expr, true)
	if !ok {
		return nil
	}
	return re.FindStringSubmatch(text)
}

// goEscape translates an escape of sed's into Go's syntax.
func goEscape(c byte, extended bool) (string, bool) {
	switch {
	case strings.IndexByte("(){}|+?", c) >= 0 && !extended:
		return string(c), true
	case c == 't':
		return `\t`, true
	case strings.IndexByte(`.*[]^$\/(){}|+?-`, c) >= 0:
		return `\` + string(c), true
	}
	return "", false // \w, \b, \1 and the like
}

// bracket returns the length of a bracket expression, or 0.
func bracket(s string) int {
	body := strings.TrimPrefix(s[1:], "^")
	lead := len(s) - len(body)
	for i := 0; i < len(body); i++ {
		switch {
		case body[i] == ']' && i > 0:
			return lead + i + 1
		case body[i] == '[' && strings.HasPrefix(body[i:], "[:"):
			end := strings.Index(body[i:], ":]")
			if end < 0 {
				return 0
			}
			i += end + 1
		case body[i] == '[' || body[i] == '\\':
			return 0
		}
	}
	return 0
}

func goBracket(s string) string {
	body := strings.TrimPrefix(s[1:], "^")
	if strings.HasPrefix(body, "]") {
		return s[:len(s)-len(body)] + `\]` + body[1:]
	}
	return s
}

// replacement translates the right side of a substitution into Go's syntax.
func replacement(s string, groups int) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '$':
			b.WriteString("$$")
		case c == '&':
			b.WriteString("${0}")
		case c == '\\' && i+1 < len(s):
			i++
			switch c := s[i]; {
			case c >= '1' && c <= '9' && int(c-'0') <= groups:
				b.WriteString("${" + string(c) + "}")
			case c == 'n':
				b.WriteByte('\n')
			case c == 't':
				b.WriteByte('\t')
			case strings.IndexByte(`\&/.*[]^$"' `, c) >= 0:
				b.WriteString(strings.ReplaceAll(string(c), "$", "$$"))
			default:
				return "", false
			}
		case c == '\n' || c >= 0x80:
			return "", false
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), true
}

// substitute replaces the first match in a line, or all matches.
func substitute(re *regexp.Regexp, line, with string, all bool) string {
	if all {
		return re.ReplaceAllString(line, with)
	}
	at := re.FindStringSubmatchIndex(line)
	if at == nil {
		return line
	}
	return line[:at[0]] + string(re.ExpandString(nil, with, line, at)) + line[at[1]:]
}
