package explain

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/parser"
)

// Limits on how much of a source is shown.
const (
	maxColumns = 100 // of one line
	maxBefore  = 30  // columns before a mark that is far to the right
	maxLines   = 4
	maxBytes   = 4 * maxColumns // examined on either side of a mark: 4 bytes make a character
)

// caret is a span of a source and the character drawn under it.
type caret struct {
	span parser.Span
	with byte
}

// carets prints the source lines on which marks begin, in order, each with a line of
// marks under it. Later marks overwrite earlier ones.
func carets(out io.Writer, indent, source string, marks []caret) {
	seen := map[int]bool{}
	for _, m := range marks {
		if m.span.Line < 1 || m.span.End > len(source) || seen[m.span.Line] || len(seen) == maxLines {
			continue
		}
		seen[m.span.Line] = true
		text, under := markLine(source, m.span.Offset, marks)
		fmt.Fprintf(out, "%s%4d | %s\n%s     | %s\n", indent, m.span.Line, text, indent, under)
	}
}

// cell is one printed character and the mark under it.
type cell struct {
	text string
	mark byte
}

// markLine returns the line of a source around a place, escaped for a terminal, and the
// marks under it, column by column.
func markLine(source string, at int, marks []caret) (text, under string) {
	start := strings.LastIndexByte(source[:at], '\n') + 1
	end := len(source)
	if i := strings.IndexByte(source[at:], '\n'); i >= 0 {
		end = at + i
	}
	from, to := printable.AlignDown(source, max(start, at-maxBytes)), printable.AlignDown(source, min(end, at+maxBytes))
	var cells []cell
	first := 0 // the index of the cell at the place
	for i, r := range source[from:to] {
		c := cell{text: printableRune(r), mark: ' '}
		for _, m := range marks {
			if from+i >= m.span.Offset && from+i < m.span.End {
				c.mark = m.with
			}
		}
		if from+i == at {
			first = len(cells)
		}
		cells = append(cells, c)
	}
	return joinCells(cells, first, from > start, to < end)
}

// joinCells joins cells, and cuts what is too far from the first mark.
func joinCells(cells []cell, first int, cutLeft, cutRight bool) (text, under string) {
	before := 0
	for _, c := range cells[:first] {
		before += width(c.text)
	}
	if cutLeft || before > maxColumns-maxBefore {
		keep := first
		for columns := 0; keep > 0 && columns < maxBefore; keep-- {
			columns += width(cells[keep-1].text)
		}
		cutLeft, cells = cutLeft || keep > 0, cells[keep:]
	}
	var line, marks strings.Builder
	if cutLeft {
		line.WriteString("… ")
		marks.WriteString("  ")
	}
	columns := 0
	for _, c := range cells {
		w := width(c.text)
		if columns += w; columns > maxColumns {
			cutRight = true
			break
		}
		line.WriteString(c.text)
		marks.WriteString(strings.Repeat(string(c.mark), w))
	}
	if cutRight {
		line.WriteString(" …")
	}
	return line.String(), strings.TrimRight(marks.String(), " ")
}

// printableRune escapes one character for a terminal.
func printableRune(r rune) string {
	if r == '\t' {
		return " "
	}
	return printable.Line(string(r))
}

// width is the number of terminal columns that printable text takes.
func width(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case isWide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

// isWide reports whether a character takes two columns (Unicode Standard Annex
// 11, East Asian Width: W and F, by blocks).
func isWide(r rune) bool {
	switch {
	case r < 0x1100:
		return false
	case r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf, r >= 0xac00 && r <= 0xd7a3, r >= 0xf900 && r <= 0xfaff,
		r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6,
		r >= 0x1f300 && r <= 0x1f64f, r >= 0x1f900 && r <= 0x1f9ff, r >= 0x20000 && r <= 0x3fffd:
		return true
	}
	return false
}
