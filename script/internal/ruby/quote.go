package ruby

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/heuristic"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// quoted reads quotes of any kind, from the delimiter on.
func (l *lexer) quoted(op string, off int) error {
	delim := l.Peek(0)
	if op == "q" || op == "qw" {
		body, err := l.Body(nil)
		l.Raw(op, off, heuristic.RawText(body, delim))
		return err
	}
	body, err := l.Body(codeIn)
	if err != nil {
		return err
	}
	if op == "m" {
		for lex.IsLetter(l.Peek(0)) {
			l.Pos++
		}
	}
	l.Add(lex.String, off).Text = op
	at := len(l.Toks) - 1
	pieces, err := l.interpolate(body, op == "m")
	l.Toks[at].Pieces = pieces
	return err
}

// codeIn reports whether a text starts with an interpolation, and its length; 0 if it has no end.
func codeIn(s string) (n int, begins bool) {
	if !strings.HasPrefix(s, "#{") {
		return 0, false
	}
	if n = code(s[1:], 0); n > 0 {
		n++
	}
	return n, true
}

// code returns the length of code in braces with its own strings, or 0.
func code(s string, depth int) int {
	if depth > absval.MaxNesting {
		return 0
	}
	open, quote := 0, byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case quote != 0 && quote != '\'' && c == '#' && i+1 < len(s) && s[i+1] == '{':
			n := code(s[i+1:], depth+1)
			if n == 0 {
				return 0
			}
			i += n
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '{':
			open++
		case c == '}':
			if open--; open == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// interpolate splits text into literal text and the code in it.
func (l *lexer) interpolate(s string, pattern bool) ([]lex.Piece, error) {
	var pieces []lex.Piece
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			pieces = append(pieces, lex.Piece{Text: b.String(), Known: true})
			b.Reset()
		}
	}
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '\\' && pattern:
			i += 2
		case c == '\\':
			n := escape(&b, s[i+1:])
			if n == 0 {
				flush()
				pieces = append(pieces, lex.Piece{})
			}
			i += 1 + max(n, 1)
		case c == '#' && strings.HasPrefix(s[i:], "#{"):
			n := code(s[i+1:], 0)
			if n == 0 {
				return nil, l.Fail("code in a string that is never closed")
			}
			flush()
			code, err := tokens(s[i+2:i+n], l.Depth+1)
			if err != nil {
				return nil, err
			}
			pieces = append(pieces, lex.Piece{Code: code})
			i += 1 + n
		case c == '#' && i+1 < len(s) && (s[i+1] == '@' || s[i+1] == '$'):
			flush()
			pieces = append(pieces, lex.Piece{})
			for i += 2; i < len(s) && lex.IsWordByte(s[i]); {
				i++
			}
		default:
			b.WriteByte(c)
			i++
		}
	}
	flush()
	return pieces, nil
}

// escape decodes C's escapes and those that Ruby adds; 0 means an unsupported escape.
func escape(b *strings.Builder, s string) int {
	if s == "" {
		return 1
	}
	switch s[0] {
	case 'C', 'c', 'M':
		return 0
	case 'e', 's':
		b.WriteByte(map[byte]byte{'e': 27, 's': ' '}[s[0]])
		return 1
	case 'u':
		if strings.HasPrefix(s[1:], "{") {
			n, v := lex.Digits(s[2:], 6, 16)
			if !strings.HasPrefix(s[2+n:], "}") {
				return 0
			}
			b.WriteRune(rune(v))
			return n + 3
		}
		n, v := lex.Digits(s[1:], 4, 16)
		b.WriteRune(rune(v))
		return 1 + n
	}
	return lex.UnescapeByte(b, s)
}

// hereDocument reads "<<WORD" in its forms, and reports whether there was one.
func (l *lexer) hereDocument(before lex.Slash) bool {
	off := l.Pos
	if before == lex.SlashUnsure && (off == 0 || l.Src[off-1] != ' ' && l.Src[off-1] != '(') {
		return false
	}
	word := l.Rest()[2:]
	indented := word != "" && (word[0] == '~' || word[0] == '-')
	if indented {
		word = word[1:]
	}
	if !l.StartDocument(word, indented, "\"'`") {
		return false
	}
	if word[0] == '`' {
		l.Toks[len(l.Toks)-1].Text = "qx"
	}
	return true
}
