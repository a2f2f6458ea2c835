package script

import (
	"strings"
	"unicode/utf8"
)

// quoteLexer is what cutting Perl and Ruby into tokens has in common: quotes with
// delimiters of any kind, code inside them, and here-documents.
type quoteLexer struct {
	cursor
	toks  []token
	open  []quoteBracket
	here  []*pendingHere
	depth int // of code inside strings
}

// quoteBracket is a bracket that is open.
type quoteBracket struct {
	char byte
	term bool // what it closes is an operand: a subscript, a dereference
	hash bool // it is a subscript in curly brackets
}

// pendingHere is a here-document whose text begins on the next line.
type pendingHere struct {
	at       int // its token
	word     string
	raw      bool
	indented bool
}

// slash tells how a slash that comes next is meant.
type slash uint8

const (
	slashDivides slash = iota + 1 // an operand stands before it
	slashBegins                   // it begins a pattern
	slashUnsure                   // only knowing all that is declared would tell
)

func newQuoteLexer(lang, code string, depth int) (quoteLexer, error) {
	c, err := begin(lang, code)
	if err == nil && depth > maxNesting {
		err = c.fail("code in strings nested over %d", maxNesting)
	}
	return quoteLexer{cursor: c, depth: depth}, err
}

// cut cuts all of the code: blank passes over what stands between tokens, next
// cuts one.
func (l *quoteLexer) cut(blank, next func() error) error {
	for {
		if err := blank(); err != nil {
			return err
		}
		if l.pos >= len(l.src) || l.ends() {
			break
		}
		if err := next(); err != nil {
			return err
		}
	}
	if len(l.open) > 0 || len(l.here) > 0 {
		return l.fail("a bracket or here-document is never closed")
	}
	return nil
}

func (l *quoteLexer) add(kind tokenKind, off int) *token {
	l.toks = append(l.toks, token{kind: kind, off: off, end: l.pos, text: l.src[off:l.pos]})
	return &l.toks[len(l.toks)-1]
}

// raw adds a string of which all is known.
func (l *quoteLexer) raw(op string, off int, text string) {
	t := l.add(tokString, off)
	t.text, t.pieces = op, []piece{{text: text, known: true}}
}

// last is the token n before the end, or an empty one.
func (l *quoteLexer) last(n int) token {
	if len(l.toks) < n {
		return token{}
	}
	return l.toks[len(l.toks)-n]
}

// ends tells whether the code ends before its text does.
func (l *quoteLexer) ends() bool {
	c := l.peek(0)
	if c == 4 || c == 26 {
		return true
	}
	for _, w := range []string{"__END__", "__DATA__"} {
		if rest, ok := strings.CutPrefix(l.rest(), w); ok && (rest == "" || !wordByte(rest[0])) {
			return true
		}
	}
	return false
}

// top is the bracket that was opened last and is open.
func (l *quoteLexer) top() quoteBracket {
	if len(l.open) == 0 {
		return quoteBracket{}
	}
	return l.open[len(l.open)-1]
}

func (l *quoteLexer) push(b quoteBracket) error {
	if l.open = append(l.open, b); len(l.open) > MaxDepth {
		return l.fail("brackets nested over %d", MaxDepth)
	}
	return nil
}

func (l *quoteLexer) pop(c byte) (quoteBracket, error) {
	b := l.top()
	if b.char != opening(c) {
		return b, l.fail("%q closes nothing", c)
	}
	l.open = l.open[:len(l.open)-1]
	return b, nil
}

func (l *quoteLexer) number() {
	off := l.pos
	if l.peek(0) == '0' && strings.IndexByte("xXbB", l.peek(1)) >= 0 && l.peek(1) != 0 {
		l.pos += 2
		l.skip("0123456789abcdefABCDEF_")
		l.add(tokNumber, off)
		return
	}
	l.skip("0123456789_")
	if l.peek(0) == '.' && l.peek(1) != '.' {
		l.pos++
		l.skip("0123456789_")
	}
	if l.peek(0)|0x20 == 'e' && (isDigit(l.peek(1)) || strings.IndexByte("+-", l.peek(1)) >= 0 && isDigit(l.peek(2))) {
		l.pos += 2
		l.skip("0123456789")
	}
	l.add(tokNumber, off)
}

// body takes the text between delimiters, which may be nested if they come in
// pairs. Code that begins in it, of which the length is given, does not end it.
func (l *quoteLexer) body(code func(s string) (n int, begins bool)) (string, error) {
	begin := l.peek(0)
	if begin == 0 || begin >= utf8.RuneSelf || isLetter(begin) || isDigit(begin) {
		return "", l.fail("quotes without a delimiter")
	}
	end := closer(begin)
	from, depth := l.pos+1, 1
	for l.pos++; l.pos < len(l.src); l.pos++ {
		n, inner := 0, false
		if code != nil {
			n, inner = code(l.src[l.pos:])
		}
		switch c := l.src[l.pos]; {
		case c == '\\':
			l.pos++
		case inner && n == 0:
			return "", l.fail("code in a string that is never closed")
		case inner:
			l.pos += n - 1
		case c == end:
			if depth--; depth == 0 {
				l.pos++
				return l.src[from : l.pos-1], nil
			}
		case c == begin:
			depth++
		}
	}
	return "", l.fail("quotes that are never closed")
}

// rawText is what single quotes stand for.
func rawText(s string, delim byte) string {
	return strings.ReplaceAll(plainDelimiters(s, delim), `\\`, `\`)
}

// plainDelimiters takes the backslash off delimiters.
func plainDelimiters(s string, delim byte) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	s = strings.ReplaceAll(s, `\`+string(rune(delim)), string(rune(delim)))
	return strings.ReplaceAll(s, `\`+string(rune(closer(delim))), string(rune(closer(delim))))
}

// startDocument notes the here-document that a word begins, which stands at the
// beginning of a text with its quotes, and tells whether one does.
func (l *quoteLexer) startDocument(s string, indented bool, quotes string) bool {
	h := &pendingHere{at: len(l.toks), indented: indented}
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
	case !isDigit(s[0]):
		for n < len(s) && wordByte(s[n]) {
			n++
		}
		h.word = s[:n]
	}
	if n == 0 {
		return false
	}
	off := l.pos
	l.pos = len(l.src) - len(s) + n
	l.add(tokString, off).text = "qq"
	l.here = append(l.here, h)
	return true
}

// documents takes the text of the here-documents that begin on this line.
func (l *quoteLexer) documents(interpolate func(body string, t *token) ([]piece, error)) error {
	for _, h := range l.here {
		body, err := l.document(h)
		if err != nil {
			return err
		}
		pieces := []piece{{text: body, known: true}}
		if !h.raw {
			if pieces, err = interpolate(body, &l.toks[h.at]); err != nil {
				return err
			}
		}
		l.toks[h.at].pieces = pieces
	}
	l.here = nil
	return nil
}

// document takes the text of one here-document.
func (l *quoteLexer) document(h *pendingHere) (string, error) {
	var b strings.Builder
	for l.pos < len(l.src) {
		n := lineEnd(l.rest())
		line := strings.TrimSuffix(l.src[l.pos:l.pos+n], "\r")
		l.pos = min(l.pos+n+1, len(l.src))
		if line == h.word || h.indented && strings.TrimLeft(line, " \t") == h.word {
			return b.String(), nil
		}
		if h.indented {
			line = strings.TrimLeft(line, " \t")
		}
		b.WriteString(line + "\n")
	}
	return "", l.fail("here-document %q is never closed", clip(h.word))
}
