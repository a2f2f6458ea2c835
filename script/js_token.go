package script

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/script/internal/lex"
)

// jsLexer cuts JavaScript into tokens, after the lexical grammar of ECMA-262.
// A slash is told apart by what stands before it; where only a parser could
// tell, the code is refused.
type jsLexer struct{ curlyLexer }

func tokenizeJS(code string) ([]lex.Token, error) {
	c, err := newCurlyLexer("javascript", code)
	if err != nil {
		return nil, err
	}
	l := &jsLexer{c}
	if l.Pos = len(code) - len(strings.TrimPrefix(code, "\ufeff")); l.Has("#!") {
		l.line()
	}
	return l.cut(l.next)
}

// line passes over the rest of the line.
func (l *jsLexer) line() {
	n := strings.IndexAny(l.Src[l.Pos:], "\n\r\u2028\u2029")
	if n < 0 {
		n = len(l.Src) - l.Pos
	}
	l.Pos += n
}

func (l *jsLexer) next() error {
	switch c := l.Peek(0); {
	case l.Has("//"):
		l.line()
	case l.Has("/*"):
		l.Pos += 2
		return l.skipPast("*/", "comment")
	case l.Has("<!--") || l.first && l.Has("-->"):
		return l.Fail("a comment of HTML")
	case c == '"' || c == '\'':
		return l.str(c)
	case c == '`':
		return l.template()
	case lex.IsDigit(c) || c == '.' && lex.IsDigit(l.Peek(1)):
		l.number()
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

// name reads an identifier, in which letters may be escaped.
func (l *jsLexer) name() error {
	off := l.Pos
	var b strings.Builder
	if l.Peek(0) == '#' {
		b.WriteByte('#')
		l.Pos++
	}
	for {
		at := l.Pos
		b.WriteString(l.word())
		switch {
		case l.Peek(0) == '$':
			b.WriteByte('$')
			l.Pos++
		case l.Has(`\u`):
			r, n := codePoint(l.Src[l.Pos+1:])
			if n == 0 || !wordRune(r) && r != '$' {
				return l.Fail("a name with an escape that is none")
			}
			b.WriteRune(r)
			l.Pos += 1 + n
		case l.Pos == at && b.Len() == 0:
			return l.Fail("unexpected character %q", l.Peek(0))
		default:
			t := lex.Token{Kind: lex.Name, Off: off, Text: b.String()}
			l.keyword(t.Text)
			l.add(t)
			return nil
		}
	}
}

// keyword notes where the body of a function or class comes next, and whether
// what it ends is an operand.
func (l *jsLexer) keyword(word string) {
	if word != "function" && word != "class" || l.last(1).Text == "." || l.last(1).Text == "?." {
		return
	}
	n := 1
	if l.last(1).Text == "async" {
		n = 2
	}
	switch state := l.state(n); {
	case l.starts(n) || state == lex.SlashDivides: // a new statement, if need be on a new line
		l.depth().class = lex.SlashRegexp
	case state == lex.SlashUnsure || l.last(n).Text == ":" && !l.object() && !l.last(n).Ternary:
		l.depth().class = lex.SlashUnsure
	default:
		l.depth().class = lex.SlashDivides
	}
}

// starts tells whether a statement starts behind the token n before the end.
func (l *jsLexer) starts(n int) bool {
	t := l.last(n)
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

// object tells whether what is open last is an object or an embedded
// expression, rather than a block.
func (l *jsLexer) object() bool { return l.depth().after == lex.SlashDivides }

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
func (l *jsLexer) state(n int) lex.Slash {
	t := l.last(n)
	member := l.last(n+1).Text == "." || l.last(n+1).Text == "?."
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

func (l *jsLexer) slash() error {
	switch l.state(1) {
	case lex.SlashUnsure:
		return l.Fail("a slash that may divide or start a regular expression")
	case lex.SlashRegexp:
		return l.regexp()
	}
	return l.op(jsDivision[:])
}

// regexp reads a regular expression, whose text is of no interest.
func (l *jsLexer) regexp() error {
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
			l.word()
			l.add(lex.Token{Kind: lex.String, Off: off, Pieces: []lex.Piece{{}}})
			return nil
		}
	}
	return l.Fail("unterminated regular expression")
}

// opens reads an opening bracket.
func (l *jsLexer) opens(c byte) error {
	b := enclosure{char: c, after: lex.SlashDivides}
	switch t := l.last(1); {
	case c == '(' && t.Kind == lex.Name && heads(t.Text) && l.last(2).Text != ".",
		c == '(' && t.Text == "await" && l.last(2).Text == "for":
		b.after = lex.SlashRegexp
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
func (l *jsLexer) brace() lex.Slash {
	d, t := l.depth(), l.last(1)
	if d.class != lex.SlashUnset {
		state := d.class
		d.class = lex.SlashUnset
		return state
	}
	switch {
	case l.starts(1) || t.Text == ")":
		return lex.SlashRegexp
	case t.Text == ":" && !t.Ternary && !l.object() && d.char != '(' && d.char != '[':
		return lex.SlashRegexp
	case t.Kind == lex.Name && !before(t.Text), t.Kind == lex.String, t.Kind == lex.Number:
		return lex.SlashUnsure
	}
	return lex.SlashDivides
}

func (l *jsLexer) closes(c byte) error {
	b, err := l.pop(c)
	if err != nil {
		return err
	}
	if err := l.op(nil); err != nil {
		return err
	}
	l.last(1).After = b.after
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
	case l.Has("?.") && lex.IsDigit(l.Peek(2)): // a ? .5 : 1
		d.ternal++
		return l.op(nil)
	case l.Peek(0) == '?' && l.Peek(1) != '.' && l.Peek(1) != '?':
		d.ternal++
	case l.Peek(0) == ':' && d.ternal > 0:
		d.ternal--
		ternary = true
	}
	if err := l.op(jsOperators[:]); err != nil {
		return err
	}
	l.last(1).Ternary = ternary
	return nil
}
