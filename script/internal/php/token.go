package php

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/script/internal/brace"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// lexer cuts PHP into tokens, by the lexical structure in its language specification. Operators
// that JavaScript spells differently get the name that they have there: "." for "->" and "::", "+"
// for ".". Text outside <?php … ?> is data.
type lexer struct{ brace.Lexer }

// tokenize reads code without tags, as php -r takes it.
func tokenize(code string) ([]lex.Token, error) { return tokens(code, false) }

// tokenizePage reads a file, whose code is in tags.
func tokenizePage(code string) ([]lex.Token, error) { return tokens(code, true) }

func tokens(code string, page bool) ([]lex.Token, error) {
	c, err := brace.NewLexer("php", code)
	if err != nil {
		return nil, err
	}
	l := &lexer{c}
	if page {
		l.data()
	}
	return l.Cut(l.next)
}

// data skips text up to the next opening tag.
func (l *lexer) data() {
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
			l.Add(lex.Token{Kind: lex.Name, Off: l.Pos - 1, Text: "echo"})
			return
		case rest == "" || strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			return
		}
	}
	l.Pos = len(l.Src)
}

func (l *lexer) next() error {
	switch c := l.Peek(0); {
	case l.Has("?>"):
		l.Pos += 2
		l.Add(lex.Token{Kind: lex.Op, Off: l.Pos - 2, Text: ";"})
		l.data()
	case l.Has("#["):
		l.Pos++
	case c == '#' || l.Has("//"):
		l.line()
	case l.Has("/*"):
		l.Pos += 2
		return l.SkipPast("*/", "comment")
	case l.Has("<<<") && l.heredocHere():
		return l.heredoc()
	case c == '\'':
		return l.single()
	case c == '"':
		return l.double()
	case c == '`':
		return l.command()
	case lex.IsDigit(c) || c == '.' && lex.IsDigit(l.Peek(1)):
		l.Number()
	case c == '_' || c == '\\' || c >= utf8.RuneSelf || lex.IsLetter(c):
		return l.name()
	case c == '$' && letter(l.Peek(1)):
		l.variable()
	case c == '(' || c == '[' || c == '{':
		if err := l.Push(brace.Bracket{Char: c}); err != nil {
			return err
		}
		return l.Op(nil)
	case c == ')' || c == ']' || c == '}':
		if _, err := l.Pop(c); err != nil {
			return err
		}
		return l.Op(nil)
	default:
		return l.symbol()
	}
	return nil
}

// line skips a comment, which a closing tag ends too.
func (l *lexer) line() {
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

func letter(c byte) bool { return c == '_' || lex.IsLetter(c) || c >= utf8.RuneSelf }

// letters skips a name.
func (l *lexer) letters() {
	for letter(l.Peek(0)) || lex.IsDigit(l.Peek(0)) {
		l.Pos++
	}
}

func (l *lexer) variable() {
	off := l.Pos
	l.Pos++
	l.letters()
	l.Add(lex.Token{Kind: lex.Name, Off: off, Text: l.Src[off:l.Pos]})
}

// name reads a name with its namespace. Names are case-insensitive.
func (l *lexer) name() error {
	off := l.Pos
	for l.letters(); l.Peek(0) == '\\' && letter(l.Peek(1)) || l.Pos == off; l.letters() {
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
	l.Add(lex.Token{Kind: lex.Name, Off: off, Text: text})
	return nil
}

// operators are the multi-byte operators.
var operators = [...]string{
	"?->", "<=>", "===", "!==", "**=", "<<=", ">>=", "...", "??=", "->", "::", "=>", "==", "!=", "<>", "<=", ">=", "&&", "||", "??",
	"++", "--", "+=", "-=", "*=", "/=", ".=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
}

// name returns the common name of an operator.
func name(op string) string {
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

func (l *lexer) symbol() error {
	if err := l.Op(operators[:]); err != nil {
		return err
	}
	t := l.Last(1)
	t.Text = name(t.Text)
	return nil
}
