package script

import "strings"

// awkTokens cuts awk into tokens as the reader asks for them, because only the
// grammar tells a division from a regular expression.
type awkTokens struct{ cursor }

// blank passes over blanks, comments and continued lines.
func (l *awkTokens) blank() {
	for l.pos < len(l.src) {
		rest := l.src[l.pos:]
		switch {
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r' || rest[0] == '\f' || rest[0] == '\v':
			l.pos++
		case strings.HasPrefix(rest, "\\\n"):
			l.pos += 2
		case strings.HasPrefix(rest, "\\\r\n"):
			l.pos += 3
		case rest[0] == '#':
			l.pos += lineEnd(rest)
		default:
			return
		}
	}
}

// next returns the next token, with a slash as an operator.
func (l *awkTokens) next() (token, error) {
	l.blank()
	off := l.pos
	if off >= len(l.src) {
		return token{kind: tokEnd, off: off, end: off}, nil
	}
	kind := tokOp
	switch c := l.src[off]; {
	case c == '\n':
		l.pos++
		kind = tokNewline
	case c == '"':
		return l.str()
	case isDigit(c) || c == '.' && off+1 < len(l.src) && isDigit(l.src[off+1]):
		l.number()
		kind = tokNumber
	case c == '_' || isLetter(c):
		l.name()
		kind = tokName
	default:
		if err := l.operator(); err != nil {
			return token{}, err
		}
	}
	return token{kind: kind, off: off, end: l.pos, text: l.src[off:l.pos]}, nil
}

// awkOperators are the longer ones. A regular expression may begin with "=", so
// that "/=" is made by the reader.
var awkOperators = [...]string{"**=", "|&", "**", "+=", "-=", "*=", "%=", "^=", "==", "<=", ">=", "!=", "!~", "++", "--", "&&", "||", ">>"}

func (l *awkTokens) operator() error {
	rest := l.src[l.pos:]
	for _, op := range awkOperators {
		if strings.HasPrefix(rest, op) {
			l.pos += len(op)
			return nil
		}
	}
	if strings.IndexByte("{}()[];,+-*/%^!><|?:~$=@", rest[0]) < 0 {
		return l.fail("unexpected character %q", rest[0])
	}
	l.pos++
	return nil
}

// name reads a name, which may have a namespace in front.
func (l *awkTokens) name() {
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		if c == ':' && strings.HasPrefix(l.src[l.pos:], "::") && l.pos+2 < len(l.src) && (l.src[l.pos+2] == '_' || isLetter(l.src[l.pos+2])) {
			l.pos += 2
		} else if c != '_' && !isLetter(c) && !isDigit(c) {
			return
		}
		l.pos++
	}
}

func (l *awkTokens) number() {
	if strings.HasPrefix(l.src[l.pos:], "0x") || strings.HasPrefix(l.src[l.pos:], "0X") {
		l.pos += 2
		l.skip("0123456789abcdefABCDEF")
		return
	}
	l.skip("0123456789.")
	rest := l.src[l.pos:]
	if len(rest) > 1 && rest[0]|0x20 == 'e' && (isDigit(rest[1]) || len(rest) > 2 && strings.IndexByte("+-", rest[1]) >= 0 && isDigit(rest[2])) {
		l.pos += 2
		l.skip("0123456789")
	}
}

// str reads a string with its escapes.
func (l *awkTokens) str() (token, error) {
	t := token{kind: tokString, off: l.pos}
	var b strings.Builder
	for l.pos++; l.pos < len(l.src); {
		switch c := l.src[l.pos]; c {
		case '"':
			l.pos++
			t.end, t.pieces = l.pos, []piece{{text: b.String(), known: true}}
			return t, nil
		case '\n':
			return t, l.fail("unterminated string")
		case '\\':
			n := escapeC(&b, l.src[l.pos+1:])
			l.pos += 1 + n
		default:
			b.WriteByte(c)
			l.pos++
		}
	}
	return t, l.fail("unterminated string")
}

// regexp reads a regular expression whose slash is at off. Inside brackets a
// slash ends nothing; an awk that takes it for the end finds the bracket open
// and gives up.
func (l *awkTokens) regexp(off int) (token, error) {
	l.pos = off + 1
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; c {
		case '/':
			l.pos++
			return token{kind: tokString, off: off, end: l.pos, pieces: []piece{{}}}, nil
		case '\n':
			return token{}, l.fail("unterminated regular expression")
		case '\\':
			l.pos += 2
		case '[':
			n := awkBracket(l.src[l.pos:])
			if n == 0 {
				return token{}, l.fail("a bracket that several awks read in several ways")
			}
			l.pos += n
		default:
			l.pos++
		}
	}
	return token{}, l.fail("unterminated regular expression")
}

// awkBracket is the length of the bracket expression that s begins with, or 0.
func awkBracket(s string) int {
	i := 1
	if strings.HasPrefix(s[i:], "^") {
		i++
	}
	if strings.HasPrefix(s[i:], "]") {
		i++
	}
	for i < len(s) && s[i] != '\n' {
		switch {
		case s[i] == ']':
			return i + 1
		case s[i] == '\\':
			i++
		case s[i] == '[' && i+1 < len(s) && strings.IndexByte(":.=", s[i+1]) >= 0:
			n := strings.Index(s[i+2:], s[i+1:i+2]+"]")
			if n <= 0 || strings.Trim(s[i+2:i+2+n], "abcdefghijklmnopqrstuvwxyz-") != "" {
				return 0
			}
			i += n + 3
		}
		i++
	}
	return 0
}
