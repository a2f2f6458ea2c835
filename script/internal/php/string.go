package php

import (
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/brace"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// single reads a literal in single quotes, where a backslash escapes only
// itself and the quote.
func (l *lexer) single() error {
	off := l.Pos
	for l.Pos++; l.Pos < len(l.Src); l.Pos++ {
		switch l.Src[l.Pos] {
		case '\\':
			l.Pos++
		case '\'':
			s := strings.NewReplacer(`\\`, `\`, `\'`, `'`).Replace(l.Src[off+1 : l.Pos])
			l.Pos++
			l.Add(lex.Token{Kind: lex.String, Off: off, Pieces: []lex.Piece{{Text: s, Known: true}}})
			return nil
		}
	}
	return l.Fail("unterminated string")
}

// double reads a literal in double quotes.
func (l *lexer) double() error {
	off, first := l.Pos, l.First
	l.Pos++
	pieces, err := l.interpolated('"', len(l.Src), "")
	l.First = first
	l.Add(lex.Token{Kind: lex.String, Off: off, Pieces: pieces})
	return err
}

// command reads a literal in backquotes, which is a call of shell_exec.
func (l *lexer) command() error {
	off := l.Pos
	l.Pos++
	pieces, err := l.interpolated('`', len(l.Src), "")
	l.Add(lex.Token{Kind: lex.Name, Off: off, Text: "shell_exec"})
	l.Add(lex.Token{Kind: lex.Op, Off: off, Text: "(", Shut: 2})
	l.Add(lex.Token{Kind: lex.String, Off: off, Pieces: pieces})
	l.Add(lex.Token{Kind: lex.Op, Off: off, Text: ")"})
	return err
}

// label returns the label of a here-document that starts here, its quote, and the length; 0 if none
// starts.
func (l *lexer) label() (name string, quote byte, size int) {
	rest := strings.TrimLeft(l.Src[l.Pos+3:], " \t")
	lead := len(l.Src) - l.Pos - len(rest)
	if rest != "" && (rest[0] == '\'' || rest[0] == '"') {
		quote, rest, lead = rest[0], rest[1:], lead+1
	}
	n := 0
	for n < len(rest) && (letter(rest[n]) || n > 0 && lex.IsDigit(rest[n])) {
		n++
	}
	name, rest = rest[:n], rest[n:]
	size = lead + n
	if quote != 0 {
		if rest == "" || rest[0] != quote {
			return "", 0, 0
		}
		rest, size = rest[1:], size+1
	}
	if n == 0 || rest == "" || rest[0] != '\n' && rest[0] != '\r' {
		return "", 0, 0
	}
	if strings.HasPrefix(rest, "\r\n") {
		size++
	}
	return name, quote, size + 1
}

func (l *lexer) heredocHere() bool {
	_, _, n := l.label()
	return n > 0
}

// heredoc reads a here-document, up to the line that begins with its label.
func (l *lexer) heredoc() error {
	off := l.Pos
	name, quote, n := l.label()
	l.Pos += n
	start := l.Pos
	for at := start; ; {
		line, _, more := strings.Cut(l.Src[at:], "\n")
		trimmed := strings.TrimLeft(line, " \t")
		rest, ends := strings.CutPrefix(trimmed, name)
		if ends && (rest == "" || !letter(rest[0]) && !lex.IsDigit(rest[0])) {
			indent := line[:len(line)-len(trimmed)]
			pieces, err := l.hereText(start, max(at-1, start), quote, indent)
			l.Pos = at + len(indent) + len(name)
			l.First = false
			l.Add(lex.Token{Kind: lex.String, Off: off, Pieces: pieces})
			return err
		}
		if !more {
			return l.Fail("unterminated here-document")
		}
		at += len(line) + 1
	}
}

// hereText returns the text of a here-document without its indentation.
func (l *lexer) hereText(start, end int, quote byte, indent string) ([]lex.Piece, error) {
	if quote == '\'' {
		return []lex.Piece{{Text: outdent(l.Src[start:end], indent), Known: true}}, nil
	}
	l.Pos = start
	pieces, err := l.interpolated(0, end, indent)
	if l.Pos > end {
		return nil, l.Fail("unterminated here-document")
	}
	return pieces, err
}

func outdent(s, indent string) string {
	if indent == "" {
		return s
	}
	return strings.ReplaceAll(strings.TrimPrefix(s, indent), "\n"+indent, "\n")
}

// interpolated reads text with variables in it, up to a quote or an offset.
func (l *lexer) interpolated(quote byte, end int, indent string) ([]lex.Piece, error) {
	var pieces []lex.Piece
	from := l.Pos
	flush := func() {
		pieces = append(pieces, lex.Piece{Text: unescapePHP(outdent(l.Src[from:l.Pos], indent), quote), Known: true})
	}
	for l.Pos < end {
		c := l.Src[l.Pos]
		switch {
		case c == quote && quote != 0:
			flush()
			l.Pos++
			return pieces, nil
		case c == '\\':
			l.Pos = min(l.Pos+2, end)
			continue
		case l.Has("{$"):
			flush()
			code, err := l.Embedded(l.next)
			if err != nil {
				return nil, err
			}
			pieces = append(pieces, code)
		case l.Has("${"):
			flush()
			code, err := l.named()
			if err != nil {
				return nil, err
			}
			pieces = append(pieces, code)
		case c == '$' && letter(l.Peek(1)):
			flush()
			pieces = append(pieces, l.simple())
		default:
			l.Pos++
			continue
		}
		from = l.Pos
	}
	flush()
	if quote != 0 {
		return nil, l.Fail("unterminated string")
	}
	return pieces, nil
}

// named reads "${name}" or "${expression}".
func (l *lexer) named() (lex.Piece, error) {
	l.Pos++
	code, err := l.Embedded(l.next)
	if err == nil && len(code.Code) > 1 && code.Code[0].Kind == lex.Name && code.Code[0].Text[0] != '$' {
		code.Code[0].Text = "$" + l.Src[code.Code[0].Off:code.Code[0].End]
	}
	return code, err
}

// simple reads "$name", "$name[key]" or "$name->member".
func (l *lexer) simple() lex.Piece {
	toks := l.Toks
	l.Toks = nil
	l.variable()
	switch {
	case l.Peek(0) == '[':
		off := l.Pos
		if end := strings.IndexByte(l.Src[off:min(off+lex.MaxName, len(l.Src))], ']'); end > 0 {
			key := strings.Trim(l.Src[off+1:off+end], "'\"")
			l.Pos += end + 1
			l.Toks = append(l.Toks, lex.Token{Kind: lex.Op, Text: "[", Shut: 2, Off: off, End: l.Pos}, phpKey(key, off, l.Pos), lex.Token{Kind: lex.Op, Text: "]", Off: off, End: l.Pos})
		}
	case l.Has("->") && letter(l.Peek(2)):
		off := l.Pos
		l.Pos += 2
		l.letters()
		l.Toks = append(l.Toks, lex.Token{Kind: lex.Op, Text: ".", Off: off, End: off + 2}, lex.Token{Kind: lex.Name, Text: l.Src[off+2 : l.Pos], Off: off + 2, End: l.Pos})
	}
	code := append(l.Toks, lex.Token{Kind: lex.EOF, Off: l.Pos, End: l.Pos})
	l.Toks = toks
	return lex.Piece{Code: code, Plain: true}
}

// phpKey returns the token of an unquoted key in a string.
func phpKey(key string, off, end int) lex.Token {
	if strings.HasPrefix(key, "$") {
		return lex.Token{Kind: lex.Name, Text: key, Off: off, End: end}
	}
	if _, err := strconv.Atoi(key); err == nil {
		return lex.Token{Kind: lex.Number, Text: key, Off: off, End: end}
	}
	return lex.Token{Kind: lex.String, Pieces: []lex.Piece{{Text: key, Known: true}}, Off: off, End: end}
}

// escapes lists pairs of an escape letter and its character.
const escapes = "n\nt\tr\rv\ve\x1bf\f\\\\$$"

// unescapePHP decodes the text between variables. A backslash before any other character stays.
func unescapePHP(s string, quote byte) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for s != "" {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 >= len(s) {
			b.WriteString(s)
			break
		}
		b.WriteString(s[:i])
		s = s[i+1:]
		s = s[escape(&b, s, quote):]
	}
	return b.String()
}

func escape(b *strings.Builder, s string, quote byte) int {
	for i := 0; i < len(escapes); i += 2 {
		if s[0] == escapes[i] {
			b.WriteByte(escapes[i+1])
			return 1
		}
	}
	digits := func(set string, from, most int) int {
		n := from
		for n < len(s) && n < from+most && strings.IndexByte(set, s[n]) >= 0 {
			n++
		}
		return n
	}
	switch {
	case s[0] == quote && quote != 0:
		b.WriteByte(quote)
		return 1
	case s[0] >= '0' && s[0] <= '7':
		n := digits("01234567", 0, 3)
		v, _ := strconv.ParseUint(s[:n], 8, 32)
		b.WriteRune(rune(v & 0xff))
		return n
	case s[0] == 'x' && digits("0123456789abcdefABCDEF", 1, 2) > 1:
		n := digits("0123456789abcdefABCDEF", 1, 2)
		v, _ := strconv.ParseUint(s[1:n], 16, 32)
		b.WriteRune(rune(v))
		return n
	case strings.HasPrefix(s, "u{"):
		if r, n := brace.CodePoint(s); n > 0 {
			b.WriteRune(r)
			return n
		}
	}
	b.WriteByte('\\')
	return 0
}
