package script

import (
	"strings"
	"unicode/utf8"
)

// rubyLexer cuts Ruby into tokens. Where only knowing every local variable
// could tell what a character means, it gives up.
type rubyLexer struct{ quoteLexer }

// rubyTokens returns the tokens of code, the last of which is tokEnd.
func rubyTokens(code string, depth int) ([]token, error) {
	q, err := newQuoteLexer("ruby", code, depth)
	if err != nil {
		return nil, err
	}
	l := &rubyLexer{q}
	if err := l.cut(l.blank, l.next); err != nil {
		return nil, err
	}
	l.add(tokNewline, l.pos)
	l.add(tokEnd, l.pos)
	return l.toks, nil
}

// blank passes over blanks, comments, continued lines and the text of
// here-documents; a newline is a token where it can end a statement.
func (l *rubyLexer) blank() error {
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		switch {
		case c == '\n':
			l.pos++
			l.add(tokNewline, l.pos-1)
			if err := l.documents(func(body string, _ *token) ([]piece, error) { return l.interpolate(body, false) }); err != nil {
				return err
			}
		case c == '=' && (l.pos == 0 || l.src[l.pos-1] == '\n') && strings.HasPrefix(l.rest(), "=begin"):
			_, after, _ := strings.Cut(l.rest(), "\n=end")
			l.pos = len(l.src) - len(after) + lineEnd(after)
		case c == '\\' && l.peek(1) == '\n':
			l.pos += 2
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			l.pos++
		case c == '#':
			l.pos += lineEnd(l.rest())
		default:
			return nil
		}
	}
	return nil
}

// rubyTakes are the words that an operand follows.
const rubyTakes words = `
	if unless while until and or not return when case in then do else elsif puts p print raise require begin ensure rescue yield
	system exec eval spawn grep split gsub sub match scan pp warn abort load`

// before tells what stands last: an operand, or something that takes one.
func (l *rubyLexer) before() slash {
	t := l.last(1)
	switch t.kind {
	case tokNumber, tokString:
		return slashDivides
	case tokName:
		dotted := l.last(2).text == "." || l.last(2).text == "&."
		switch {
		case rubyTakes.has(t.text) && !dotted:
			return slashBegins
		case strings.IndexByte("@$", t.text[0]) >= 0 || t.text == "end" || t.text == "self" || t.text == "nil" || t.text == "true" || t.text == "false":
			return slashDivides
		}
		return slashUnsure
	case tokOp:
		if t.text == ")" || t.text == "]" || t.text == "}" {
			return slashDivides
		}
	}
	return slashBegins
}

// literal tells whether a character that may be an operator begins a literal.
// Behind a name Ruby looks at the blanks; a name may be a variable.
func (l *rubyLexer) literal(before slash) (yes bool, err error) {
	switch before {
	case slashDivides:
		return false, nil
	case slashBegins:
		return true, nil
	}
	spaced := l.pos > 0 && (l.src[l.pos-1] == ' ' || l.src[l.pos-1] == '\t')
	if n := l.peek(1); !spaced || n == ' ' || n == '=' || n == '\n' {
		return false, nil
	}
	return false, l.fail("%q behind a name that may be a variable or a method", l.src[l.pos])
}

