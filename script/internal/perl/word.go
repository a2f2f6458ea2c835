package perl

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/heuristic"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// word reads a bareword, or the quotes that start with it.
func (l *lexer) word(before lex.Slash) error {
	off := l.Pos
	for l.Pos < len(l.Src) {
		c := l.Src[l.Pos]
		if (c == ':' && l.Peek(1) == ':' && l.Peek(2) != ':') && lex.IsWordByte(l.Peek(2)) {
			l.Pos += 2
		} else if !lex.IsWordByte(c) {
			break
		}
		l.Pos++
	}
	w := l.Src[off:l.Pos]
	if before == lex.SlashDivides && w[0] == 'x' && strings.Trim(w[1:], "0123456789") == "" {
		l.Pos = off + 1
		l.Add(lex.Op, off)
		return nil
	}
	if l.vstring(w, off) {
		return nil
	}
	if quoteWords.Has(w) && !l.plainWord() {
		return l.quoted(w, off)
	}
	l.Add(lex.Name, off)
	if w == "format" && l.begins() {
		return l.Fail("a format")
	}
	return nil
}

// quoteWords are the operators that take quotes of any kind.
const quoteWords lex.Words = "q qq qw qx m qr s tr y"

// plainWord reports whether a word such as q is a key, a method or the name of a function, and not a
// quote operator.
func (l *lexer) plainWord() bool {
	rest := strings.TrimLeft(l.Rest(), " \t\n")
	prev := l.Last(1).Text
	return rest == "" || strings.HasPrefix(rest, "=>") || prev == "->" || prev == "sub" || prev == "{" && l.Top().Hash && rest[0] == '}' ||
		rest[0] == ',' && len(rest) != len(l.Rest()) || rest[0] == ';' && len(rest) != len(l.Rest()) || rest[0] == ')'
}

// vstring reads v114.109, a text given by its character codes.
func (l *lexer) vstring(w string, off int) bool {
	if len(w) < 2 || w[0] != 'v' || strings.Trim(w[1:], "0123456789") != "" {
		return false
	}
	var b strings.Builder
	for s := w[1:]; ; {
		n, v := lex.Digits(s, 7, 10)
		if n < len(s) {
			return false
		}
		b.WriteRune(rune(v))
		if l.Peek(0) != '.' || !lex.IsDigit(l.Peek(1)) {
			break
		}
		from := l.Pos + 1
		for l.Pos++; lex.IsDigit(l.Peek(0)); {
			l.Pos++
		}
		s = l.Src[from:l.Pos]
	}
	l.Raw("q", off, b.String())
	return true
}

// variable reads a variable with its sigils: "$x", "@$x", "$#a", "${name}". Of ${ expression } it
// reads only the sigil.
func (l *lexer) variable() error {
	off := l.Pos
	l.Pos++
	for l.Peek(0) == '$' && (lex.IsWordByte(l.Peek(1)) || l.Peek(1) == '$' || l.Peek(1) == '{') {
		l.Pos++
	}
	if l.Peek(0) == '#' && l.Src[off] == '$' && (l.Peek(1) == '$' || l.Peek(1) == '{' || lex.IsWordByte(l.Peek(1))) {
		l.Pos++
		for l.Peek(0) == '$' {
			l.Pos++
		}
	}
	c := l.Peek(0)
	switch {
	case c == '{':
		return l.dereference(off)
	case c == '^' && lex.IsLetter(l.Peek(1)):
		l.Pos += 2
	case lex.IsWordByte(c) || c == ':' && l.Peek(1) == ':':
		for lex.IsWordByte(l.Peek(0)) || l.Peek(0) == ':' && l.Peek(1) == ':' && lex.IsWordByte(l.Peek(2)) {
			if l.Peek(0) == ':' {
				l.Pos++
			}
			l.Pos++
		}
	case c != 0 && l.Src[off] != '&' && l.Src[off] != '*':
		l.Pos++ // $! $/ @-
	}
	l.Add(lex.Op, off)
	return nil
}

// dereference reads the braces after sigils.
func (l *lexer) dereference(off int) error {
	end := strings.IndexByte(l.Rest(), '}')
	inner := ""
	if end > 0 {
		inner = strings.TrimSpace(l.Rest()[1:end])
	}
	if inner != "" && strings.IndexFunc(inner, func(c rune) bool { return c != '_' && c != ':' && c != '^' && !(c < 128 && lex.IsWordByte(byte(c))) }) < 0 {
		sigils := l.Src[off:l.Pos]
		l.Pos += end + 1
		l.Add(lex.Op, off).Text = sigils + inner
		return nil
	}
	l.Add(lex.Op, off)
	at := l.Pos
	l.Pos++
	l.Add(lex.Op, at)
	return l.Push(heuristic.Bracket{Char: '{', Term: true})
}

// angle reads a here-document, a read from a handle, or a glob.
func (l *lexer) angle(off int) error {
	if strings.HasPrefix(l.Rest(), "<<") && !strings.HasPrefix(l.Rest(), "<<>>") {
		word, indented := strings.CutPrefix(l.Rest()[2:], "~")
		if l.StartDocument(word, indented, `"'`) {
			return nil
		}
		return l.operator(lex.SlashRegexp)
	}
	near := l.Rest()
	near = near[:min(len(near), maxNear)]
	end := strings.IndexAny(near, ">\n;")
	if end < 0 || near[end] != '>' {
		return l.operator(lex.SlashRegexp)
	}
	inner := strings.Trim(l.Rest()[:end], "<")
	l.Pos += end + 1
	if strings.HasPrefix(l.Rest(), ">") && inner == "" {
		l.Pos++
	}
	t := l.Add(lex.String, off)
	t.Text = "readline"
	if strings.Trim(inner, "$_:abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
		t.Text = "glob"
		pieces, err := l.interpolate(inner, t, false)
		if err != nil {
			return err
		}
		l.Toks[len(l.Toks)-1].Pieces = pieces
	}
	return nil
}
