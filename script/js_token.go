package script

import (
	"strings"
	"unicode/utf8"
)

// jsLexer cuts JavaScript into tokens, after the lexical grammar of ECMA-262.
// A slash is told apart by what stands before it; where only a parser could
// tell, the code is refused.
type jsLexer struct{ curlyLexer }

func tokenizeJS(code string) ([]token, error) {
	c, err := newCurlyLexer("javascript", code)
	if err != nil {
		return nil, err
	}
	l := &jsLexer{c}
	if l.pos = len(code) - len(strings.TrimPrefix(code, "\ufeff")); l.has("#!") {
		l.line()
	}
	return l.cut(l.next)
}

// line passes over the rest of the line.
func (l *jsLexer) line() {
	n := strings.IndexAny(l.src[l.pos:], "\n\r\u2028\u2029")
	if n < 0 {
		n = len(l.src) - l.pos
	}
	l.pos += n
}

func (l *jsLexer) next() error {
	switch c := l.peek(0); {
	case l.has("//"):
		l.line()
	case l.has("/*"):
		l.pos += 2
		return l.skipPast("*/", "comment")
	case l.has("<!--") || l.first && l.has("-->"):
		return l.fail("a comment of HTML")
	case c == '"' || c == '\'':
		return l.str(c)
	case c == '`':
		return l.template()
	case isDigit(c) || c == '.' && isDigit(l.peek(1)):
		l.number()
	case c == '_' || c == '$' || c == '\\' || c == '#' || c >= utf8.RuneSelf || isLetter(c):
		return l.name()
	case c == '/':
		return l.slash()
	case c == '(' || c == '[' || c == '{':
		return l.opens(c)
	case c == ')' || c == ']' || c == '}':
		return l.closes(c)
	default:
		return l.symbol()
	}
	return nil
}

// name reads an identifier, in which letters may be escaped.
func (l *jsLexer) name() error {
	off := l.pos
	var b strings.Builder
	if l.peek(0) == '#' {
		b.WriteByte('#')
		l.pos++
	}
	for {
		at := l.pos
		b.WriteString(l.word())
		switch {
		case l.peek(0) == '$':
			b.WriteByte('$')
			l.pos++
		case l.has(`\u`):
			r, n := codePoint(l.src[l.pos+1:])
			if n == 0 || !wordRune(r) && r != '$' {
				return l.fail("a name with an escape that is none")
			}
			b.WriteRune(r)
			l.pos += 1 + n
		case l.pos == at && b.Len() == 0:
			return l.fail("unexpected character %q", l.peek(0))
		default:
			t := token{kind: tokName, off: off, text: b.String()}
			l.keyword(t.text)
			l.add(t)
			return nil
		}
	}
}

// keyword notes where the body of a function or class comes next, and whether
// what it ends is an operand.
func (l *jsLexer) keyword(word string) {
	if word != "function" && word != "class" || l.last(1).text == "." || l.last(1).text == "?." {
		return
	}
	n := 1
	if l.last(1).text == "async" {
		n = 2
	}
	switch state := l.state(n); {
	case l.starts(n) || state == operand: // a new statement, if need be on a new line
		l.depth().class = operator
	case state == unsure || l.last(n).text == ":" && !l.object() && !l.last(n).ternary:
		l.depth().class = unsure
	default:
		l.depth().class = operand
	}
}

// starts tells whether a statement starts behind the token n before the end.
func (l *jsLexer) starts(n int) bool {
	t := l.last(n)
	switch t.kind {
	case tokEnd:
		return !l.object()
	case tokName:
		return blocks(t.text)
	case tokOp:
		return t.text == ";" || t.text == "=>" || t.text == "{" && !l.object() || (t.text == "}" || t.text == ")") && t.after == operator
	}
	return false
}

// object tells whether what is open last is an object or an embedded
// expression, rather than a block.
func (l *jsLexer) object() bool { return l.depth().after == operand }

// blocks tells whether a block follows a word.
func blocks(word string) bool {
	switch word {
	case "else", "do", "try", "finally", "catch", "export":
		return true
	}
	return false
}

