package awk

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/lex"
)

// lexer cuts awk into tokens on demand, because only the grammar distinguishes a division from a
// regular expression.
type lexer struct{ lex.Cursor }

// blank skips blanks, comments and continued lines.
func (l *lexer) blank() {
	for l.Pos < len(l.Src) {
		rest := l.Src[l.Pos:]
		switch {
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r' || rest[0] == '\f' || rest[0] == '\v':
			l.Pos++
		case strings.HasPrefix(rest, "\\\n"):
			l.Pos += 2
		case strings.HasPrefix(rest, "\\\r\n"):
			l.Pos += 3
		case rest[0] == '#':
			l.Pos += lex.LineEnd(rest)
		default:
			return
		}
	}
}

// next returns the next token, with a slash as an operator.
func (l *lexer) next() (lex.Token, error) {
	l.blank()
	off := l.Pos
	if off >= len(l.Src) {
		return lex.Token{Kind: lex.EOF, Off: off, End: off}, nil
	}
	kind := lex.Op
	switch c := l.Src[off]; {
	case c == '\n':
		l.Pos++
		kind = lex.Newline
	case c == '"':
		return l.str()
	case lex.IsDigit(c) || c == '.' && off+1 < len(l.Src) && lex.IsDigit(l.Src[off+1]):
		l.number()
		kind = lex.Number
	case c == '_' || lex.IsLetter(c):
		l.name()
		kind = lex.Name
	default:
		if err := l.operator(); err != nil {
			return lex.Token{}, err
		}
	}
	return lex.Token{Kind: kind, Off: off, End: l.Pos, Text: l.Src[off:l.Pos]}, nil
}

// operators are the multi-byte operators. The reader makes "/=", because a regular expression
// may start with "=".
var operators = [...]string{"**=", "|&", "**", "+=", "-=", "*=", "%=", "^=", "==", "<=", ">=", "!=", "!~", "++", "--", "&&", "||", ">>"}

func (l *lexer) operator() error {
	rest := l.Src[l.Pos:]
	for _, op := range operators {
		if strings.HasPrefix(rest, op) {
			l.Pos += len(op)
			return nil
		}
	}
	if strings.IndexByte("{}()[];,+-*/%^!><|?:~$=@", rest[0]) < 0 {
		return l.Fail("unexpected character %q", rest[0])
	}
	l.Pos++
	return nil
}

// name reads a name, possibly with a namespace.
func (l *lexer) name() {
	for l.Pos < len(l.Src) {
		c := l.Src[l.Pos]
		if c == ':' && strings.HasPrefix(l.Src[l.Pos:], "::") && l.Pos+2 < len(l.Src) && (l.Src[l.Pos+2] == '_' || lex.IsLetter(l.Src[l.Pos+2])) {
			l.Pos += 2
		} else if c != '_' && !lex.IsLetter(c) && !lex.IsDigit(c) {
			return
		}
		l.Pos++
	}
}

func (l *lexer) number() {
	if strings.HasPrefix(l.Src[l.Pos:], "0x") || strings.HasPrefix(l.Src[l.Pos:], "0X") {
		l.Pos += 2
		l.Skip("0123456789abcdefABCDEF")
		return
	}
	l.Skip("0123456789.")
	rest := l.Src[l.Pos:]
	if len(rest) > 1 && rest[0]|0x20 == 'e' && (lex.IsDigit(rest[1]) || len(rest) > 2 && strings.IndexByte("+-", rest[1]) >= 0 && lex.IsDigit(rest[2])) {
		l.Pos += 2
		l.Skip("0123456789")
	}
}

// str reads a string with its escapes.
func (l *lexer) str() (lex.Token, error) {
	t := lex.Token{Kind: lex.String, Off: l.Pos}
	var b strings.Builder
	for l.Pos++; l.Pos < len(l.Src); {
		switch c := l.Src[l.Pos]; c {
		case '"':
			l.Pos++
			t.End, t.Pieces = l.Pos, []lex.Piece{{Text: b.String(), Known: true}}
			return t, nil
		case '\n':
			return t, l.Fail("unterminated string")
		case '\\':
			n := lex.UnescapeByte(&b, l.Src[l.Pos+1:])
			l.Pos += 1 + n
		default:
			b.WriteByte(c)
			l.Pos++
		}
	}
	return t, l.Fail("unterminated string")
}

// regexp reads a regular expression whose slash is at off. A slash inside brackets does not end
// it; an awk that ends it there rejects the unclosed bracket.
func (l *lexer) regexp(off int) (lex.Token, error) {
	l.Pos = off + 1
	for l.Pos < len(l.Src) {
		switch c := l.Src[l.Pos]; c {
		case '/':
			l.Pos++
			return lex.Token{Kind: lex.String, Off: off, End: l.Pos, Pieces: []lex.Piece{{}}}, nil
		case '\n':
			return lex.Token{}, l.Fail("unterminated regular expression")
		case '\\':
			l.Pos += 2
		case '[':
			n := bracket(l.Src[l.Pos:])
			if n == 0 {
				return lex.Token{}, l.Fail("a bracket that several awks read in several ways")
			}
			l.Pos += n
		default:
			l.Pos++
		}
	}
	return lex.Token{}, l.Fail("unterminated regular expression")
}

// bracket returns the length of the bracket expression at the start of s, or 0.
func bracket(s string) int {
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
