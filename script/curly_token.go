package script

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// curlyLexer is what cutting the languages with curly brackets into tokens has
// in common.
type curlyLexer struct {
	cursor
	open  []enclosure
	toks  []token
	first bool // the next token is the first on its line
}

// enclosure is a bracket that is open.
type enclosure struct {
	char   byte
	at     int    // its token
	after  ending // what its closing one leaves
	class  ending // of a function or class whose body comes next, at this depth
	ternal int    // question marks of conditionals that wait for their colon
}

func newCurlyLexer(lang, code string) (curlyLexer, error) {
	c, err := begin(lang, code)
	return curlyLexer{cursor: c, first: true, open: []enclosure{{after: operator}}}, err
}

// cut cuts all of the code, with what cuts one token.
func (l *curlyLexer) cut(next func() error) ([]token, error) {
	for {
		l.blank()
		if l.pos >= len(l.src) {
			break
		}
		if err := next(); err != nil {
			return nil, err
		}
	}
	l.add(token{kind: tokEnd, off: l.pos})
	return l.toks, l.closed()
}

func (l *curlyLexer) add(t token) {
	t.end, t.first, l.first = l.pos, l.first, false
	l.toks = append(l.toks, t)
}

// last is the token n before the end, or an end token.
func (l *curlyLexer) last(n int) *token {
	if len(l.toks) < n {
		return &token{}
	}
	return &l.toks[len(l.toks)-n]
}

// skipPast moves behind the next occurrence of a text.
func (l *curlyLexer) skipPast(text, what string) error {
	i := strings.Index(l.src[l.pos:], text)
	if i < 0 {
		return l.fail("unterminated %s", what)
	}
	l.first = l.first || strings.Contains(l.src[l.pos:l.pos+i], "\n")
	l.pos += i + len(text)
	return nil
}

// blank passes over blanks and reports whether there were any.
func (l *curlyLexer) blank() bool {
	start := l.pos
	for l.pos < len(l.src) {
		r, n := utf8.DecodeRuneInString(l.src[l.pos:])
		switch {
		case r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
			l.first = true
		case !unicode.IsSpace(r) && r != '\ufeff':
			return l.pos > start
		}
		l.pos += n
	}
	return l.pos > start
}

// push notes an opening bracket, which is the token that comes next.
func (l *curlyLexer) push(b enclosure) error {
	if len(l.open) >= MaxDepth {
		return l.fail("brackets nested over %d", MaxDepth)
	}
	b.at = len(l.toks)
	l.open = append(l.open, b)
	return nil
}

// pop notes a closing bracket, which is the token that comes next.
func (l *curlyLexer) pop(c byte) (enclosure, error) {
	b := *l.depth()
	if b.char != opening(c) {
		return enclosure{}, l.fail("%q closes nothing", c)
	}
	l.open = l.open[:len(l.open)-1]
	if b.at < len(l.toks) {
		l.toks[b.at].shut = int32(len(l.toks) - b.at)
	}
	return b, nil
}

// closed fails where a bracket is still open at the end.
func (l *curlyLexer) closed() error {
	if len(l.open) > 1 {
		return l.fail("%q is never closed", l.depth().char)
	}
	return nil
}

// depth is the bracket that is open last. One that nothing closes stands for
// none.
func (l *curlyLexer) depth() *enclosure { return &l.open[len(l.open)-1] }

// embedded cuts code that stands in a string, up to the bracket that closes it,
// and returns it as a piece.
func (l *curlyLexer) embedded(next func() error) (piece, error) {
	if err := l.push(enclosure{char: '{', after: operand}); err != nil {
		return piece{}, err
	}
	l.pos++
	toks, depth := l.toks, len(l.open)
	l.toks = nil
	for {
		l.blank()
		if l.pos >= len(l.src) {
			return piece{}, l.fail("unterminated string")
		}
		if l.src[l.pos] == '}' && len(l.open) == depth {
			break
		}
		if err := next(); err != nil {
			return piece{}, err
		}
	}
	code := append(l.toks, token{kind: tokEnd, off: l.pos, end: l.pos})
	l.toks, l.open = toks, l.open[:depth-1]
	l.pos++
	return piece{code: code, plain: true}, nil
}

// op adds the longest operator that stands here.
func (l *curlyLexer) op(longer []string) error {
	off, c := l.pos, l.peek(0)
	if text := l.longest(longer); len(text) == 1 && strings.IndexByte("()[]{},:;.=+-*/%@&|^~<>!?$\\#", c) < 0 {
		l.pos = off
		return l.fail("unexpected character %q", c)
	}
	l.add(token{kind: tokOp, off: off, text: l.src[off:l.pos]})
	return nil
}

// number reads one; letters that touch it belong to it.
func (l *curlyLexer) number() {
	off := l.pos
	hex := l.peek(0) == '0' && l.peek(1)|0x20 == 'x'
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		sign := (c == '+' || c == '-') && l.pos > off && l.src[l.pos-1]|0x20 == 'e' && !hex
		if c != '_' && !isDigit(c) && !isLetter(c) && !sign && (c != '.' || !l.fraction(off)) {
			break
		}
		l.pos++
	}
	l.add(token{kind: tokNumber, off: off, text: strings.ReplaceAll(l.src[off:l.pos], "_", "")})
}

// fraction tells whether a point here belongs to the number that starts at off.
func (l *curlyLexer) fraction(off int) bool {
	return l.peek(1) != '.' && strings.IndexByte(l.src[off:l.pos], '.') < 0
}

// word reads the letters of a name.
func (l *curlyLexer) word() string {
	off := l.pos
	for l.pos < len(l.src) {
		r, n := utf8.DecodeRuneInString(l.src[l.pos:])
		if !wordRune(r) {
			break
		}
		l.pos += n
	}
	return l.src[off:l.pos]
}

func wordRune(r rune) bool {
	return r == '_' || r == '\u200c' || r == '\u200d' || r < utf8.RuneSelf && (isLetter(byte(r)) || isDigit(byte(r))) ||
		r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.In(r, unicode.Nl, unicode.Nd, unicode.Pc, unicode.Other_ID_Start, unicode.Other_ID_Continue))
}

// codePoint is what "u0041" or "u{41}" stands for, and its length; 0 if it is
// neither.
func codePoint(s string) (rune, int) {
	digits, n := "", 0
	switch end := strings.IndexByte(s, '}'); {
	case strings.HasPrefix(s, "u{") && end > 2 && end < 12:
		digits, n = s[2:end], end+1
	case len(s) >= 5:
		digits, n = s[1:5], 5
	}
	v, err := strconv.ParseUint(digits, 16, 21)
	if err != nil || v > utf8.MaxRune {
		return 0, 0
	}
	return rune(v), n
}