// before tells whether an operand follows a keyword.
func before(word string) bool {
	switch word {
	case "return", "typeof", "instanceof", "in", "new", "delete", "void", "throw", "case", "do", "else":
		return true
	}
	return false
}

// heads tells whether a statement follows the brackets of a keyword.
func heads(word string) bool {
	switch word {
	case "if", "while", "for", "with":
		return true
	}
	return false
}

// unclear tells whether a word is a name in some code and a keyword in other.
func unclear(word string) bool {
	switch word {
	case "await", "yield", "of", "async", "default":
		return true
	}
	return false
}

// state tells what a slash would be behind the token n before the end.
func (l *jsLexer) state(n int) ending {
	t := l.last(n)
	member := l.last(n+1).text == "." || l.last(n+1).text == "?."
	switch {
	case t.kind == tokEnd:
		return operator
	case t.kind == tokNumber || t.kind == tokString:
		return operand
	case t.kind == tokName && !member && before(t.text):
		return operator
	case t.kind == tokName && !member && unclear(t.text):
		return unsure
	case t.kind == tokName || t.text == "]" || t.text == "++" || t.text == "--":
		return operand
	case t.text == ")" || t.text == "}":
		return t.after
	}
	return operator
}

func (l *jsLexer) slash() error {
	switch l.state(1) {
	case unsure:
		return l.fail("a slash that may divide or start a regular expression")
	case operator:
		return l.regexp()
	}
	return l.op(jsDivision[:])
}

// regexp reads a regular expression, whose text is of no interest.
func (l *jsLexer) regexp() error {
	off, class := l.pos, false
	for l.pos++; l.pos < len(l.src); l.pos++ {
		switch c := l.src[l.pos]; {
		case c == '\n' || c == '\r' || l.has("\u2028") || l.has("\u2029"):
			return l.fail("unterminated regular expression")
		case c == '\\' && l.peek(1) != '\n' && l.peek(1) != '\r':
			l.pos++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			l.pos++
			l.word()
			l.add(token{kind: tokString, off: off, pieces: []piece{{}}})
			return nil
		}
	}
	return l.fail("unterminated regular expression")
}

// opens reads an opening bracket.
func (l *jsLexer) opens(c byte) error {
	b := enclosure{char: c, after: operand}
	switch t := l.last(1); {
	case c == '(' && t.kind == tokName && heads(t.text) && l.last(2).text != ".",
		c == '(' && t.text == "await" && l.last(2).text == "for":
		b.after = operator
	case c == '{':
		b.after = l.brace()
	}
	if err := l.push(b); err != nil {
		return err
	}
	return l.op(nil)
}

// brace tells what a slash would be behind the bracket that closes this one:
// behind a block it starts a regular expression, behind an object it divides.
func (l *jsLexer) brace() ending {
	d, t := l.depth(), l.last(1)
	if d.class != nothing {
		state := d.class
		d.class = nothing
		return state
	}
	switch {
	case l.starts(1) || t.text == ")":
		return operator
	case t.text == ":" && !t.ternary && !l.object() && d.char != '(' && d.char != '[':
		return operator
	case t.kind == tokName && !before(t.text), t.kind == tokString, t.kind == tokNumber:
		return unsure
	}
	return operand
}

func (l *jsLexer) closes(c byte) error {
	b, err := l.pop(c)
	if err != nil {
		return err
	}
	if err := l.op(nil); err != nil {
		return err
	}
	l.last(1).after = b.after
	return nil
}

// jsDivision is the longer operator that starts with a slash.
var jsDivision = [...]string{"/="}

// jsOperators are the longer ones.
var jsOperators = [...]string{
	">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.",
	"++", "--", "+=", "-=", "*=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
}

func (l *jsLexer) symbol() error {
	d := l.depth()
	ternary := false
	switch {
	case l.has("?.") && isDigit(l.peek(2)): // a ? .5 : 1
		d.ternal++
		return l.op(nil)
	case l.peek(0) == '?' && l.peek(1) != '.' && l.peek(1) != '?':
		d.ternal++
	case l.peek(0) == ':' && d.ternal > 0:
		d.ternal--
		ternary = true
	}
	if err := l.op(jsOperators[:]); err != nil {
		return err
	}
	l.last(1).ternary = ternary
	return nil
}