// next cuts one token.
func (l *rubyLexer) next() error {
	off, c, before := l.pos, l.src[l.pos], l.before()
	switch {
	case isDigit(c):
		l.number()
	case c == '_' || isLetter(c) || c >= utf8.RuneSelf || (c == '@' || c == '$') && l.pos+1 < len(l.src):
		l.name()
	case c == '"' || c == '`' || c == '\'':
		if err := l.quoted(map[byte]string{'"': "qq", '`': "qx", '\'': "q"}[c], off); err != nil {
			return err
		}
		if l.peek(0) == ':' && l.peek(1) == ' ' && c != '`' { // a key
			l.pos++
			l.add(tokOp, l.pos-1).text = "=>"
		}
	case c == '/':
		if yes, err := l.literal(before); !yes {
			if err != nil {
				return err
			}
			return l.operator()
		}
		return l.quoted("m", off)
	case c == '%' && (wordByte(l.peek(1)) || strings.IndexByte("([{<|!/^-", l.peek(1)) >= 0 && l.peek(1) != 0):
		return l.percent(before)
	case c == '<' && before != slashDivides && strings.HasPrefix(l.rest(), "<<") && l.hereDocument(before):
	case c == '?' && before != slashDivides && l.peek(1) > ' ' && !wordByte(l.peek(2)):
		l.pos += 2
		l.raw("q", off, l.src[off+1:l.pos])
	case c == ':' && l.peek(1) == '"':
		l.pos++
		return l.quoted("qq", off)
	case c == ':' && (wordByte(l.peek(1)) && !isDigit(l.peek(1))) && (before != slashDivides || l.src[max(off-1, 0)] == ' '):
		l.pos++
		from := l.pos
		l.name()
		t := &l.toks[len(l.toks)-1]
		t.kind, t.off, t.text, t.pieces = tokString, off, "q", []piece{{text: l.src[from:l.pos], known: true}}
	case c == ':' && before == slashBegins && l.peek(1) != 0 && strings.IndexByte("+-*/<>=![%&|^~", l.peek(1)) >= 0:
		for l.pos++; l.pos < len(l.src) && strings.IndexByte("+-*/<>=![]%&|^~@", l.src[l.pos]) >= 0; {
			l.pos++
		}
		l.raw("q", off, l.src[off+1:l.pos])
	default:
		return l.operator()
	}
	return nil
}

// name cuts a name with its sigil; as a key with a colon behind it it is text.
func (l *rubyLexer) name() {
	off := l.pos
	for l.peek(0) == '@' || l.peek(0) == '$' {
		l.pos++
	}
	if l.pos > off && !wordByte(l.peek(0)) {
		l.pos = min(l.pos+1, len(l.src)) // $! $~
	}
	for l.pos < len(l.src) && wordByte(l.src[l.pos]) {
		l.pos++
	}
	if c := l.peek(0); (c == '?' || c == '!') && l.peek(1) != '=' {
		l.pos++
	}
	t := l.add(tokName, off)
	if l.peek(0) == ':' && l.peek(1) != ':' && l.toks[len(l.toks)-1].text[0] != '@' && (len(l.toks) < 2 || l.last(2).text != "?") {
		t.kind, t.pieces, t.text = tokString, []piece{{text: t.text, known: true}}, "q"
		l.pos++
		l.add(tokOp, l.pos-1).text = "=>"
	}
}

// rubyOperators are the longer ones.
var rubyOperators = [...]string{
	"**=", "<=>", "===", "...", "||=", "&&=", "<<=", ">>=", "=>", "==", "=~", "!~", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=",
	"&&", "||", "..", "**", "<<", ">>", "::", "&.", "->",
}

func (l *rubyLexer) operator() error {
	off, c := l.pos, l.src[l.pos]
	if strings.IndexByte("(){}[];,.+-*/%&|^!~<>=?:", c) < 0 {
		return l.fail("unexpected character %q", c)
	}
	l.longest(rubyOperators[:])
	l.add(tokOp, off)
	switch c {
	case '(', '[', '{':
		return l.push(quoteBracket{char: c})
	case ')', ']', '}':
		_, err := l.pop(c)
		return err
	}
	return nil
}

// percent cuts %q(…) and its kind.
func (l *rubyLexer) percent(before slash) error {
	yes, err := l.literal(before)
	if err != nil {
		return err
	}
	kind, n := l.peek(1), 2
	if !wordByte(kind) {
		kind, n = 'Q', 1
	}
	op := map[byte]string{'q': "q", 'Q': "qq", 'w': "qw", 'W': "qw", 'i': "qw", 'I': "qw", 'x': "qx", 'r': "m", 's': "q"}[kind]
	if !yes || op == "" || wordByte(l.peek(n)) || l.peek(n) == ' ' {
		return l.operator()
	}
	off := l.pos
	l.pos += n
	return l.quoted(op, off)
}
