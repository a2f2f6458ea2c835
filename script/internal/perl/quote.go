package perl

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/heuristic"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// quoted reads quotes of any kind. If the operator is a word, it has been read already. The
// token's text is the operator, with the flags e and r if they are set.
func (l *lexer) quoted(op string, off int) error {
	if c := l.Peek(0); c == ' ' || c == '\t' || c == '\n' || c == '\r' {
		if err := l.blank(); err != nil {
			return err
		}
	}
	delim := l.Peek(0)
	body, err := l.Body(nil)
	if err != nil {
		return err
	}
	two, second := op == "s" || op == "tr" || op == "y", ""
	if two {
		if lex.ClosingDelimiter(delim) != delim {
			if err := l.blank(); err != nil {
				return err
			}
		} else {
			l.Pos--
		}
		if second, err = l.Body(nil); err != nil {
			return err
		}
	}
	flags := ""
	if two || op == "m" || op == "qr" {
		from := l.Pos
		for lex.IsLetter(l.Peek(0)) {
			l.Pos++
		}
		flags = l.Src[from:l.Pos]
	}
	return l.pieces(l.Add(lex.String, off), op, delim, body, second, flags)
}

// pieces fills in the token of quotes.
func (l *lexer) pieces(t *lex.Token, op string, delim byte, body, second, flags string) error {
	at := len(l.Toks) - 1
	t.Text = op
	var pieces []lex.Piece
	var err error
	switch {
	case op == "q" || op == "qw" || op == "qx" && delim == '\'':
		pieces = []lex.Piece{{Text: heuristic.RawText(body, delim), Known: true}}
	case op == "tr" || op == "y":
		t.Text = "tr"
	default:
		pieces, err = l.interpolate(heuristic.PlainDelimiters(body, delim), t, op != "qq" && op != "qx")
	}
	if err != nil {
		return err
	}
	if strings.Contains(flags, "r") {
		l.Toks[at].Text += "r"
	}
	if op == "s" {
		more, err := l.replacement(at, second, delim, flags)
		if err != nil {
			return err
		}
		pieces = append(pieces, more...)
	}
	if (op == "s" || op == "tr" || op == "y") && !strings.Contains(flags, "e") {
		pieces = append([]lex.Piece{{Text: body + changes + second + changes + flags}}, pieces...)
	}
	l.Toks[at].Pieces = pieces
	return nil
}

// changes separates the two texts and the flags of s/// and y/// in the first piece, so that the
// piece is not a plain text. No code contains a NUL.
const changes = "\x00"

// replacement reads the replacement of s///, which is code with the flag e.
func (l *lexer) replacement(at int, body string, delim byte, flags string) ([]lex.Piece, error) {
	n := strings.Count(flags, "e")
	if n == 0 {
		return l.interpolate(body, &l.Toks[at], false)
	}
	if n > 1 {
		l.Toks[at].Text = "see"
	}
	code, err := l.inner(heuristic.PlainDelimiters(body, delim), &l.Toks[at])
	return []lex.Piece{{Code: code}}, err
}

// inner returns the tokens of code inside quotes. All have the place of the quotes.
func (l *lexer) inner(code string, t *lex.Token) ([]lex.Token, error) {
	off, end := t.Off, max(t.End, t.Off+1)
	toks, err := tokens(code, l.Depth+1)
	for i := range toks {
		toks[i].Off, toks[i].End = off, end
	}
	return toks, err
}

// interpolate splits text into literal text and the code of variables. In a pattern only the code
// matters.
func (l *lexer) interpolate(s string, t *lex.Token, pattern bool) ([]lex.Piece, error) {
	var pieces []lex.Piece
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			pieces = append(pieces, lex.Piece{Text: b.String(), Known: true})
			b.Reset()
		}
	}
	if pattern && (strings.Contains(s, "(?{") || strings.Contains(s, "(??{")) {
		return nil, l.Fail("code in a pattern")
	}
	for i := 0; i < len(s); {
		n := 1
		switch c := s[i]; {
		case c == '\\' && pattern:
			n = 2
		case c == '\\':
			n = 1 + escape(&b, s[i+1:])
			if n == 1 {
				flush()
				pieces = append(pieces, lex.Piece{})
				n = 2
			}
		case c == '$' || c == '@':
			if n = variableIn(s[i:], pattern); n <= 0 {
				if n < 0 {
					return nil, l.Fail("a variable in quotes that cannot be read")
				}
				b.WriteByte(c)
				n = 1
				break
			}
			flush()
			code, err := l.inner(s[i:i+n], t)
			if err != nil {
				return nil, err
			}
			pieces = append(pieces, lex.Piece{Code: code, Plain: c == '$' || strings.HasPrefix(s[i:], "@{[")})
		default:
			b.WriteByte(c)
		}
		i = min(i+n, len(s))
	}
	flush()
	return pieces, nil
}

