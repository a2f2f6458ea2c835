package script

import (
	"strings"
	"unicode/utf8"
)

// phpLexer cuts PHP into tokens, after the lexical structure of its language
// specification. The operators that PHP has in common with JavaScript under
// another name get the name they have there: "." for "->" and "::", "+" for ".".
// What stands outside <?php … ?> is data.
type phpLexer struct{ curlyLexer }

// tokenizePHP reads code without tags, as php -r takes it.
func tokenizePHP(code string) ([]token, error) { return phpTokens(code, false) }

// tokenizePage reads a file, whose code stands in tags.
func tokenizePage(code string) ([]token, error) { return phpTokens(code, true) }

func phpTokens(code string, page bool) ([]token, error) {
	c, err := newCurlyLexer("php", code)
	if err != nil {
		return nil, err
	}
	l := &phpLexer{c}
	if page {
		l.data()
	}
	return l.cut(l.next)
}

// data passes over text up to the tag where code begins again.
func (l *phpLexer) data() {
	for l.pos < len(l.src) {
		i := strings.Index(l.src[l.pos:], "<?")
		if i < 0 {
			break
		}
		l.pos += i + len("<?")
		switch rest := l.src[l.pos:]; {
		case len(rest) >= 3 && strings.EqualFold(rest[:3], "php"):
			l.pos += 3
			return
		case strings.HasPrefix(rest, "="):
			l.pos++
			l.add(token{kind: tokName, off: l.pos - 1, text: "echo"})
			return
		case rest == "" || strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			return
		}
	}
	l.pos = len(l.src)
}

func (l *phpLexer) next() error {
	switch c := l.peek(0); {
	case l.has("?>"):
		l.pos += 2
		l.add(token{kind: tokOp, off: l.pos - 2, text: ";"})
		l.data()
	case l.has("#["):
		l.pos++
	case c == '#' || l.has("//"):
		l.line()
	case l.has("/*"):
		l.pos += 2
		return l.skipPast("*/", "comment")
	case l.has("<<<") && l.heredocHere():
		return l.heredoc()
	case c == '\'':
		return l.single()
	case c == '"':
		return l.double()
	case c == '`':
		return l.command()
	case isDigit(c) || c == '.' && isDigit(l.peek(1)):
		l.number()
	case c == '_' || c == '\\' || c >= utf8.RuneSelf || isLetter(c):
		return l.name()
	case c == '$' && phpLetter(l.peek(1)):
		l.variable()
	case c == '(' || c == '[' || c == '{':
		if err := l.push(enclosure{char: c}); err != nil {
			return err
		}
		return l.op(nil)
	case c == ')' || c == ']' || c == '}':
		if _, err := l.pop(c); err != nil {
			return err
		}
		return l.op(nil)
	default:
		return l.symbol()
	}
	return nil
}

// line passes over a comment, which the end of the code in tags ends too.
func (l *phpLexer) line() {
	rest := l.src[l.pos:]
	n := strings.IndexAny(rest, "\r\n")
	if n < 0 {
		n = len(rest)
	}
	if end := strings.Index(rest[:n], "?>"); end >= 0 {
		n = end
	}
	l.pos += n
}

func phpLetter(c byte) bool { return c == '_' || isLetter(c) || c >= utf8.RuneSelf }

// letters passes over a name.
func (l *phpLexer) letters() {
	for phpLetter(l.peek(0)) || isDigit(l.peek(0)) {
		l.pos++
	}
}

func (l *phpLexer) variable() {
	off := l.pos
	l.pos++
	l.letters()
	l.add(token{kind: tokName, off: off, text: l.src[off:l.pos]})
}

// name reads a name with its namespace. Case makes no difference.
func (l *phpLexer) name() error {
	off := l.pos
	for l.letters(); l.peek(0) == '\\' && phpLetter(l.peek(1)) || l.pos == off; l.letters() {
		l.pos++
	}
	text := strings.TrimPrefix(strings.ToLower(l.src[off:l.pos]), `\`)
	if text == "__halt_compiler" {
		l.pos = len(l.src)
		return nil
	}
	if text == "" {
		return l.fail("unexpected character %q", '\\')
	}
	l.add(token{kind: tokName, off: off, text: text})
	return nil
}

// phpOperators are the longer ones.
var phpOperators = [...]string{
	"?->", "<=>", "===", "!==", "**=", "<<=", ">>=", "...", "??=", "->", "::", "=>", "==", "!=", "<>", "<=", ">=", "&&", "||", "??",
	"++", "--", "+=", "-=", "*=", "/=", ".=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
}

// phpName is what an operator is called here.
func phpName(op string) string {
	switch op {
	case "?->", "->", "::":
		return "."
	case ".":
		return "+"
	case ".=":
		return "+="
	}
	return op
}

func (l *phpLexer) symbol() error {
	if err := l.op(phpOperators[:]); err != nil {
		return err
	}
	t := l.last(1)
	t.text = phpName(t.text)
	return nil
}
