package yaml

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/excerpt"
)

// block reads a block of lines ("|" or ">") behind something in a column.
func (p *parser) block(parent int) *Node {
	n := &Node{Kind: Scalar, At: p.pos}
	isFolded, chomp, indent := p.peek(0) == '>', byte(0), 0
	p.pos++
	for range 2 {
		switch c := p.peek(0); {
		case c == '+' || c == '-':
			chomp = c
			p.pos++
		case c >= '1' && c <= '9':
			indent = max(parent, 0) + int(c-'0')
			p.pos++
		}
	}
	if !p.rest() {
		p.fail(p.pos, "no block of lines begins so")
	}
	if p.pos < len(p.text) {
		p.pos++
	}
	lines := p.blockLines(parent, indent)
	last := len(lines)
	for last > 0 && lines[last-1].isEmpty() {
		last--
	}
	var b excerpt.Builder
	for i, l := range lines[:last] {
		b.Copy(p.text, l.from, l.to)
		if i < last-1 {
			p.lineBreak(&b, lines[i:], isFolded)
		}
	}
	if chomp != '-' && last > 0 {
		b.Put("\n", lines[last-1].to)
	}
	if chomp == '+' {
		for _, l := range lines[last:] {
			b.Put("\n", l.from)
		}
	}
	n.Text = b.Text()
	return n
}

// line is a line of a block, without its indentation and its end.
type line struct{ from, to int }

func (l line) isEmpty() bool { return l.from >= l.to }

// blockLines are the lines of a block. The first that is not empty says how deep they stand,
// if nothing else does.
func (p *parser) blockLines(parent, indent int) []line {
	var lines []line
	for p.pos < len(p.text) {
		end := p.lineEnd(p.pos)
		to := end
		if to > p.pos && p.text[to-1] == '\r' {
			to--
		}
		spaces := len(p.text[p.pos:to]) - len(strings.TrimLeft(p.text[p.pos:to], " "))
		isEmpty := p.pos+spaces == to
		switch {
		case isEmpty:
		case p.marker("---") || p.marker("..."), indent == 0 && spaces <= parent, indent > 0 && spaces < indent:
			return lines
		case indent == 0:
			if p.text[p.pos+spaces] == '\t' && spaces <= parent {
				p.fail(p.pos+spaces, "a tab indents this line")
			}
			if indent = spaces; indent == 0 {
				indent = -1 // of a document that is a block
			}
		}
		lines = append(lines, line{min(p.pos+max(indent, 0), to), to})
		if isEmpty && indent == 0 {
			lines[len(lines)-1].from = to
		}
		p.pos = min(end+1, len(p.text))
	}
	return lines
}

// lineBreak adds the end of the first of some lines. In a folded block, one between two
// lines that begin with no blank is a blank, and of more all but one stay.
func (p *parser) lineBreak(b *excerpt.Builder, lines []line, isFolded bool) {
	l := lines[0]
	if !isFolded {
		b.Put("\n", l.to)
		return
	}
	if l.isEmpty() || p.isDeep(l) {
		b.Put("\n", l.to)
		return
	}
	next := 1
	for lines[next].isEmpty() {
		next++
	}
	switch {
	case next > 1 && !p.isDeep(lines[next]): // the empty lines are the breaks
	case next > 1 || p.isDeep(lines[next]):
		b.Put("\n", l.to)
	default:
		b.Put(" ", l.to)
	}
}

// isDeep reports whether a line of a block begins with a blank.
func (p *parser) isDeep(l line) bool {
	return !l.isEmpty() && (p.text[l.from] == ' ' || p.text[l.from] == '\t')
}
