package query

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// A matcher looks for a text in lines, whatever the case, as they are written and as
// they read with their escapes undone.
type matcher struct {
	query  string // folded
	ascii  bool   // it is ASCII
	rare   int    // where in it the byte is that lines have least of
	signs  []sign // that a line may hold it otherwise than byte for byte
	undone []byte // room for a line without escapes
}

// A sign is a sequence of bytes.
type sign = string

// beyond are the characters beyond ASCII that fold to a letter within.
var beyond = map[byte][]sign{'i': {"\u0130", "\u0131"}, 'k': {"\u212a"}, 's': {"\u017f"}}

func newMatcher(query string) *matcher {
	m := &matcher{query: fold(query), ascii: true, signs: []sign{`\`}}
	for i := range len(m.query) {
		c := m.query[i]
		m.ascii = m.ascii && c < utf8.RuneSelf
		if strings.IndexByte(m.query, c) == i {
			m.signs = append(m.signs, beyond[c]...)
		}
		if frequency(c) < frequency(m.query[m.rare]) {
			m.rare = i
		}
	}
	return m
}

// frequency is how common a byte is in log lines, roughly: those of words in paths
// and names by their order in English, and what JSON is made of.
func frequency(c byte) int {
	const common = `zqxj%&#!~^<>$(){}?;=+*kvbyw|'@fgpumhldcr[]-_.12345678inso09tae/,: "`
	return strings.IndexByte(common, c)
}

// each calls visit for each line of a block that holds the text, in their order.
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
	next := make([]int, 1+len(m.signs)) // where the query and the signs are from here on
	for i := range next {
		next[i] = -1
	}
	for at := 0; at < len(block); {
		m.advance(next, block, at)
		found := slices.Min(next)
		if found == len(block) {
			return
		}
		first := bytes.LastIndexByte(block[:found], '\n') + 1
		at = min(len(block), indexFrom(block, found, '\n')+1)
		eachLine(start+int64(first), block[first:at], check)
	}
}

// advance moves what was found before a place on to the next in the block, or to its
// end. What lies further on is not looked for again.
func (m *matcher) advance(next []int, block []byte, at int) {
	for i, was := range next {
		if was >= at {
			continue
		}
		found := -1
		if i == 0 {
			found = m.index(block[at:])
		} else {
			found = bytes.Index(block[at:], []byte(m.signs[i-1]))
		}
		next[i] = len(block)
		if found >= 0 {
			next[i] = at + found
		}
	}
}

// index returns where the query, which is ASCII, begins in text, or -1.
func (m *matcher) index(text []byte) int {
	c := m.query[m.rare]
	upper := c
	if c >= 'a' && c <= 'z' {
		upper -= 'a' - 'A'
	}
	if len(text) < len(m.query) {
		return -1
	}
	// Both cases are looked for at once: neither search goes further than it must.
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
	return -1
}

// indexFrom returns where c is in text from a place on, or the length of text.
func indexFrom(text []byte, at int, c byte) int {
	if i := bytes.IndexByte(text[at:], c); i >= 0 {
		return at + i
	}
	return len(text)
}

// equalFold reports whether text begins with a folded ASCII text in any case.
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

// contains says whether the query is in the line as it is written, or without its
// escapes.
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
	if m.query == "" {
		return true
	}
	if m.ascii && m.index(text) >= 0 {
		return true
	}
	if m.ascii && !slices.ContainsFunc(m.signs[1:], func(s sign) bool { return bytes.Contains(text, []byte(s)) }) {
		return false
	}
	return strings.Contains(fold(string(text)), m.query)
}

// undo appends a line with the escapes of JSON undone. What is none stays.
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
		if line[0] != 'u' {
			to = append(to, "\"\\/\b\f\n\r\t"[strings.IndexByte(`"\/bfnrt`, line[0])])
			line = line[1:]
			continue
		}
		r := hex(line[1:5])
		line = line[5:]
		if utf16.IsSurrogate(r) && len(line) > 5 && line[0] == '\\' && line[1] == 'u' && escape(line[1:]) == 5 {
			if pair := utf16.DecodeRune(r, hex(line[2:6])); pair != utf8.RuneError {
				r, line = pair, line[6:]
			}
		}
		to = utf8.AppendRune(to, r)
	}
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

// fold makes two texts equal that differ in case alone.
func fold(s string) string {
	return strings.Map(func(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }, s)
}
