package script

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/script/internal/lex"
)

// phpLexer cuts PHP into tokens, after the lexical structure of its language
// specification. The operators that PHP has in common with JavaScript under
// another name get the name they have there: "." for "->" and "::", "+" for ".".
// What stands outside <?php … ?> is data.
type phpLexer struct{ curlyLexer }

// tokenizePHP reads code without tags, as php -r takes it.
func tokenizePHP(code string) ([]lex.Token, error) { return phpTokens(code, false) }

// tokenizePage reads a file, whose code stands in tags.
func tokenizePage(code string) ([]lex.Token, error) { return phpTokens(code, true) }

func phpTokens(code string, page bool) ([]lex.Token, error) {
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
	for l.Pos < len(l.Src) {
		i := strings.Index(l.Src[l.Pos:], "<?")
		if i < 0 {
			break
		}
		l.Pos += i + len("<?")
		switch rest := l.Src[l.Pos:]; {
		case len(rest) >= 3 && strings.EqualFold(rest[:3], "php"):
			l.Pos += 3
			return
		case strings.HasPrefix(rest, "="):
			l.Pos++
			l.add(lex.Token{Kind: lex.Name, Off: l.Pos - 1, Text: "echo"})
			return
		case rest == "" || strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			return
		}
	}
	l.Pos = len(l.Src)
}

func (l *phpLexer) next() error {
	switch c := l.Peek(0); {
	case l.Has("?>"):
		l.Pos += 2
		l.add(lex.Token{Kind: lex.Op, Off: l.Pos - 2, Text: ";"})
		l.data()
	case l.Has("#["):
		l.Pos++
	case c == '#' || l.Has("//"):
		l.line()
	case l.Has("/*"):
		l.Pos += 2
		return l.skipPast("*/", "comment")
	case l.Has("<<<") && l.heredocHere():
		return l.heredoc()
	case c == '\'':
		return l.single()
	case c == '"':
		return l.double()
	case c == '`':
		return l.command()
	case lex.IsDigit(c) || c == '.' && lex.IsDigit(l.Peek(1)):
		l.number()
	case c == '_' || c == '\\' || c >= utf8.RuneSelf || lex.IsLetter(c):
		return l.name()
	case c == '$' && phpLetter(l.Peek(1)):
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
	rest := l.Src[l.Pos:]
	n := strings.IndexAny(rest, "\r\n")
	if n < 0 {
		n = len(rest)
	}
	if end := strings.Index(rest[:n], "?>"); end >= 0 {
		n = end
	}
	l.Pos += n
}

func phpLetter(c byte) bool { return c == '_' || lex.IsLetter(c) || c >= utf8.RuneSelf }

// letters passes over a name.
func (l *phpLexer) letters() {
	for phpLetter(l.Peek(0)) || lex.IsDigit(l.Peek(0)) {
		l.Pos++
	}
}

func (l *phpLexer) variable() {
	off := l.Pos
	l.Pos++
	l.letters()
	l.add(lex.Token{Kind: lex.Name, Off: off, Text: l.Src[off:l.Pos]})
}

// name reads a name with its namespace. Case makes no difference.
func (l *phpLexer) name() error {
	off := l.Pos
	for l.letters(); l.Peek(0) == '\\' && phpLetter(l.Peek(1)) || l.Pos == off; l.letters() {
		l.Pos++
	}
	text := strings.TrimPrefix(strings.ToLower(l.Src[off:l.Pos]), `\`)
	if text == "__halt_compiler" {
		l.Pos = len(l.Src)
		return nil
	}
	if text == "" {
		return l.Fail("unexpected character %q", '\\')
	}
	l.add(lex.Token{Kind: lex.Name, Off: off, Text: text})
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
	t.Text = phpName(t.Text)
	return nil
}
