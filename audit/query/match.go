package query

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// A matcher finds a text in lines, ignoring case, both as they are written and with their
// escapes decoded.
type matcher struct {
	query  string // folded
	ascii  bool   // it is ASCII
	rare   int    // index of the query's byte that is rarest in log lines
	beyond bool   // a non-ASCII character folds to one of its letters
	marks  []mark // the other forms in which a line can hold one of its bytes
	undone []byte // buffer for a line with its escapes decoded
}

// A mark is a text that is in every line that holds a byte of the query in a form other
// than itself or its other case.
type mark struct {
	text []byte
	at   int // where the next one is
}

func newMatcher(query string) *matcher {
	m := &matcher{query: fold(query)}
	m.ascii = isASCII([]byte(m.query))
	if !m.ascii {
		return m
	}
	for i := range len(m.query) {
		if frequency(m.query[i]) < frequency(m.query[m.rare]) {
			m.rare = i
		}
	}
	for _, row := range otherWays {
		if strings.IndexByte(m.query, row.letter) < 0 {
			continue
		}
		m.beyond = m.beyond || row.text[0] >= utf8.RuneSelf
		m.marks = append(m.marks, mark{text: []byte(row.text)})
	}
	return m
}

// otherWays are texts that may stand for an ASCII byte: characters that fold to it (the
// dotted and dotless i, the long s, the Kelvin sign) and JSON's short escapes.
// [matcher.escaped] finds the long ones.
var otherWays = []struct {
	letter byte
	text   string
}{
	{'i', "\u0130"},
	{'i', "\u0131"},
	{'s', "\u017f"},
	{'k', "\u212a"},
	{'"', `\"`},
	{'\\', `\\`},
	{'/', `\/`},
	{'\b', `\b`},
	{'\f', `\f`},
	{'\n', `\n`},
	{'\r', `\r`},
	{'\t', `\t`},
}

// frequency ranks how common a byte is in log lines: those of words in paths and names by
// their order in English, then JSON's own.
func frequency(c byte) int {
	const common = `zqxj%&#!~^<>$(){}?;=+*kvbyw|'@fgpumhldcr[]-_.12345678inso09tae/,: "`
	return strings.IndexByte(common, c)
}

// each calls visit for each line of a block that holds the text, in order.
func (m *matcher) each(start int64, block []byte, visit func(at span, line []byte)) {
	check := func(at span, line []byte) {
		if m.contains(line) {
			visit(at, line)
		}
	}
	if m.query == "" || !m.ascii {
		eachLine(start, block, check)
		return
	}
	query, escaped := -1, -1 // the next occurrence of the query, and of an escape for one of its bytes
	for i := range m.marks {
		m.marks[i].at = -1
	}
	for at := 0; at < len(block); {
		if query < at {
			query = at + m.index(block[at:])
		}
		if escaped < at {
			escaped = m.escaped(block, at)
		}
		found := min(query, escaped, m.marked(block, at))
		if found >= len(block) {
			return
		}
		first := bytes.LastIndexByte(block[:found], '\n') + 1
		at = min(len(block), indexFrom(block, found, '\n')+1)
		eachLine(start+int64(first), block[first:at], check)
	}
}

// marked returns the place of the first mark in a block from at on, or the block's
// length.
func (m *matcher) marked(block []byte, at int) int {
	found := len(block)
	for i := range m.marks {
		next := &m.marks[i]
		if next.at < at {
			next.at = len(block)
			if n := bytes.Index(block[at:], next.text); n >= 0 {
				next.at = at + n
			}
		}
		found = min(found, next.at)
	}
	return found
}

// escaped returns the place, from at on, of a long escape (\u and four digits) for a byte
// of the query, or the length of text.
func (m *matcher) escaped(text []byte, at int) int {
	for at < len(text) {
		n := bytes.Index(text[at:], long)
		if n < 0 {
			break
		}
		at += n
		if escape(text[at+1:]) > 0 && m.has(hex(text[at+2:at+6])) {
			return at
		}
		at += len(long)
	}
	return len(text)
}