// escape decodes the escape sequence after a backslash and returns its length, or 0 if it changes the
// text after it.
func escape(b *strings.Builder, s string) int {
	if s == "" {
		return 0
	}
	switch s[0] {
	case 'U', 'L', 'Q', 'E', 'u', 'l', 'F', 'N', 'c':
		return 0
	case 'e':
		b.WriteByte(27)
		return 1
	case 'x', 'o':
		if strings.HasPrefix(s[1:], "{") {
			base := map[byte]int{'x': 16, 'o': 8}[s[0]]
			n, v := lex.Digits(s[2:], 8, base)
			if !strings.HasPrefix(s[2+n:], "}") {
				return 0
			}
			b.WriteRune(rune(v))
			return n + 3
		}
	}
	return lex.UnescapeByte(b, s)
}

// maxNear bounds the search for the end of a subscript or of angle brackets, so that reading stays
// linear even if one could start at each byte.
const maxNear = 1 << 10

// variableIn returns the length of the variable at the start of a text, with subscripts; 0 if there is
// none, negative if it is ambiguous.
func variableIn(s string, pattern bool) int {
	i := 1
	for i < len(s) && s[i] == '$' && i+1 < len(s) && (lex.IsWordByte(s[i+1]) || s[i+1] == '{' || s[i+1] == '$') {
		i++
	}
	if i >= len(s) {
		return 0
	}
	switch c := s[i]; {
	case c == '{':
		n := matching(s[i:])
		if n == 0 {
			return -1
		}
		i += n
	case c == '^' && s[0] == '$' && !pattern:
		return min(i+2, len(s))
	case lex.IsDigit(c) && s[0] == '$':
		for i < len(s) && lex.IsDigit(s[i]) {
			i++
		}
	case lex.IsWordByte(c) || strings.HasPrefix(s[i:], "::"):
		for i < len(s) && (lex.IsWordByte(s[i]) || strings.HasPrefix(s[i:], "::") && i+2 < len(s) && lex.IsWordByte(s[i+2])) {
			if s[i] == ':' {
				i++
			}
			i++
		}
	case s[0] == '@' || pattern || strings.IndexByte(" \t\n\"')|", c) >= 0 && c != '\'' && c != '"':
		return 0
	default:
		return i + 1 // $& $! $/
	}
	return subscripts(s, i, pattern)
}

// subscripts returns the end of the subscripts that start at i.
func subscripts(s string, i int, pattern bool) int {
	for i < len(s) {
		j := i
		if strings.HasPrefix(s[j:], "->") {
			j += 2
		}
		if j >= len(s) || s[j] != '[' && s[j] != '{' {
			return i
		}
		n := matching(s[j:min(len(s), j+maxNear)])
		if n == 0 && len(s) > j+maxNear {
			return -1
		}
		inside := ""
		if n > 2 {
			inside = s[j+1 : j+n-1]
		}
		index := inside != "" && strings.Trim(inside, "-$_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#+*") == ""
		quantity := s[j] == '{' && strings.Trim(inside, "0123456789,") == ""
		switch {
		case n == 0 && !pattern:
			return -1
		case pattern && (s[j] == '[' || quantity || n == 0):
			if strings.ContainsAny(inside, "(`") {
				return -1
			}
			return i
		case s[j] == '[' && !index && !strings.ContainsAny(inside, "$(`"):
			return i // text in brackets
		}
		i = j + n
	}
	return i
}

// matching returns the length up to the bracket that closes the first one, or 0.
func matching(s string) int {
	begin, end, depth := s[0], lex.ClosingDelimiter(s[0]), 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case begin:
			depth++
		case end:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}
