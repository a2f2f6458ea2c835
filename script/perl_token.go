package script

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// perlLexer cuts Perl into tokens. Where only knowing every function that is
// declared could tell what a character means, it gives up.
type perlLexer struct {
	src   string
	pos   int
	toks  []token
	open  []perlBracket
	left  slash // what the last closing bracket or increment leaves
	here  []*pendingHere
	depth int // of code inside strings
	lang  string
}

// slash tells how a slash that comes next is meant.
type slash uint8

const (
	slashDivides slash = iota + 1 // an operand stands before it
	slashBegins                   // it begins a pattern
	slashUnsure                   // only knowing all functions would tell
)

// perlBracket is a bracket that is open.
type perlBracket struct {
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

// perlTokens returns the tokens of code, the last of which is tokEnd.
func perlTokens(code string, depth int) ([]token, error) {
	if !utf8.ValidString(code) || strings.IndexByte(code, 0) >= 0 {
		return nil, errors.New("perl code is not UTF-8 text")
	}
	l := &perlLexer{src: code, depth: depth, lang: "perl"}
	if depth > maxNesting {
		return nil, l.fail("code in strings nested over %d", maxNesting)
	}
	for {
		if err := l.blank(); err != nil {
			return nil, err
		}
		if l.pos >= len(l.src) || l.ends() {
			break
		}
		if err := l.next(); err != nil {
			return nil, err
		}
	}
	if len(l.open) > 0 || len(l.here) > 0 {
		return nil, l.fail("a bracket or here-document is never closed")
	}
	l.toks = append(l.toks, token{kind: tokEnd, off: l.pos, end: l.pos})
	return l.toks, nil
}

func (l *perlLexer) fail(format string, args ...any) error {
	line := 1 + strings.Count(l.src[:min(l.pos, len(l.src))], "\n")
	return fmt.Errorf("%s line %d: %w", l.lang, line, fmt.Errorf(format, args...))
}

func (l *perlLexer) peek(i int) byte {
	if l.pos+i < len(l.src) {
		return l.src[l.pos+i]
	}
	return 0
}

func (l *perlLexer) rest() string { return l.src[min(l.pos, len(l.src)):] }

func (l *perlLexer) add(kind tokenKind, off int) *token {
	l.toks = append(l.toks, token{kind: kind, off: off, end: l.pos, text: l.src[off:l.pos]})
	return &l.toks[len(l.toks)-1]
}

// last is the token n before the end, or an empty one.
func (l *perlLexer) last(n int) token {
	if len(l.toks) < n {
		return token{}
	}
	return l.toks[len(l.toks)-n]
}

// ends tells whether the code ends before its text does.
func (l *perlLexer) ends() bool {
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

// blank passes over blanks, comments, documentation and the text of
// here-documents.
func (l *perlLexer) blank() error {
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		switch {
		case c == '\n':
			l.pos++
			if err := l.documents(); err != nil {
				return err
			}
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			l.pos++
		case c == '#':
			l.pos += lineEnd(l.rest())
		case c == '=' && (l.pos == 0 || l.src[l.pos-1] == '\n') && isLetter(l.peek(1)) && l.begins():
			_, after, found := strings.Cut(l.rest(), "\n=cut")
			if !found {
				l.pos = len(l.src)
				return nil
			}
			l.pos = len(l.src) - len(after) + lineEnd(after)
		default:
			return nil
		}
	}
	return nil
}

// begins tells whether a statement can begin here.
func (l *perlLexer) begins() bool {
	t := l.last(1)
	return t.kind == tokEnd || t.kind == tokOp && (t.text == ";" || t.text == "}" || t.text == "{")
}

// documents takes the text of the here-documents that begin on this line.
func (l *perlLexer) documents() error {
	for _, h := range l.here {
		body, err := l.document(h)
		if err != nil {
			return err
		}
		t := &l.toks[h.at]
		if h.raw {
			t.pieces = []piece{{text: body, known: true}}
			continue
		}
		pieces, err := l.interpolate(body, t, false)
		if err != nil {
			return err
		}
		l.toks[h.at].pieces = pieces
	}
	l.here = nil
	return nil
}

// document takes the text of one here-document.
func (l *perlLexer) document(h *pendingHere) (string, error) {
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

// before tells what stands last: an operand, or something that takes one.
func (l *perlLexer) before() slash {
	t := l.last(1)
	switch t.kind {
	case tokNumber, tokString:
		return slashDivides
	case tokName:
		switch {
		case l.last(2).text == "->" || l.last(2).kind == tokOp && l.last(2).text == "{" && l.top().hash:
			return slashDivides
		case perlTakes.has(t.text):
			return slashBegins
		}
		return slashUnsure
	case tokOp:
		switch {
		case t.text[0] == '$' || t.text[0] == '@' || t.text[0] == '%' && len(t.text) > 1 && t.text != "%=" || t.text[0] == '&' && len(t.text) > 1 && wordByte(t.text[1]):
			return slashDivides
		case t.text == ")" || t.text == "]":
			return slashDivides
		case t.text == "}":
			return l.left
		case t.text == "++" || t.text == "--":
			return l.left
		}
	}
	return slashBegins
}

func (l *perlLexer) top() perlBracket {
	if len(l.open) == 0 {
		return perlBracket{}
	}
	return l.open[len(l.open)-1]
}

// perlTakes are the words that an operand follows.
const perlTakes words = `
	and or not xor if unless while until elsif else return print printf say split grep map join push unshift eq ne lt gt le ge cmp
	x for foreach when die warn system exec unlink eval do defined ref scalar lc uc sort reverse my our local chomp exit keys
	values sprintf open use no require length STDERR STDOUT BEGIN END`

// next cuts one token.
func (l *perlLexer) next() error {
	off, c := l.pos, l.src[l.pos]
	before := l.before()
	switch {
	case isDigit(c) || c == '.' && isDigit(l.peek(1)) && before != slashDivides:
		l.number()
	case c == '_' || isLetter(c) || c >= utf8.RuneSelf:
		return l.word(before)
	case c == '"' || c == '`' || c == '\'':
		return l.quoted(map[byte]string{'"': "qq", '`': "qx", '\'': "q"}[c], off)
	case c == '$' || c == '@':
		return l.variable()
	case (c == '%' || c == '&' || c == '*') && before != slashDivides && l.sigil(before):
		return l.variable()
	case c == '/' && before == slashBegins:
		return l.quoted("m", off)
	case c == '/' && before == slashUnsure:
		return l.fail("a slash that may divide or begin a pattern")
	case c == '<' && before != slashDivides:
		return l.angle(off)
	case c == '<' && l.printsTo():
		return l.angle(off)
	case c == '-' && before != slashDivides && isLetter(l.peek(1)) && !wordByte(l.peek(2)) && !strings.HasPrefix(strings.TrimLeft(l.src[min(l.pos+2, len(l.src)):], " "), "=>"):
		l.pos += 2
		l.add(tokOp, off).text = "-X"
	default:
		return l.operator(before)
	}
	return nil
}

// sigil tells whether % & or * begins a variable.
func (l *perlLexer) sigil(before slash) bool {
	n := l.peek(1)
	if l.src[l.pos] == '&' && n == '&' || l.src[l.pos] == '*' && n == '*' {
		return false
	}
	return wordByte(n) && !isDigit(n) || n == '{' || n == '$' || n == ':' || before == slashBegins && (n == '+' || n == '-' || n == '^' || n == '!')
}

// printsTo tells whether a here-document may follow a handle: print $fh <<X.
func (l *perlLexer) printsTo() bool {
	verb := l.last(2)
	n := l.peek(2)
	return l.peek(1) == '<' && (n == '"' || n == '\'' || n == '~' || isLetter(n)) && l.last(1).kind == tokOp &&
		(verb.text == "print" || verb.text == "printf" || verb.text == "say")
}

func (l *perlLexer) number() {
	off := l.pos
	skip := func(set string) {
		for l.pos < len(l.src) && strings.IndexByte(set, l.src[l.pos]) >= 0 {
			l.pos++
		}
	}
	if l.peek(0) == '0' && strings.IndexByte("xXbB", l.peek(1)) >= 0 && l.peek(1) != 0 {
		l.pos += 2
		skip("0123456789abcdefABCDEF_")
		l.add(tokNumber, off)
		return
	}
	skip("0123456789_")
	if l.peek(0) == '.' && l.peek(1) != '.' {
		l.pos++
		skip("0123456789_")
	}
	if l.peek(0)|0x20 == 'e' && (isDigit(l.peek(1)) || strings.IndexByte("+-", l.peek(1)) >= 0 && isDigit(l.peek(2))) {
		l.pos += 2
		skip("0123456789")
	}
	l.add(tokNumber, off)
}

// perlOperators are the longer ones.
var perlOperators = [...]string{
	"<=>", "**=", "||=", "&&=", "//=", "...", "<<=", ">>=", "->", "=>", "==", "=~", "!~", "!=", "<=", ">=", "++", "--", "+=", "-=", "*=", "/=",
	".=", "%=", "x=", "|=", "&=", "^=", "&&", "||", "//", "..", "**", "<<", ">>", "::", "~~",
}

func (l *perlLexer) operator(before slash) error {
	off, c := l.pos, l.src[l.pos]
	if strings.IndexByte("(){}[];,.+-*/%&|^!~<>=?:\\", c) < 0 {
		return l.fail("unexpected character %q", c)
	}
	l.pos++
	for _, op := range perlOperators {
		if strings.HasPrefix(l.src[off:], op) {
			l.pos = off + len(op)
			break
		}
	}
	last := l.last(1)
	t := l.add(tokOp, off)
	switch c {
	case '(', '[':
		l.open = append(l.open, perlBracket{char: c})
	case '{':
		hash := last.text == "->" || before == slashDivides && last.text != ")" && last.kind == tokOp
		l.open = append(l.open, perlBracket{char: c, term: hash, hash: hash})
	case ')', ']', '}':
		if len(l.open) == 0 || l.top().char != opening(c) {
			return l.fail("%q closes nothing", c)
		}
		l.left = slashBegins
		if l.top().term {
			l.left = slashDivides
		}
		l.open = l.open[:len(l.open)-1]
	}
	if len(l.open) > MaxDepth {
		return l.fail("brackets nested over %d", MaxDepth)
	}
	if t.text == "++" || t.text == "--" {
		l.left = slashBegins
		if before == slashDivides {
			l.left = slashDivides
		}
	}
	return nil
}