var long = []byte(`\u`)

// has reports whether a character folds to one of the query's.
func (m *matcher) has(r rune) bool {
	r = unicode.ToLower(unicode.ToUpper(r))
	return r < utf8.RuneSelf && strings.IndexByte(m.query, byte(r)) >= 0
}

// isASCII reports whether a text is all ASCII.
func isASCII(text []byte) bool {
	for ; len(text) >= 8; text = text[8:] {
		if binary.LittleEndian.Uint64(text)&0x8080808080808080 != 0 {
			return false
		}
	}
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// index returns where the query, which is ASCII, begins in text, or the length of text.
func (m *matcher) index(text []byte) int {
	c := m.query[m.rare]
	upper := c
	if c >= 'a' && c <= 'z' {
		upper -= 'a' - 'A'
	}
	if len(text) < len(m.query) {
		return len(text)
	}
	// Search for both cases in step, so that neither search goes further than it must.
	last := len(text) - len(m.query) + m.rare + 1
	lower, capital := -1, -1
	for at := m.rare; at < last; at++ {
		if lower < at {
			lower = indexFrom(text[:last], at, c)
		}
		if capital < at {
			capital = last
			if upper != c {
				capital = indexFrom(text[:last], at, upper)
			}
		}
		if at = min(lower, capital); at < last && equalFold(text[at-m.rare:], m.query) {
			return at - m.rare
		}
	}
	return len(text)
}

// indexFrom returns the first c in text from at on, or the length of text.
func indexFrom(text []byte, at int, c byte) int {
	if i := bytes.IndexByte(text[at:], c); i >= 0 {
		return at + i
	}
	return len(text)
}

// equalFold reports whether text begins with query, a folded ASCII text, in any case.
func equalFold(text []byte, query string) bool {
	for i := range len(query) {
		c := text[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != query[i] {
			return false
		}
	}
	return true
}

// contains reports whether the query is in the line as it is written, or with its escapes
// decoded.
func (m *matcher) contains(line []byte) bool {
	if m.holds(line) {
		return true
	}
	if bytes.IndexByte(line, '\\') < 0 {
		return false
	}
	m.undone = undo(m.undone[:0], line)
	return m.holds(m.undone)
}

func (m *matcher) holds(text []byte) bool {
	if m.query == "" || m.ascii && m.index(text) < len(text) {
		return true
	}
	if m.ascii && (!m.beyond || isASCII(text)) {
		return false
	}
	return strings.Contains(fold(string(text)), m.query)
}

// undo appends a line with its JSON escapes decoded. Other backslashes stay.
func undo(to, line []byte) []byte {
	for {
		i := bytes.IndexByte(line, '\\')
		if i < 0 || escape(line[i+1:]) == 0 {
			if i < 0 {
				return append(to, line...)
			}
			to, line = append(to, line[:i+1]...), line[i+1:]
			continue
		}
		to, line = append(to, line[:i]...), line[i+1:]
		r := meaning(line)
		line = line[escape(line):]
		if utf16.IsSurrogate(r) && len(line) > 5 && line[0] == '\\' && line[1] == 'u' && escape(line[1:]) == 5 {
			if pair := utf16.DecodeRune(r, hex(line[2:6])); pair != utf8.RuneError {
				r, line = pair, line[6:]
			}
		}
		to = utf8.AppendRune(to, r)
	}
}

// meaning decodes an escape without its backslash. Half of a surrogate pair stands for
// itself.
func meaning(text []byte) rune {
	if text[0] == 'u' {
		return hex(text[1:5])
	}
	return rune("\"\\/\b\f\n\r\t"[strings.IndexByte(`"\/bfnrt`, text[0])])
}

// hex reads four hexadecimal digits.
func hex(digits []byte) rune {
	var r rune
	for _, c := range digits {
		r <<= 4
		if c <= '9' {
			r |= rune(c - '0')
		} else {
			r |= rune(c|0x20-'a') + 10
		}
	}
	return r
}

// fold maps texts that differ only in case to the same text.
func fold(s string) string {
	return strings.Map(func(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }, s)
}
