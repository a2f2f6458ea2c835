package script

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexer cuts Python into tokens.
type lexer struct {
	cursor
	open  []byte // the brackets that are open, and '{' for f-string fields
	toks  []token
	fresh bool // at the start of a logical line
	line  int  // where it starts
}

// tokenize returns the tokens of code, the last of which is tokEnd.
func tokenize(code string) ([]token, error) {
	c, err := begin("python", strings.TrimPrefix(code, "\ufeff"))
	if err != nil {
		return nil, err
	}
	if enc := encoding(c.src); !plainEncoding(enc) {
		return nil, fmt.Errorf("python code in encoding %q cannot be read", enc)
	}
	l := &lexer{cursor: c, fresh: true, toks: make([]token, 0, len(code)/4+8)} // as many as code mostly has
	if err := l.run(0); err != nil {
		return nil, err
	}
	if len(l.open) > 0 {
		return nil, l.fail("%q is never closed", l.open[len(l.open)-1])
	}
	l.add(tokNewline, l.pos)
	l.add(tokEnd, l.pos)
	return l.toks, nil
}

// plainEncodings are those in which ASCII bytes mean what they look like.
const plainEncodings words = "utf-8 utf8 ascii us-ascii latin-1 iso-8859-1 iso-8859-15 cp1252 utf-8-sig"

// plainEncoding tells whether an encoding is one of them, or none is named.
func plainEncoding(name string) bool { return name == "" || plainEncodings.has(name) }

// encoding is the one declared in the first two lines (PEP 263), or "".
func encoding(code string) string {
	for range 2 {
		line, rest, _ := strings.Cut(code, "\n")
		code = rest
		line, ok := strings.CutPrefix(strings.TrimLeft(line, " \t\f"), "#")
		if !ok {
			continue
		}
		_, after, ok := strings.Cut(line, "coding")
		if !ok || after == "" || after[0] != ':' && after[0] != '=' {
			continue
		}
		after = strings.TrimLeft(after[1:], " \t")
		end := strings.IndexFunc(after, func(r rune) bool {
			return r != '-' && r != '_' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
		})
		if end >= 0 {
			after = after[:end]
		}
		return strings.ReplaceAll(strings.ToLower(after), "_", "-")
	}
	return ""
}

func (l *lexer) add(k tokenKind, off int) {
	t := token{kind: k, off: off, end: l.pos, text: l.src[off:l.pos]}
	if k != tokNewline && l.fresh {
		t.indented, l.fresh = off > l.line, false
	}
	l.toks = append(l.toks, t)
}

// run cuts tokens to the end of the source or, in the field of an f-string
// that is bracket number field, to what ends its expression.
func (l *lexer) run(field int) error {
	for l.pos < len(l.src) {
		if field > 0 && len(l.open) == field && l.fieldEnds() {
			return nil
		}
		if err := l.next(); err != nil {
			return err
		}
	}
	return nil
}

func (l *lexer) fieldEnds() bool {
	c := l.peek(0)
	return c == '}' || c == ':' || c == '!' && l.peek(1) != '='
}

func (l *lexer) next() error {
	switch c := l.peek(0); {
	case c == ' ' || c == '\t' || c == '\f':
		l.pos++
	case c == '\n' || c == '\r':
		l.newline()
	case c == '#':
		for l.pos < len(l.src) && l.src[l.pos] != '\n' && l.src[l.pos] != '\r' {
			l.pos++
		}
	case c == '\\':
		return l.continued()
	case c >= '0' && c <= '9' || c == '.' && isDigit(l.peek(1)):
		l.number()
	case c == '"' || c == '\'':
		return l.str(l.pos, "")
	case c == '_' || c >= utf8.RuneSelf || isLetter(c):
		return l.name()
	default:
		return l.operator()
	}
	return nil
}

// newline ends the logical line, unless a bracket is open.
func (l *lexer) newline() {
	off := l.pos
	l.pos++
	if len(l.open) > 0 {
		return
	}
	l.add(tokNewline, off)
	l.fresh, l.line = true, l.pos
}

func (l *lexer) continued() error {
	rest := l.src[l.pos+1:]
	switch {
	case strings.HasPrefix(rest, "\r\n"):
		l.pos += 3
	case rest == "" || rest[0] == '\n' || rest[0] == '\r':
		l.pos = min(l.pos+2, len(l.src))
	default:
		return l.fail("unexpected character after a backslash")
	}
	return nil
}

// number stops where the digits stop: "1if" is a number and a keyword.
func (l *lexer) number() {
	off := l.pos
	digits := "0123456789_"
	if l.peek(0) == '0' && strings.IndexByte("xXoObB", l.peek(1)) >= 0 {
		l.pos += 2
		if l.src[l.pos-1]|0x20 == 'x' {
			digits += "abcdefABCDEF"
		}
	}
	l.skip(digits)
	if len(digits) > 11 {
		l.add(tokNumber, off)
		return
	}
	if l.peek(0) == '.' {
		l.pos++
		l.skip(digits)
	}
	if l.peek(0)|0x20 == 'e' && (isDigit(l.peek(1)) || strings.IndexByte("+-", l.peek(1)) >= 0 && isDigit(l.peek(2))) {
		l.pos += 2
		l.skip(digits)
	}
	if strings.IndexByte("jJlL", l.peek(0)) >= 0 && l.pos < len(l.src) {
		l.pos++
	}
	l.add(tokNumber, off)
}

// name reads an identifier, or the prefix of a string.
func (l *lexer) name() error {
	off := l.pos
	for l.pos < len(l.src) {
		r, n := utf8.DecodeRuneInString(l.src[l.pos:])
		if r >= utf8.RuneSelf {
			if disguised(r) {
				return l.fail("a name with %q, which Python reads as another letter", r)
			}
			if !unicode.In(r, unicode.L, unicode.Nl, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Start, unicode.Other_ID_Continue) {
				return l.fail("unexpected character %q", r)
			}
		} else if r != '_' && !isLetter(byte(r)) && !isDigit(byte(r)) {
			break
		}
		l.pos += n
	}
	word := l.src[off:l.pos]
	if c := l.peek(0); (c == '"' || c == '\'') && stringPrefixes.has(strings.ToLower(word)) {
		return l.str(off, strings.ToLower(word))
	}
	l.add(tokName, off)
	return nil
}

// operators are the longer ones; every other is a single byte.
var operators = [...]string{
	"**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<", "<=", ">=", "==", "!=", "<>",
	"->", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", ":=",
}

func (l *lexer) operator() error {
	off, c := l.pos, l.peek(0)
	switch c {
	case '(', '[', '{':
		if len(l.open) >= MaxDepth {
			return l.fail("brackets nested over %d", MaxDepth)
		}
		l.open = append(l.open, c)
	case ')', ']', '}':
		if len(l.open) == 0 || l.open[len(l.open)-1] != opening(c) {
			return l.fail("%q closes nothing", c)
		}
		l.open = l.open[:len(l.open)-1]
	}
	l.pos++
	for _, op := range operators {
		if strings.HasPrefix(l.src[off:], op) {
			l.pos = off + len(op)
			break
		}
	}
	if l.pos == off+1 && strings.IndexByte("()[]{},:;.=+-*/%@&|^~<>`", c) < 0 {
		return l.fail("unexpected character %q", c)
	}
	l.add(tokOp, off)
	return nil
}
