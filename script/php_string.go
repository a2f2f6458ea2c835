package script

import (
	"strconv"
	"strings"
)

// single reads a literal in single quotes, where a backslash escapes only
// itself and the quote.
func (l *phpLexer) single() error {
	off := l.pos
	for l.pos++; l.pos < len(l.src); l.pos++ {
		switch l.src[l.pos] {
		case '\\':
			l.pos++
		case '\'':
			s := strings.NewReplacer(`\\`, `\`, `\'`, `'`).Replace(l.src[off+1 : l.pos])
			l.pos++
			l.add(token{kind: tokString, off: off, pieces: []piece{{text: s, known: true}}})
			return nil
		}
	}
	return l.fail("unterminated string")
}

// double reads a literal in double quotes.
func (l *phpLexer) double() error {
	off, first := l.pos, l.first
	l.pos++
	pieces, err := l.interpolated('"', len(l.src), "")
	l.first = first
	l.add(token{kind: tokString, off: off, pieces: pieces})
	return err
}

// command reads a literal in backquotes, which is what shell_exec makes of it.
func (l *phpLexer) command() error {
	off := l.pos
	l.pos++
	pieces, err := l.interpolated('`', len(l.src), "")
	l.add(token{kind: tokName, off: off, text: "shell_exec"})
	l.add(token{kind: tokOp, off: off, text: "(", shut: 2})
	l.add(token{kind: tokString, off: off, pieces: pieces})
	l.add(token{kind: tokOp, off: off, text: ")"})
	return err
}

// label is the one of a here-document that begins here, with its quote, and
// its length; 0 if none begins.
func (l *phpLexer) label() (name string, quote byte, size int) {
	rest := strings.TrimLeft(l.src[l.pos+3:], " \t")
	lead := len(l.src) - l.pos - len(rest)
	if rest != "" && (rest[0] == '\'' || rest[0] == '"') {
		quote, rest, lead = rest[0], rest[1:], lead+1
	}
	n := 0
	for n < len(rest) && (phpLetter(rest[n]) || n > 0 && isDigit(rest[n])) {
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

func (l *phpLexer) heredocHere() bool {
	_, _, n := l.label()
	return n > 0
}

// heredoc reads a here-document, up to the line that begins with its label.
func (l *phpLexer) heredoc() error {
	off := l.pos
	name, quote, n := l.label()
	l.pos += n
	start := l.pos
	for at := start; ; {
		line, _, more := strings.Cut(l.src[at:], "\n")
		trimmed := strings.TrimLeft(line, " \t")
		rest, ends := strings.CutPrefix(trimmed, name)
		if ends && (rest == "" || !phpLetter(rest[0]) && !isDigit(rest[0])) {
			indent := line[:len(line)-len(trimmed)]
			pieces, err := l.hereText(start, max(at-1, start), quote, indent)
			l.pos = at + len(indent) + len(name)
			l.first = false
			l.add(token{kind: tokString, off: off, pieces: pieces})
			return err
		}
		if !more {
			return l.fail("unterminated here-document")
		}
		at += len(line) + 1
	}
}

// hereText is the text of a here-document without its indentation.
func (l *phpLexer) hereText(start, end int, quote byte, indent string) ([]piece, error) {
	if quote == '\'' {
		return []piece{{text: outdent(l.src[start:end], indent), known: true}}, nil
	}
	l.pos = start
	pieces, err := l.interpolated(0, end, indent)
	if l.pos > end {
		return nil, l.fail("unterminated here-document")
	}
	return pieces, err
}

func outdent(s, indent string) string {
	if indent == "" {
		return s
	}
	return strings.ReplaceAll(strings.TrimPrefix(s, indent), "\n"+indent, "\n")
}

// interpolated reads text with variables in it, to a quote or to a place.
func (l *phpLexer) interpolated(quote byte, end int, indent string) ([]piece, error) {
	var pieces []piece
	from := l.pos
	flush := func() {
		pieces = append(pieces, piece{text: unescapePHP(outdent(l.src[from:l.pos], indent), quote), known: true})
	}
	for l.pos < end {
		c := l.src[l.pos]
		switch {
		case c == quote && quote != 0:
			flush()
			l.pos++
			return pieces, nil
		case c == '\\':
			l.pos = min(l.pos+2, end)
			continue
		case l.has("{$"):
			flush()
			code, err := l.embedded(l.next)
			if err != nil {
				return nil, err
			}
			pieces = append(pieces, code)
		case l.has("${"):
			flush()
			code, err := l.named()
			if err != nil {
				return nil, err
			}
			pieces = append(pieces, code)
		case c == '$' && phpLetter(l.peek(1)):
			flush()
			pieces = append(pieces, l.simple())
		default:
			l.pos++
			continue
		}
		from = l.pos
	}
	flush()
	if quote != 0 {
		return nil, l.fail("unterminated string")
	}
	return pieces, nil
}

// named reads "${name}" or "${expression}".
func (l *phpLexer) named() (piece, error) {
	l.pos++
	code, err := l.embedded(l.next)
	if err == nil && len(code.code) > 1 && code.code[0].kind == tokName && code.code[0].text[0] != '$' {
		code.code[0].text = "$" + l.src[code.code[0].off:code.code[0].end]
	}
	return code, err
}

// simple reads "$name", "$name[key]" or "$name->member".
func (l *phpLexer) simple() piece {
	toks := l.toks
	l.toks = nil
	l.variable()
	switch {
	case l.peek(0) == '[':
		off := l.pos
		if end := strings.IndexByte(l.src[off:min(off+maxName, len(l.src))], ']'); end > 0 {
			key := strings.Trim(l.src[off+1:off+end], "'\"")
			l.pos += end + 1
			l.toks = append(l.toks, token{kind: tokOp, text: "[", shut: 2, off: off, end: l.pos}, phpKey(key, off, l.pos), token{kind: tokOp, text: "]", off: off, end: l.pos})
		}
	case l.has("->") && phpLetter(l.peek(2)):
		off := l.pos
		l.pos += 2
		l.letters()
		l.toks = append(l.toks, token{kind: tokOp, text: ".", off: off, end: off + 2}, token{kind: tokName, text: l.src[off+2 : l.pos], off: off + 2, end: l.pos})
	}
	code := append(l.toks, token{kind: tokEnd, off: l.pos, end: l.pos})
	l.toks = toks
	return piece{code: code, plain: true}
}

// phpKey is the token of a key that stands without quotes in a string.
func phpKey(key string, off, end int) token {
	if strings.HasPrefix(key, "$") {
		return token{kind: tokName, text: key, off: off, end: end}
	}
	if _, err := strconv.Atoi(key); err == nil {
		return token{kind: tokNumber, text: key, off: off, end: end}
	}
	return token{kind: tokString, pieces: []piece{{text: key, known: true}}, off: off, end: end}
}

// phpEscapes pairs the letter after a backslash with what it stands for.
const phpEscapes = "n\nt\tr\rv\ve\x1bf\f\\\\$$"

// unescapePHP gives the text between variables. A backslash before anything
// else stays.
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
		s = s[escapePHP(&b, s, quote):]
	}
	return b.String()
}

func escapePHP(b *strings.Builder, s string, quote byte) int {
	for i := 0; i < len(phpEscapes); i += 2 {
		if s[0] == phpEscapes[i] {
			b.WriteByte(phpEscapes[i+1])
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
		if r, n := codePoint(s); n > 0 {
			b.WriteRune(r)
			return n
		}
	}
	b.WriteByte('\\')
	return 0
}
