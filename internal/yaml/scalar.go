package yaml

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/internal/excerpt"
)

// scalar reads a value that is no block, behind something in a column, or in brackets.
func (p *parser) scalar(parent int, inFlow bool) *Node {
	switch p.peek(0) {
	case '"', '\'':
		return p.quoted()
	case '[':
		return p.flowList()
	case '{':
		return p.flowMapping()
	case '@', '`', '%', ']', '}', ',':
		p.fail(p.pos, "no value begins so")
	}
	return p.plain(parent, inFlow)
}

// plain reads a value without quotes. It may go on in deeper lines; their ends are blanks.
func (p *parser) plain(parent int, inFlow bool) *Node {
	n := &Node{Kind: Scalar, At: p.pos, IsPlain: true}
	var b excerpt.Builder
	for {
		from := p.pos
		end := p.plainEnd(inFlow)
		b.Copy(p.text, from, end)
		p.pos = end
		at := p.pos
		p.spaces()
		if p.peek(0) != '\n' {
			break
		}
		breaks := 0
		for p.peek(0) == '\n' {
			p.pos++
			breaks++
			p.spaces()
		}
		c := p.peek(0)
		if p.atEnd() || c == '#' || !inFlow && p.column() <= parent || inFlow && strings.IndexByte(",[]{}", c) >= 0 {
			p.pos = at
			break
		}
		if c == ':' && isBlank(p.peek(1)) {
			p.pos = at
			break
		}
		if !inFlow && p.isKeyHere() {
			p.fail(p.pos, "a key within a text without quotes")
		}
		folded(&b, breaks, at)
	}
	n.Text = b.Text()
	return n
}

// plainEnd is where the part of a text without quotes ends that is on this line.
func (p *parser) plainEnd(inFlow bool) int {
	i := p.pos
	for ; i < len(p.text) && p.text[i] != '\n'; i++ {
		c := p.text[i]
		after := byte(0)
		if i+1 < len(p.text) {
			after = p.text[i+1]
		}
		if c == ':' && (isBlank(after) || inFlow && strings.IndexByte(",[]{}", after) >= 0) {
			if !inFlow {
				p.fail(i, "a colon within a text without quotes")
			}
			break
		}
		if c == '#' && i > p.pos && isBlank(p.text[i-1]) || inFlow && strings.IndexByte(",[]{}", c) >= 0 {
			break
		}
	}
	return p.pos + len(strings.TrimRight(p.text[p.pos:i], " \t\r"))
}

// folded adds what ends of lines are within a value: one is a blank, of more all but one stay.
func folded(b *excerpt.Builder, breaks, at int) {
	if breaks == 1 {
		b.Put(" ", at)
		return
	}
	b.Put(strings.Repeat("\n", breaks-1), at)
}

// quoteEnd is the place behind the quote that ends the text in quotes here, or -1.
func (p *parser) quoteEnd() int {
	quote := p.text[p.pos]
	for i := p.pos + 1; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == '\\' && quote == '"':
			i++
		case c == quote && quote == '\'' && i+1 < len(p.text) && p.text[i+1] == quote:
			i++
		case c == quote:
			return i + 1
		}
	}
	return -1
}

// quoted reads a text in quotes.
func (p *parser) quoted() *Node {
	n := &Node{Kind: Scalar, At: p.pos}
	end := p.quoteEnd()
	if end < 0 {
		p.fail(p.pos, "a quote without its end")
	}
	var b excerpt.Builder
	quote := p.text[p.pos]
	for p.pos++; p.pos < end-1; {
		switch c := p.text[p.pos]; {
		case strings.IndexByte(" \t\r\n", c) >= 0:
			p.blanks(&b, end)
		case c == '\\' && quote == '"':
			p.escape(&b, end)
		case c == quote: // twice, in single quotes
			b.Copy(p.text, p.pos, p.pos+1)
			p.pos += 2
		default:
			b.Copy(p.text, p.pos, p.pos+1)
			p.pos++
		}
	}
	p.pos = end
	n.Text = b.Text()
	return n
}

// blanks passes blanks in a text in quotes: they stay within a line, and go with the ends of
// lines that are among them.
func (p *parser) blanks(b *excerpt.Builder, end int) {
	at, breaks := p.pos, 0
	for p.pos < end-1 && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		if p.text[p.pos] == '\n' {
			breaks++
		}
		p.pos++
	}
	if breaks == 0 {
		b.Copy(p.text, at, p.pos)
		return
	}
	folded(b, breaks, at)
}

// escape reads what stands behind a backslash in double quotes.
func (p *parser) escape(b *excerpt.Builder, end int) {
	at := p.pos
	c := p.peek(1)
	p.pos += 2
	if c == '\r' && p.peek(0) == '\n' {
		c = '\n'
		p.pos++
	}
	switch n := strings.IndexByte("0abtnvfre\"/\\N_LP \t", c); {
	case c == '\n': // the line goes on
		for p.pos < end-1 && (p.peek(0) == ' ' || p.peek(0) == '\t') {
			p.pos++
		}
	case n >= 0:
		escapes := [...]string{"\x00", "\a", "\b", "\t", "\n", "\v", "\f", "\r", "\x1b", `"`, "/", `\`, "\u0085", "\u00a0", "\u2028", "\u2029", " ", "\t"}
		b.Put(escapes[n], at)
	case c == 'x':
		b.Put(string(p.hex(2, end)), at)
	case c == 'u':
		r := p.hex(4, end)
		if utf16.IsSurrogate(r) && p.peek(0) == '\\' && p.peek(1) == 'u' {
			p.pos += 2
			r = utf16.DecodeRune(r, p.hex(4, end))
		}
		b.Put(string(r), at)
	case c == 'U':
		b.Put(string(p.hex(8, end)), at)
	default:
		p.fail(at, "no escape is written so")
	}
}

// hex reads the digits of a character.
func (p *parser) hex(digits, end int) rune {
	r := rune(0)
	for range digits {
		c := p.peek(0)
		d := strings.IndexByte("0123456789abcdef", c|0x20)
		if c < '0' || d < 0 || p.pos >= end-1 {
			p.fail(p.pos, "no digit of a character")
		}
		r = r<<4 | rune(d)
		p.pos++
	}
	if r > utf8.MaxRune || r < 0 {
		p.fail(p.pos-digits, "there is no such character")
	}
	return r
}
