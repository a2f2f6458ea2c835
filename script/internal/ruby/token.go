package ruby

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/script/internal/heuristic"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// lexer cuts Ruby into tokens. It gives up if the meaning of a character depends on the local
// variables.
type lexer struct{ heuristic.Lexer }

// tokens returns the tokens of code, the last of which is EOF.
func tokens(code string, depth int) ([]lex.Token, error) {
	q, err := heuristic.NewLexer("ruby", code, depth)
	if err != nil {
		return nil, err
	}
	l := &lexer{q}
	if err := l.Cut(l.blank, l.next); err != nil {
		return nil, err
	}
	l.Add(lex.Newline, l.Pos)
	l.Add(lex.EOF, l.Pos)
	return l.Toks, nil
}

// blank skips blanks, comments, continued lines and the text of here-documents; a newline is a token
// if it can end a statement.
func (l *lexer) blank() error {
	for l.Pos < len(l.Src) {
		c := l.Src[l.Pos]
		switch {
		case c == '\n':
			l.Pos++
			l.Add(lex.Newline, l.Pos-1)
			if err := l.Documents(func(body string, _ *lex.Token) ([]lex.Piece, error) { return l.interpolate(body, false) }); err != nil {
				return err
			}
		case c == '=' && (l.Pos == 0 || l.Src[l.Pos-1] == '\n') && strings.HasPrefix(l.Rest(), "=begin"):
			_, after, _ := strings.Cut(l.Rest(), "\n=end")
			l.Pos = len(l.Src) - len(after) + lex.LineEnd(after)
		case c == '\\' && l.Peek(1) == '\n':
			l.Pos += 2
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			l.Pos++
		case c == '#':
			l.Pos += lex.LineEnd(l.Rest())
		default:
			return nil
		}
	}
	return nil
}

// takes are the words that expect an operand.
const takes lex.Words = `
	if unless while until and or not return when case in then do else elsif puts p print raise require begin ensure rescue yield
	system exec eval spawn grep split gsub sub match scan pp warn abort load`

// before reports whether the last token ends an operand or expects one.
func (l *lexer) before() lex.Slash {
	t := l.Last(1)
	switch t.Kind {
	case lex.Number, lex.String:
		return lex.SlashDivides
	case lex.Name:
		dotted := l.Last(2).Text == "." || l.Last(2).Text == "&."
		switch {
		case takes.Has(t.Text) && !dotted:
			return lex.SlashRegexp
		case strings.IndexByte("@$", t.Text[0]) >= 0 || t.Text == "end" || t.Text == "self" || t.Text == "nil" || t.Text == "true" || t.Text == "false":
			return lex.SlashDivides
		}
		return lex.SlashUnsure
	case lex.Op:
		if t.Text == ")" || t.Text == "]" || t.Text == "}" {
			return lex.SlashDivides
		}
	}
	return lex.SlashRegexp
}

// literal reports whether an ambiguous character starts a literal. After a name Ruby decides by the
// blanks around it, and a name may be a variable.
func (l *lexer) literal(before lex.Slash) (yes bool, err error) {
	switch before {
	case lex.SlashDivides:
		return false, nil
	case lex.SlashRegexp:
		return true, nil
	}
	spaced := l.Pos > 0 && (l.Src[l.Pos-1] == ' ' || l.Src[l.Pos-1] == '\t')
	if n := l.Peek(1); !spaced || n == ' ' || n == '=' || n == '\n' {
		return false, nil
	}
	return false, l.Fail("%q behind a name that may be a variable or a method", l.Src[l.Pos])
}

