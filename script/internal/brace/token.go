package brace

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Lexer is the common part of the lexers of JavaScript and PHP.
type Lexer struct {
	lex.Cursor
	open  []Bracket
	Toks  []lex.Token
	First bool // the next token is the first on its line
}

// Bracket is an open bracket.
type Bracket struct {
	Char         byte
	at           int       // the index of its token
	After        lex.Slash // the Slash state after its closing bracket
	Class        lex.Slash // of a function or class whose body comes next at this depth
	Conditionals int       // conditionals without their colon yet
}

// NewLexer returns a lexer at the start of code.
func NewLexer(lang, code string) (Lexer, error) {
	c, err := lex.NewCursor(lang, code)
	return Lexer{Cursor: c, First: true, open: []Bracket{{After: lex.SlashRegexp}}}, err
}

// Cut cuts all of the code; next cuts one token.
func (l *Lexer) Cut(next func() error) ([]lex.Token, error) {
	for {
		l.blank()
		if l.Pos >= len(l.Src) {
			break
		}
		if err := next(); err != nil {
			return nil, err
		}
	}
	l.Add(lex.Token{Kind: lex.EOF, Off: l.Pos})
	return l.Toks, l.closed()
}

// Add adds a token that ends here.
func (l *Lexer) Add(t lex.Token) {
	t.End, t.First, l.First = l.Pos, l.First, false
	l.Toks = append(l.Toks, t)
}

// Last returns the token n before the end, or an end token.
func (l *Lexer) Last(n int) *lex.Token {
	if len(l.Toks) < n {
		return &lex.Token{}
	}
	return &l.Toks[len(l.Toks)-n]
}

// SkipPast moves past the next occurrence of a text.
func (l *Lexer) SkipPast(text, what string) error {
	i := strings.Index(l.Src[l.Pos:], text)
	if i < 0 {
		return l.Fail("unterminated %s", what)
	}
	l.First = l.First || strings.Contains(l.Src[l.Pos:l.Pos+i], "\n")
	l.Pos += i + len(text)
	return nil
}

// blank skips blanks and reports whether there were any.
func (l *Lexer) blank() bool {
	start := l.Pos
	for l.Pos < len(l.Src) {
		if c := l.Src[l.Pos]; c > ' ' && c < utf8.RuneSelf {
			break // nearly always
		}
		r, n := utf8.DecodeRuneInString(l.Src[l.Pos:])
		switch {
		case r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
			l.First = true
		case !unicode.IsSpace(r) && r != '\ufeff':
			return l.Pos > start
		}
		l.Pos += n
	}
	return l.Pos > start
}

// Push records that the next token is an opening bracket.
func (l *Lexer) Push(b Bracket) error {
	if len(l.open) >= effect.MaxDepth {
		return l.Fail("brackets nested over %d", effect.MaxDepth)
	}
	b.at = len(l.Toks)
	l.open = append(l.open, b)
	return nil
}

// Pop records that the next token is a closing bracket.
func (l *Lexer) Pop(c byte) (Bracket, error) {
	b := *l.Depth()
	if b.Char != lex.OpeningBracket(c) {
		return Bracket{}, l.Fail("%q closes nothing", c)
	}
	l.open = l.open[:len(l.open)-1]
	if b.at < len(l.Toks) {
		l.Toks[b.at].Shut = int32(len(l.Toks) - b.at)
	}
	return b, nil
}

// closed fails if a bracket is still open at the end.
func (l *Lexer) closed() error {
	if len(l.open) > 1 {
		return l.Fail("%q is never closed", l.Depth().Char)
	}
	return nil
}

// Depth returns the innermost open bracket. At the top level it is a sentinel.
func (l *Lexer) Depth() *Bracket { return &l.open[len(l.open)-1] }

// Embedded cuts code inside a string, up to its closing bracket, and returns it as a piece.
func (l *Lexer) Embedded(next func() error) (lex.Piece, error) {
	if err := l.Push(Bracket{Char: '{', After: lex.SlashDivides}); err != nil {
		return lex.Piece{}, err
	}
	l.Pos++
	toks, depth := l.Toks, len(l.open)
	l.Toks = nil
	for {
		l.blank()
		if l.Pos >= len(l.Src) {
			return lex.Piece{}, l.Fail("unterminated string")
		}
		if l.Src[l.Pos] == '}' && len(l.open) == depth {
			break
		}
		if err := next(); err != nil {
			return lex.Piece{}, err
		}
	}
	code := append(l.Toks, lex.Token{Kind: lex.EOF, Off: l.Pos, End: l.Pos})
	l.Toks, l.open = toks, l.open[:depth-1]
	l.Pos++
	return lex.Piece{Code: code, Plain: true}, nil
}

// Op adds the longest operator that stands here.
func (l *Lexer) Op(longer []string) error {
	off, c := l.Pos, l.Peek(0)
	if text := l.Longest(longer); len(text) == 1 && strings.IndexByte("()[]{},:;.=+-*/%@&|^~<>!?$\\#", c) < 0 {
		l.Pos = off
		return l.Fail("unexpected character %q", c)
	}
	l.Add(lex.Token{Kind: lex.Op, Off: off, Text: l.Src[off:l.Pos]})
	return nil
}

// Number reads a number, including letters right after it.
func (l *Lexer) Number() {
	off := l.Pos
	hex := l.Peek(0) == '0' && l.Peek(1)|0x20 == 'x'
	for l.Pos < len(l.Src) {
		c := l.Src[l.Pos]
		sign := (c == '+' || c == '-') && l.Pos > off && l.Src[l.Pos-1]|0x20 == 'e' && !hex
		if c != '_' && !lex.IsDigit(c) && !lex.IsLetter(c) && !sign && (c != '.' || !l.fraction(off)) {
			break
		}
		l.Pos++
	}
	l.Add(lex.Token{Kind: lex.Number, Off: off, Text: strings.ReplaceAll(l.Src[off:l.Pos], "_", "")})
}

// fraction reports whether a point here belongs to the number that starts at off.
func (l *Lexer) fraction(off int) bool {
	return l.Peek(1) != '.' && strings.IndexByte(l.Src[off:l.Pos], '.') < 0
}

// Word reads the letters of a name.
func (l *Lexer) Word() string {
	off := l.Pos
	for l.Pos < len(l.Src) {
		r, n := rune(l.Src[l.Pos]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(l.Src[l.Pos:])
		}
		if !IsWordRune(r) {
			break
		}
		l.Pos += n
	}
	return l.Src[off:l.Pos]
}

// IsWordRune reports whether a character may be part of a name.
func IsWordRune(r rune) bool {
	return r == '_' || r == '\u200c' || r == '\u200d' || r < utf8.RuneSelf && (lex.IsLetter(byte(r)) || lex.IsDigit(byte(r))) ||
		r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.In(r, unicode.Nl, unicode.Nd, unicode.Pc, unicode.Other_ID_Start, unicode.Other_ID_Continue))
}

// CodePoint decodes "u0041" or "u{41}". It returns the character and the length of the escape, or
// 0 if it is neither.
func CodePoint(s string) (rune, int) {
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
