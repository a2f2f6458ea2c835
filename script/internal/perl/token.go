package perl

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/script/internal/heuristic"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// lexer cuts Perl into tokens. It gives up if the meaning of a character depends on the declared
// functions.
type lexer struct {
	heuristic.Lexer
	left lex.Slash // the Slash state after the last closing bracket or increment
}

// tokens returns the tokens of code, the last of which is EOF.
func tokens(code string, depth int) ([]lex.Token, error) {
	q, err := heuristic.NewLexer("perl", code, depth)
	if err != nil {
		return nil, err
	}
	l := &lexer{Lexer: q}
	if err := l.Cut(l.blank, l.next); err != nil {
		return nil, err
	}
	l.Toks = append(l.Toks, lex.Token{Kind: lex.EOF, Off: l.Pos, End: l.Pos})
	return l.Toks, nil
}

// blank skips blanks, comments, documentation and the text of here-documents.
func (l *lexer) blank() error {
	for l.Pos < len(l.Src) {
		c := l.Src[l.Pos]
		switch {
		case c == '\n':
			l.Pos++
			if err := l.Documents(func(body string, t *lex.Token) ([]lex.Piece, error) { return l.interpolate(body, t, false) }); err != nil {
				return err
			}
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			l.Pos++
		case c == '#':
			l.Pos += lex.LineEnd(l.Rest())
		case c == '=' && (l.Pos == 0 || l.Src[l.Pos-1] == '\n') && lex.IsLetter(l.Peek(1)) && l.begins():
			_, after, found := strings.Cut(l.Rest(), "\n=cut")
			if !found {
				l.Pos = len(l.Src)
				return nil
			}
			l.Pos = len(l.Src) - len(after) + lex.LineEnd(after)
		default:
			return nil
		}
	}
	return nil
}

// begins reports whether a statement can start here.
func (l *lexer) begins() bool {
	t := l.Last(1)
	return t.Kind == lex.EOF || t.Kind == lex.Op && (t.Text == ";" || t.Text == "}" || t.Text == "{")
}

// before reports whether the last token ends an operand or expects one.
func (l *lexer) before() lex.Slash {
	t := l.Last(1)
	switch t.Kind {
	case lex.Number, lex.String:
		return lex.SlashDivides
	case lex.Name:
		switch {
		case l.Last(2).Text == "->" || l.Last(2).Kind == lex.Op && l.Last(2).Text == "{" && l.Top().Hash:
			return lex.SlashDivides
		case takes.Has(t.Text):
			return lex.SlashRegexp
		}
		return lex.SlashUnsure
	case lex.Op:
		switch {
		case t.Text[0] == '$' || t.Text[0] == '@' || t.Text[0] == '%' && len(t.Text) > 1 && t.Text != "%=" || t.Text[0] == '&' && len(t.Text) > 1 && lex.IsWordByte(t.Text[1]):
			return lex.SlashDivides
		case t.Text == ")" || t.Text == "]":
			return lex.SlashDivides
		case t.Text == "}":
			return l.left
		case t.Text == "++" || t.Text == "--":
			return l.left
		}
	}
	return lex.SlashRegexp
}

// takes are the words that expect an operand.
const takes lex.Words = `
	and or not xor if unless while until elsif else return print printf say split grep map join push unshift eq ne lt gt le ge cmp
	x for foreach when die warn system exec unlink eval do defined ref scalar lc uc sort reverse my our local chomp exit keys
	values sprintf open use no require length STDERR STDOUT BEGIN END`

// next cuts one token.
func (l *lexer) next() error {
	off, c := l.Pos, l.Src[l.Pos]
	before := l.before()
	switch {
	case lex.IsDigit(c) || c == '.' && lex.IsDigit(l.Peek(1)) && before != lex.SlashDivides:
		l.Number()
	case c == '_' || lex.IsLetter(c) || c >= utf8.RuneSelf:
		return l.word(before)
	case c == '"' || c == '`' || c == '\'':
		return l.quoted(map[byte]string{'"': "qq", '`': "qx", '\'': "q"}[c], off)
	case c == '$' || c == '@':
		return l.variable()
	case (c == '%' || c == '&' || c == '*') && before != lex.SlashDivides && l.sigil(before):
		return l.variable()
	case c == '/' && before == lex.SlashRegexp:
		return l.quoted("m", off)
	case c == '/' && before == lex.SlashUnsure:
		return l.Fail("a slash that may divide or begin a pattern")
	case c == '<' && before != lex.SlashDivides:
		return l.angle(off)
	case c == '<' && l.printsTo():
		return l.angle(off)
	case c == '-' && before != lex.SlashDivides && lex.IsLetter(l.Peek(1)) && !lex.IsWordByte(l.Peek(2)) && !strings.HasPrefix(strings.TrimLeft(l.Src[min(l.Pos+2, len(l.Src)):], " "), "=>"):
		l.Pos += 2
		l.Add(lex.Op, off).Text = "-X"
	default:
		return l.operator(before)
	}
	return nil
}

// sigil reports whether % & or * starts a variable.
func (l *lexer) sigil(before lex.Slash) bool {
	n := l.Peek(1)
	if l.Src[l.Pos] == '&' && n == '&' || l.Src[l.Pos] == '*' && n == '*' {
		return false
	}
	return lex.IsWordByte(n) && !lex.IsDigit(n) || n == '{' || n == '$' || n == ':' || before == lex.SlashRegexp && (n == '+' || n == '-' || n == '^' || n == '!')
}

// printsTo reports whether a here-document may follow a handle: print $fh <<X.
func (l *lexer) printsTo() bool {
	verb := l.Last(2)
	n := l.Peek(2)
	return l.Peek(1) == '<' && (n == '"' || n == '\'' || n == '~' || lex.IsLetter(n)) && l.Last(1).Kind == lex.Op &&
		(verb.Text == "print" || verb.Text == "printf" || verb.Text == "say")
}

// operators are the multi-byte operators.
var operators = [...]string{
	"<=>", "**=", "||=", "&&=", "//=", "...", "<<=", ">>=", "->", "=>", "==", "=~", "!~", "!=", "<=", ">=", "++", "--", "+=", "-=", "*=", "/=",
	".=", "%=", "x=", "|=", "&=", "^=", "&&", "||", "//", "..", "**", "<<", ">>", "::", "~~",
}

func (l *lexer) operator(before lex.Slash) error {
	off, c := l.Pos, l.Src[l.Pos]
	if strings.IndexByte("(){}[];,.+-*/%&|^!~<>=?:\\", c) < 0 {
		return l.Fail("unexpected character %q", c)
	}
	last := l.Last(1)
	l.Longest(operators[:])
	t := l.Add(lex.Op, off)
	switch c {
	case '(', '[':
		return l.Push(heuristic.Bracket{Char: c})
	case '{':
		hash := last.Text == "->" || before == lex.SlashDivides && last.Text != ")" && last.Kind == lex.Op
		return l.Push(heuristic.Bracket{Char: c, Term: hash, Hash: hash})
	case ')', ']', '}':
		b, err := l.Pop(c)
		if l.left = lex.SlashRegexp; b.Term {
			l.left = lex.SlashDivides
		}
		return err
	}
	if t.Text == "++" || t.Text == "--" {
		l.left = lex.SlashRegexp
		if before == lex.SlashDivides {
			l.left = lex.SlashDivides
		}
	}
	return nil
}
