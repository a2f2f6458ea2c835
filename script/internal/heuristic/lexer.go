package heuristic

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Lexer is the common part of the lexers of Perl and Ruby: quotes with any delimiters, code inside
// them, and here-documents.
type Lexer struct {
	lex.Cursor
	Toks  []lex.Token
	open  []Bracket
	here  []*pendingHere
	Depth int // of code inside strings
}

// Bracket is an open bracket.
type Bracket struct {
	Char byte
	Term bool // the bracketed expression is an operand: a subscript, a dereference
	Hash bool // it is a subscript in braces
}

// pendingHere is a here-document whose text starts on the next line.
type pendingHere struct {
	at       int // its token
	word     string
	raw      bool
	indented bool
}

// NewLexer returns a lexer at the start of code that is nested in depth strings.
func NewLexer(lang, code string, depth int) (Lexer, error) {
	c, err := lex.NewCursor(lang, code)
	if err == nil && depth > absval.MaxNesting {
		err = c.Fail("code in strings nested over %d", absval.MaxNesting)
	}
	return Lexer{Cursor: c, Depth: depth}, err
}

// Cut cuts all of the code: blank skips the bytes between tokens, next cuts one token.
func (l *Lexer) Cut(blank, next func() error) error {
	for {
		if err := blank(); err != nil {
			return err
		}
		if l.Pos >= len(l.Src) || l.ends() {
			break
		}
		if err := next(); err != nil {
			return err
		}
	}
	if len(l.open) > 0 || len(l.here) > 0 {
		return l.Fail("a bracket or here-document is never closed")
	}
	return nil
}

// Add adds a token from off to the position.
func (l *Lexer) Add(kind lex.Kind, off int) *lex.Token {
	l.Toks = append(l.Toks, lex.Token{Kind: kind, Off: off, End: l.Pos, Text: l.Src[off:l.Pos]})
	return &l.Toks[len(l.Toks)-1]
}

// Raw adds a string without interpolation.
func (l *Lexer) Raw(op string, off int, text string) {
	t := l.Add(lex.String, off)
	t.Text, t.Pieces = op, []lex.Piece{{Text: text, Known: true}}
}

// Last returns the token n before the end, or an empty one.
func (l *Lexer) Last(n int) lex.Token {
	if len(l.Toks) < n {
		return lex.Token{}
	}
	return l.Toks[len(l.Toks)-n]
}

// ends reports whether the code ends here, before its text does.
func (l *Lexer) ends() bool {
	c := l.Peek(0)
	if c == 4 || c == 26 {
		return true
	}
	for _, w := range []string{"__END__", "__DATA__"} {
		if rest, ok := strings.CutPrefix(l.Rest(), w); ok && (rest == "" || !lex.IsWordByte(rest[0])) {
			return true
		}
	}
	return false
}

// Top returns the innermost open bracket.
func (l *Lexer) Top() Bracket {
	if len(l.open) == 0 {
		return Bracket{}
	}
	return l.open[len(l.open)-1]
}

// Push records an opening bracket.
func (l *Lexer) Push(b Bracket) error {
	if l.open = append(l.open, b); len(l.open) > effect.MaxDepth {
		return l.Fail("brackets nested over %d", effect.MaxDepth)
	}
	return nil
}

// Pop removes the bracket that another closes.
func (l *Lexer) Pop(c byte) (Bracket, error) {
	b := l.Top()
	if b.Char != lex.OpeningBracket(c) {
		return b, l.Fail("%q closes nothing", c)
	}
	l.open = l.open[:len(l.open)-1]
	return b, nil
}

// Number cuts a number.
func (l *Lexer) Number() {
	off := l.Pos
	if l.Peek(0) == '0' && strings.IndexByte("xXbB", l.Peek(1)) >= 0 && l.Peek(1) != 0 {
		l.Pos += 2
		l.Skip("0123456789abcdefABCDEF_")
		l.Add(lex.Number, off)
		return
	}
	l.Skip("0123456789_")
	if l.Peek(0) == '.' && l.Peek(1) != '.' {
		l.Pos++
		l.Skip("0123456789_")
	}
	if l.Peek(0)|0x20 == 'e' && (lex.IsDigit(l.Peek(1)) || strings.IndexByte("+-", l.Peek(1)) >= 0 && lex.IsDigit(l.Peek(2))) {
		l.Pos += 2
		l.Skip("0123456789")
	}
	l.Add(lex.Number, off)
}

