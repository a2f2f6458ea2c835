package script

import (
	"strings"
	"unicode/utf8"
)

// perlLexer cuts Perl into tokens. Where only knowing every function that is
// declared could tell what a character means, it gives up.
type perlLexer struct {
	quoteLexer
	left slash // what the last closing bracket or increment leaves
}

// perlTokens returns the tokens of code, the last of which is tokEnd.
func perlTokens(code string, depth int) ([]token, error) {
	q, err := newQuoteLexer("perl", code, depth)
	if err != nil {
		return nil, err
	}
	l := &perlLexer{quoteLexer: q}
	if err := l.cut(l.blank, l.next); err != nil {
		return nil, err
	}
	l.toks = append(l.toks, token{kind: tokEnd, off: l.pos, end: l.pos})
	return l.toks, nil
}

// blank passes over blanks, comments, documentation and the text of
// here-documents.
func (l *perlLexer) blank() error {
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		switch {
		case c == '\n':
			l.pos++
			if err := l.documents(func(body string, t *token) ([]piece, error) { return l.interpolate(body, t, false) }); err != nil {
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
	last := l.last(1)
	l.longest(perlOperators[:])
	t := l.add(tokOp, off)
	switch c {
	case '(', '[':
		return l.push(quoteBracket{char: c})
	case '{':
		hash := last.text == "->" || before == slashDivides && last.text != ")" && last.kind == tokOp
		return l.push(quoteBracket{char: c, term: hash, hash: hash})
	case ')', ']', '}':
		b, err := l.pop(c)
		if l.left = slashBegins; b.term {
			l.left = slashDivides
		}
		return err
	}
	if t.text == "++" || t.text == "--" {
		l.left = slashBegins
		if before == slashDivides {
			l.left = slashDivides
		}
	}
	return nil
}
