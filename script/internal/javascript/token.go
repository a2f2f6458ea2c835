package javascript

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/script/internal/brace"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// lexer cuts JavaScript into tokens by the lexical grammar of ECMA-262. It classifies a slash by
// the tokens before it, and refuses code in which only a parser could do so.
type lexer struct{ brace.Lexer }

func tokenize(code string) ([]lex.Token, error) {
	c, err := brace.NewLexer("javascript", code)
	if err != nil {
		return nil, err
	}
	l := &lexer{c}
	if l.Pos = len(code) - len(strings.TrimPrefix(code, "\ufeff")); l.Has("#!") {
		l.line()
	}
	return l.Cut(l.next)
}

// line skips the rest of the line.
func (l *lexer) line() {
	n := strings.IndexAny(l.Src[l.Pos:], "\n\r\u2028\u2029")
	if n < 0 {
		n = len(l.Src) - l.Pos
	}
	l.Pos += n
}

func (l *lexer) next() error {
	switch c := l.Peek(0); {
	case l.Has("//"):
		l.line()
	case l.Has("/*"):
		l.Pos += 2
		return l.SkipPast("*/", "comment")
	case l.Has("<!--") || l.First && l.Has("-->"):
		return l.Fail("a comment of HTML")
	case c == '"' || c == '\'':
		return l.str(c)
	case c == '`':
		return l.template()
	case lex.IsDigit(c) || c == '.' && lex.IsDigit(l.Peek(1)):
		l.Number()
	case c == '_' || c == '$' || c == '\\' || c == '#' || c >= utf8.RuneSelf || lex.IsLetter(c):
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

// name reads an identifier, which may contain escapes.
func (l *lexer) name() error {
	off, from := l.Pos, l.Pos
	var decoded strings.Builder // what stands before from, if there is an escape
	if l.Peek(0) == '#' {
		l.Pos++
	}
	for {
		l.Word()
		switch {
		case l.Peek(0) == '$':
			l.Pos++
		case l.Has(`\u`):
			r, n := brace.CodePoint(l.Src[l.Pos+1:])
			if n == 0 || !brace.IsWordRune(r) && r != '$' {
				return l.Fail("a name with an escape that is none")
			}
			decoded.WriteString(l.Src[from:l.Pos])
			decoded.WriteRune(r)
			l.Pos += 1 + n
			from = l.Pos
		case l.Pos == off:
			return l.Fail("unexpected character %q", l.Peek(0))
		default:
			text := l.Src[off:l.Pos]
			if from > off {
				text = decoded.String() + l.Src[from:l.Pos]
			}
			l.keyword(text)
			l.Add(lex.Token{Kind: lex.Name, Off: off, Text: text})
			return nil
		}
	}
}

// keyword records whether the body of a function or class follows, and whether an operand ends
// here.
func (l *lexer) keyword(word string) {
	if word != "function" && word != "class" || l.Last(1).Text == "." || l.Last(1).Text == "?." {
		return
	}
	n := 1
	if l.Last(1).Text == "async" {
		n = 2
	}
	switch state := l.state(n); {
	case l.starts(n) || state == lex.SlashDivides: // a new statement, if need be on a new line
		l.Depth().Class = lex.SlashRegexp
	case state == lex.SlashUnsure || l.Last(n).Text == ":" && !l.object() && !l.Last(n).Ternary:
		l.Depth().Class = lex.SlashUnsure
	default:
		l.Depth().Class = lex.SlashDivides
	}
}

// starts reports whether a statement starts after the token n before the end.
func (l *lexer) starts(n int) bool {
	t := l.Last(n)
	switch t.Kind {
	case lex.EOF:
		return !l.object()
	case lex.Name:
		return blocks(t.Text)
	case lex.Op:
		return t.Text == ";" || t.Text == "=>" || t.Text == "{" && !l.object() || (t.Text == "}" || t.Text == ")") && t.After == lex.SlashRegexp
	}
	return false
}

// object reports whether the innermost bracket is an object or an embedded expression, and not a
// block.
func (l *lexer) object() bool { return l.Depth().After == lex.SlashDivides }

// blocks reports whether a block follows a keyword.
func blocks(word string) bool {
	switch word {
	case "else", "do", "try", "finally", "catch", "export":
		return true
	}
	return false
}

// before reports whether an operand follows a keyword.
func before(word string) bool {
	switch word {
	case "return", "typeof", "instanceof", "in", "new", "delete", "void", "throw", "case", "do", "else":
		return true
	}
	return false
}

// heads reports whether a statement follows the parentheses of a keyword.
func heads(word string) bool {
	switch word {
	case "if", "while", "for", "with":
		return true
	}
	return false
}

// unclear reports whether a word is a name in some code and a keyword in other code.
func unclear(word string) bool {
	switch word {
	case "await", "yield", "of", "async", "default":
		return true
	}
	return false
}

// state returns the meaning of a slash after the token n before the end.
func (l *lexer) state(n int) lex.Slash {
	t := l.Last(n)
	member := l.Last(n+1).Text == "." || l.Last(n+1).Text == "?."
	switch {
	case t.Kind == lex.EOF:
		return lex.SlashRegexp
	case t.Kind == lex.Number || t.Kind == lex.String:
		return lex.SlashDivides
	case t.Kind == lex.Name && !member && before(t.Text):
		return lex.SlashRegexp
	case t.Kind == lex.Name && !member && unclear(t.Text):
		return lex.SlashUnsure
	case t.Kind == lex.Name || t.Text == "]" || t.Text == "++" || t.Text == "--":
		return lex.SlashDivides
	case t.Text == ")" || t.Text == "}":
		return t.After
	}
	return lex.SlashRegexp
}

func (l *lexer) slash() error {
	switch l.state(1) {
	case lex.SlashUnsure:
		return l.Fail("a slash that may divide or start a regular expression")
	case lex.SlashRegexp:
		return l.regexp()
	}
	return l.Op(division[:])
}

// regexp skips a regular expression.
func (l *lexer) regexp() error {
	off, class := l.Pos, false
	for l.Pos++; l.Pos < len(l.Src); l.Pos++ {
		switch c := l.Src[l.Pos]; {
		case c == '\n' || c == '\r' || l.Has("\u2028") || l.Has("\u2029"):
			return l.Fail("unterminated regular expression")
		case c == '\\' && l.Peek(1) != '\n' && l.Peek(1) != '\r':
			l.Pos++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			l.Pos++
			l.Word()
			l.Add(lex.Token{Kind: lex.String, Off: off, Pieces: []lex.Piece{{}}})
			return nil
		}
	}
	return l.Fail("unterminated regular expression")
}

// opens reads an opening bracket.
func (l *lexer) opens(c byte) error {
	b := brace.Bracket{Char: c, After: lex.SlashDivides}
	switch t := l.Last(1); {
	case c == '(' && t.Kind == lex.Name && heads(t.Text) && l.Last(2).Text != ".",
		c == '(' && t.Text == "await" && l.Last(2).Text == "for":
		b.After = lex.SlashRegexp
	case c == '{':
		b.After = l.brace()
	}
	if err := l.Push(b); err != nil {
		return err
	}
	return l.Op(nil)
}

// brace returns the meaning of a slash after the bracket that closes this one: after a block it
// starts a regular expression, after an object it divides.
func (l *lexer) brace() lex.Slash {
	d, t := l.Depth(), l.Last(1)
	if d.Class != lex.SlashUnset {
		state := d.Class
		d.Class = lex.SlashUnset
		return state
	}
	switch {
	case l.starts(1) || t.Text == ")":
		return lex.SlashRegexp
	case t.Text == ":" && !t.Ternary && !l.object() && d.Char != '(' && d.Char != '[':
		return lex.SlashRegexp
	case t.Kind == lex.Name && !before(t.Text), t.Kind == lex.String, t.Kind == lex.Number:
		return lex.SlashUnsure
	}
	return lex.SlashDivides
}

func (l *lexer) closes(c byte) error {
	b, err := l.Pop(c)
	if err != nil {
		return err
	}
	if err := l.Op(nil); err != nil {
		return err
	}
	l.Last(1).After = b.After
	return nil
}

// division lists the multi-byte operators that start with a slash.
var division = [...]string{"/="}

// operators are the multi-byte operators.
var operators = [...]string{
	">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.",
	"++", "--", "+=", "-=", "*=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
}

func (l *lexer) symbol() error {
	d := l.Depth()
	ternary := false
	switch {
	case l.Has("?.") && lex.IsDigit(l.Peek(2)): // a ? .5 : 1
		d.Conditionals++
		return l.Op(nil)
	case l.Peek(0) == '?' && l.Peek(1) != '.' && l.Peek(1) != '?':
		d.Conditionals++
	case l.Peek(0) == ':' && d.Conditionals > 0:
		d.Conditionals--
		ternary = true
	}
	if err := l.Op(operators[:]); err != nil {
		return err
	}
	l.Last(1).Ternary = ternary
	return nil
}