// next cuts one token.
func (l *lexer) next() error {
	off, c, before := l.Pos, l.Src[l.Pos], l.before()
	switch {
	case lex.IsDigit(c):
		l.Number()
	case c == '_' || lex.IsLetter(c) || c >= utf8.RuneSelf || (c == '@' || c == '$') && l.Pos+1 < len(l.Src):
		l.name()
	case c == '"' || c == '`' || c == '\'':
		if err := l.quoted(map[byte]string{'"': "qq", '`': "qx", '\'': "q"}[c], off); err != nil {
			return err
		}
		if l.Peek(0) == ':' && l.Peek(1) == ' ' && c != '`' { // a key
			l.Pos++
			l.Add(lex.Op, l.Pos-1).Text = "=>"
		}
	case c == '/':
		if yes, err := l.literal(before); !yes {
			if err != nil {
				return err
			}
			return l.operator()
		}
		return l.quoted("m", off)
	case c == '%' && (lex.IsWordByte(l.Peek(1)) || strings.IndexByte("([{<|!/^-", l.Peek(1)) >= 0 && l.Peek(1) != 0):
		return l.percent(before)
	case c == '<' && before != lex.SlashDivides && strings.HasPrefix(l.Rest(), "<<") && l.hereDocument(before):
	case c == '?' && before != lex.SlashDivides && l.Peek(1) > ' ' && !lex.IsWordByte(l.Peek(2)):
		l.Pos += 2
		l.Raw("q", off, l.Src[off+1:l.Pos])
	case c == ':' && l.Peek(1) == '"':
		l.Pos++
		return l.quoted("qq", off)
	case c == ':' && (lex.IsWordByte(l.Peek(1)) && !lex.IsDigit(l.Peek(1))) && (before != lex.SlashDivides || l.Src[max(off-1, 0)] == ' '):
		l.Pos++
		from := l.Pos
		l.name()
		t := &l.Toks[len(l.Toks)-1]
		t.Kind, t.Off, t.Text, t.Pieces = lex.String, off, "q", []lex.Piece{{Text: l.Src[from:l.Pos], Known: true}}
	case c == ':' && before == lex.SlashRegexp && l.Peek(1) != 0 && strings.IndexByte("+-*/<>=![%&|^~", l.Peek(1)) >= 0:
		for l.Pos++; l.Pos < len(l.Src) && strings.IndexByte("+-*/<>=![]%&|^~@", l.Src[l.Pos]) >= 0; {
			l.Pos++
		}
		l.Raw("q", off, l.Src[off+1:l.Pos])
	default:
		return l.operator()
	}
	return nil
}

// name reads a name with its sigil. With a colon after it, it is a key and thus a text.
func (l *lexer) name() {
	off := l.Pos
	for l.Peek(0) == '@' || l.Peek(0) == '$' {
		l.Pos++
	}
	if l.Pos > off && !lex.IsWordByte(l.Peek(0)) {
		l.Pos = min(l.Pos+1, len(l.Src)) // $! $~
	}
	for l.Pos < len(l.Src) && lex.IsWordByte(l.Src[l.Pos]) {
		l.Pos++
	}
	if c := l.Peek(0); (c == '?' || c == '!') && l.Peek(1) != '=' {
		l.Pos++
	}
	t := l.Add(lex.Name, off)
	if l.Peek(0) == ':' && l.Peek(1) != ':' && l.Toks[len(l.Toks)-1].Text[0] != '@' && (len(l.Toks) < 2 || l.Last(2).Text != "?") {
		t.Kind, t.Pieces, t.Text = lex.String, []lex.Piece{{Text: t.Text, Known: true}}, "q"
		l.Pos++
		l.Add(lex.Op, l.Pos-1).Text = "=>"
	}
}

// operators are the multi-byte operators.
var operators = [...]string{
	"**=", "<=>", "===", "...", "||=", "&&=", "<<=", ">>=", "=>", "==", "=~", "!~", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=",
	"&&", "||", "..", "**", "<<", ">>", "::", "&.", "->",
}

func (l *lexer) operator() error {
	off, c := l.Pos, l.Src[l.Pos]
	if strings.IndexByte("(){}[];,.+-*/%&|^!~<>=?:", c) < 0 {
		return l.Fail("unexpected character %q", c)
	}
	l.Longest(operators[:])
	l.Add(lex.Op, off)
	switch c {
	case '(', '[', '{':
		return l.Push(heuristic.Bracket{Char: c})
	case ')', ']', '}':
		_, err := l.Pop(c)
		return err
	}
	return nil
}

// percent reads %q(…) and the other percent literals.
func (l *lexer) percent(before lex.Slash) error {
	yes, err := l.literal(before)
	if err != nil {
		return err
	}
	kind, n := l.Peek(1), 2
	if !lex.IsWordByte(kind) {
		kind, n = 'Q', 1
	}
	op := map[byte]string{'q': "q", 'Q': "qq", 'w': "qw", 'W': "qw", 'i': "qw", 'I': "qw", 'x': "qx", 'r': "m", 's': "q"}[kind]
	if !yes || op == "" || lex.IsWordByte(l.Peek(n)) || l.Peek(n) == ' ' {
		return l.operator()
	}
	off := l.Pos
	l.Pos += n
	return l.quoted(op, off)
}
