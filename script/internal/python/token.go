package python

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// lexer cuts Python into tokens.
type lexer struct {
	lex.Cursor
	open  []byte // open brackets, and '{' for f-string fields
	toks  []lex.Token
	fresh bool // at the start of a logical line
	line  int  // where it starts
}

// tokenize returns the tokens of code, the last of which is EOF.
func tokenize(code string) ([]lex.Token, error) {
	c, err := lex.NewCursor("python", strings.TrimPrefix(code, "\ufeff"))
	if err != nil {
		return nil, err
	}
	if enc := encoding(c.Src); !plainEncoding(enc) {
		return nil, fmt.Errorf("python code in encoding %q cannot be read", enc)
	}
	l := &lexer{Cursor: c, fresh: true, toks: make([]lex.Token, 0, len(code)/3+16)} // the usual number
	if err := l.run(0); err != nil {
		return nil, err
	}
	if len(l.open) > 0 {
		return nil, l.Fail("%q is never closed", l.open[len(l.open)-1])
	}
	l.add(lex.Newline, l.Pos)
	l.add(lex.EOF, l.Pos)
	return l.toks, nil
}

// plainEncodings are the encodings in which ASCII bytes have their usual meaning.
const plainEncodings lex.Words = "utf-8 utf8 ascii us-ascii latin-1 iso-8859-1 iso-8859-15 cp1252 utf-8-sig"

// plainEncoding reports whether an encoding is one of them or is not named.
func plainEncoding(name string) bool { return name == "" || plainEncodings.Has(name) }

// encoding returns the encoding declared in the first two lines (PEP 263), or "".
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

func (l *lexer) add(k lex.Kind, off int) {
	t := lex.Token{Kind: k, Off: off, End: l.Pos, Text: l.Src[off:l.Pos]}
	if k != lex.Newline && l.fresh {
		t.Indented, l.fresh = off > l.line, false
	}
	l.toks = append(l.toks, t)
}

// run cuts tokens up to the end of the source or, in an f-string field with the given bracket number,
// up to the end of its expression.
func (l *lexer) run(field int) error {
	for l.Pos < len(l.Src) {
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
	c := l.Peek(0)
	return c == '}' || c == ':' || c == '!' && l.Peek(1) != '='
}

func (l *lexer) next() error {
	switch c := l.Peek(0); {
	case c == ' ' || c == '\t' || c == '\f':
		l.Pos++
	case c == '\n' || c == '\r':
		l.newline()
	case c == '#':
		for l.Pos < len(l.Src) && l.Src[l.Pos] != '\n' && l.Src[l.Pos] != '\r' {
			l.Pos++
		}
	case c == '\\':
		return l.continued()
	case c >= '0' && c <= '9' || c == '.' && lex.IsDigit(l.Peek(1)):
		l.number()
	case c == '"' || c == '\'':
		return l.str(l.Pos, "")
	case c == '_' || c >= utf8.RuneSelf || lex.IsLetter(c):
		return l.name()
	default:
		return l.operator()
	}
	return nil
}

// newline ends the logical line, unless a bracket is open.
func (l *lexer) newline() {
	off := l.Pos
	l.Pos++
	if len(l.open) > 0 {
		return
	}
	l.add(lex.Newline, off)
	l.fresh, l.line = true, l.Pos
}

func (l *lexer) continued() error {
	rest := l.Src[l.Pos+1:]
	switch {
	case strings.HasPrefix(rest, "\r\n"):
		l.Pos += 3
	case rest == "" || rest[0] == '\n' || rest[0] == '\r':
		l.Pos = min(l.Pos+2, len(l.Src))
	default:
		return l.Fail("unexpected character after a backslash")
	}
	return nil
}

// number ends at the last digit: "1if" is a number and a keyword.
func (l *lexer) number() {
	off := l.Pos
	digits := "0123456789_"
	if l.Peek(0) == '0' && strings.IndexByte("xXoObB", l.Peek(1)) >= 0 {
		l.Pos += 2
		if l.Src[l.Pos-1]|0x20 == 'x' {
			digits += "abcdefABCDEF"
		}
	}
	l.Skip(digits)
	if len(digits) > 11 {
		l.add(lex.Number, off)
		return
	}
	if l.Peek(0) == '.' {
		l.Pos++
		l.Skip(digits)
	}
	if l.Peek(0)|0x20 == 'e' && (lex.IsDigit(l.Peek(1)) || strings.IndexByte("+-", l.Peek(1)) >= 0 && lex.IsDigit(l.Peek(2))) {
		l.Pos += 2
		l.Skip(digits)
	}
	if strings.IndexByte("jJlL", l.Peek(0)) >= 0 && l.Pos < len(l.Src) {
		l.Pos++
	}
	l.add(lex.Number, off)
}

// name reads an identifier, or the prefix of a string.
func (l *lexer) name() error {
	off := l.Pos
	for l.Pos < len(l.Src) {
		if !lex.IsWordByte(l.Src[l.Pos]) {
			break
		}
		if l.Src[l.Pos] < utf8.RuneSelf {
			l.Pos++
			continue
		}
		r, n := utf8.DecodeRuneInString(l.Src[l.Pos:])
		if disguised(r) {
			return l.Fail("a name with %q, which Python reads as another letter", r)
		}
		if !unicode.In(r, unicode.L, unicode.Nl, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Start, unicode.Other_ID_Continue) {
			return l.Fail("unexpected character %q", r)
		}
		l.Pos += n
	}
	word := l.Src[off:l.Pos]
	if c := l.Peek(0); (c == '"' || c == '\'') && stringPrefixes.Has(strings.ToLower(word)) {
		return l.str(off, strings.ToLower(word))
	}
	l.add(lex.Name, off)
	return nil
}

// operators are the multi-byte operators.
var operators = [...]string{
	"**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<", "<=", ">=", "==", "!=", "<>",
	"->", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", ":=",
}

// continuesOperator reports whether a byte may be the second one of an operator.
func continuesOperator(c byte) bool {
	switch c {
	case '=', '*', '/', '>', '<', '.':
		return true
	}
	return false
}

func (l *lexer) operator() error {
	off, c := l.Pos, l.Peek(0)
	switch c {
	case '(', '[', '{':
		if len(l.open) >= effect.MaxDepth {
			return l.Fail("brackets nested over %d", effect.MaxDepth)
		}
		l.open = append(l.open, c)
	case ')', ']', '}':
		if len(l.open) == 0 || l.open[len(l.open)-1] != lex.OpeningBracket(c) {
			return l.Fail("%q closes nothing", c)
		}
		l.open = l.open[:len(l.open)-1]
	}
	if l.Pos++; continuesOperator(l.Peek(0)) {
		for _, op := range operators {
			if op[0] == c && strings.HasPrefix(l.Src[off:], op) {
				l.Pos = off + len(op)
				break
			}
		}
	}
	if l.Pos == off+1 && strings.IndexByte("()[]{},:;.=+-*/%@&|^~<>`", c) < 0 {
		return l.Fail("unexpected character %q", c)
	}
	l.add(lex.Op, off)
	return nil
}
