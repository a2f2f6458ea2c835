package script

import "strings"

// quoted cuts quotes of any kind: the operator has been read where it is a
// word. The token's text is the operator, with the flags e and r if it has
// them.
func (l *perlLexer) quoted(op string, off int) error {
	if c := l.peek(0); c == ' ' || c == '\t' || c == '\n' || c == '\r' {
		if err := l.blank(); err != nil {
			return err
		}
	}
	delim := l.peek(0)
	body, err := l.body(nil)
	if err != nil {
		return err
	}
	two, second := op == "s" || op == "tr" || op == "y", ""
	if two {
		if closer(delim) != delim {
			if err := l.blank(); err != nil {
				return err
			}
		} else {
			l.pos--
		}
		if second, err = l.body(nil); err != nil {
			return err
		}
	}
	flags := ""
	if two || op == "m" || op == "qr" {
		from := l.pos
		for isLetter(l.peek(0)) {
			l.pos++
		}
		flags = l.src[from:l.pos]
	}
	return l.pieces(l.add(tokString, off), op, delim, body, second, flags)
}

// pieces fills in the token of quotes.
func (l *perlLexer) pieces(t *token, op string, delim byte, body, second, flags string) error {
	at := len(l.toks) - 1
	t.text = op
	var pieces []piece
	var err error
	switch {
	case op == "q" || op == "qw" || op == "qx" && delim == '\'':
		pieces = []piece{{text: rawText(body, delim), known: true}}
	case op == "tr" || op == "y":
		t.text = "tr"
	default:
		pieces, err = l.interpolate(plainDelimiters(body, delim), t, op != "qq" && op != "qx")
	}
	if err != nil {
		return err
	}
	if strings.Contains(flags, "r") {
		l.toks[at].text += "r"
	}
	if op == "s" {
		more, err := l.replacement(at, second, delim, flags)
		if err != nil {
			return err
		}
		pieces = append(pieces, more...)
	}
	l.toks[at].pieces = pieces
	return nil
}

// replacement reads that of s///, which is code with the flag e.
func (l *perlLexer) replacement(at int, body string, delim byte, flags string) ([]piece, error) {
	n := strings.Count(flags, "e")
	if n == 0 {
		return l.interpolate(body, &l.toks[at], false)
	}
	if n > 1 {
		l.toks[at].text = "see"
	}
	code, err := l.inner(plainDelimiters(body, delim), &l.toks[at])
	return []piece{{code: code}}, err
}

// inner returns the tokens of code inside quotes, which all have the place of
// the quotes.
func (l *perlLexer) inner(code string, t *token) ([]token, error) {
	off, end := t.off, max(t.end, t.off+1)
	toks, err := perlTokens(code, l.depth+1)
	for i := range toks {
		toks[i].off, toks[i].end = off, end
	}
	return toks, err
}

// interpolate cuts text into what is known and the code of variables in it.
// In a pattern only the code matters.
func (l *perlLexer) interpolate(s string, t *token, pattern bool) ([]piece, error) {
	var pieces []piece
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			pieces = append(pieces, piece{text: b.String(), known: true})
			b.Reset()
		}
	}
	if pattern && (strings.Contains(s, "(?{") || strings.Contains(s, "(??{")) {
		return nil, l.fail("code in a pattern")
	}
	for i := 0; i < len(s); {
		n := 1
		switch c := s[i]; {
		case c == '\\' && pattern:
			n = 2
		case c == '\\':
			n = 1 + perlEscape(&b, s[i+1:])
			if n == 1 {
				flush()
				pieces = append(pieces, piece{})
				n = 2
			}
		case c == '$' || c == '@':
			if n = variableIn(s[i:], pattern); n <= 0 {
				if n < 0 {
					return nil, l.fail("a variable in quotes that cannot be read")
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
			pieces = append(pieces, piece{code: code, plain: c == '$' || strings.HasPrefix(s[i:], "@{[")})
		default:
			b.WriteByte(c)
		}
		i = min(i+n, len(s))
	}
	flush()
	return pieces, nil
}

// perlEscape writes what the escape sequence after a backslash stands for and
// returns its length, 0 if it changes what comes after it.
func perlEscape(b *strings.Builder, s string) int {
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
			n, v := digits(s[2:], 8, base)
			if !strings.HasPrefix(s[2+n:], "}") {
				return 0
			}
			b.WriteRune(rune(v))
			return n + 3
		}
	}
	return escapeC(b, s)
}

// maxNear is how far the end of a subscript, or of what angle brackets enclose,
// is looked for: text that begins one at each byte is read in linear time.
const maxNear = 1 << 10

// variableIn is the length of the variable that a text begins with, subscripts
// included; 0 if there is none, negative if it cannot be told.
func variableIn(s string, pattern bool) int {
	i := 1
	for i < len(s) && s[i] == '$' && i+1 < len(s) && (wordByte(s[i+1]) || s[i+1] == '{' || s[i+1] == '$') {
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
	case isDigit(c) && s[0] == '$':
		for i < len(s) && isDigit(s[i]) {
			i++
		}
	case wordByte(c) || strings.HasPrefix(s[i:], "::"):
		for i < len(s) && (wordByte(s[i]) || strings.HasPrefix(s[i:], "::") && i+2 < len(s) && wordByte(s[i+2])) {
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

// subscripts is where the subscripts of a variable end that begin at i.
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

// matching is the length up to the bracket that closes the first one, or 0.
func matching(s string) int {
	begin, end, depth := s[0], closer(s[0]), 0
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