// Body reads the text between delimiters, which nest if they are brackets. Code embedded in it,
// whose length the function code returns, does not end it.
func (l *Lexer) Body(code func(s string) (n int, begins bool)) (string, error) {
	begin := l.Peek(0)
	if begin == 0 || begin >= utf8.RuneSelf || lex.IsLetter(begin) || lex.IsDigit(begin) {
		return "", l.Fail("quotes without a delimiter")
	}
	end := lex.ClosingDelimiter(begin)
	from, depth := l.Pos+1, 1
	for l.Pos++; l.Pos < len(l.Src); l.Pos++ {
		n, inner := 0, false
		if code != nil {
			n, inner = code(l.Src[l.Pos:])
		}
		switch c := l.Src[l.Pos]; {
		case c == '\\':
			l.Pos++
		case inner && n == 0:
			return "", l.Fail("code in a string that is never closed")
		case inner:
			l.Pos += n - 1
		case c == end:
			if depth--; depth == 0 {
				l.Pos++
				return l.Src[from : l.Pos-1], nil
			}
		case c == begin:
			depth++
		}
	}
	return "", l.Fail("quotes that are never closed")
}

// RawText decodes the text of single quotes.
func RawText(s string, delim byte) string {
	return strings.ReplaceAll(PlainDelimiters(s, delim), `\\`, `\`)
}

// PlainDelimiters removes the backslashes before delimiters.
func PlainDelimiters(s string, delim byte) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	s = strings.ReplaceAll(s, `\`+string(rune(delim)), string(rune(delim)))
	return strings.ReplaceAll(s, `\`+string(rune(lex.ClosingDelimiter(delim))), string(rune(lex.ClosingDelimiter(delim))))
}

// StartDocument records a here-document whose word is at the start of a text, possibly quoted, and
// reports whether there is one.
func (l *Lexer) StartDocument(s string, indented bool, quotes string) bool {
	h := &pendingHere{at: len(l.Toks), indented: indented}
	n := 0
	switch {
	case s == "":
		return false
	case strings.IndexByte(quotes, s[0]) >= 0:
		if n = strings.IndexByte(s[1:], s[0]); n < 0 {
			return false
		}
		h.word, h.raw = s[1:1+n], s[0] == '\''
		n += 2
	case !lex.IsDigit(s[0]):
		for n < len(s) && lex.IsWordByte(s[n]) {
			n++
		}
		h.word = s[:n]
	}
	if n == 0 {
		return false
	}
	off := l.Pos
	l.Pos = len(l.Src) - len(s) + n
	l.Add(lex.String, off).Text = "qq"
	l.here = append(l.here, h)
	return true
}

// Documents reads the texts of the here-documents that start after this line.
func (l *Lexer) Documents(interpolate func(body string, t *lex.Token) ([]lex.Piece, error)) error {
	for _, h := range l.here {
		body, err := l.document(h)
		if err != nil {
			return err
		}
		pieces := []lex.Piece{{Text: body, Known: true}}
		if !h.raw {
			if pieces, err = interpolate(body, &l.Toks[h.at]); err != nil {
				return err
			}
		}
		l.Toks[h.at].Pieces = pieces
	}
	l.here = nil
	return nil
}

// document reads the text of one here-document.
func (l *Lexer) document(h *pendingHere) (string, error) {
	var b strings.Builder
	for l.Pos < len(l.Src) {
		n := lex.LineEnd(l.Rest())
		line := strings.TrimSuffix(l.Src[l.Pos:l.Pos+n], "\r")
		l.Pos = min(l.Pos+n+1, len(l.Src))
		if line == h.word || h.indented && strings.TrimLeft(line, " \t") == h.word {
			return b.String(), nil
		}
		if h.indented {
			line = strings.TrimLeft(line, " \t")
		}
		b.WriteString(line + "\n")
	}
	return "", l.Fail("here-document %q is never closed", lex.ClipName(h.word))
}
