package reader

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// Lines holds the offset at which each line of a source starts. It converts offsets to lines
// and columns: the columns in mvdan.cc/sh's positions stop at 16383.
type Lines struct {
	starts []int
	size   int
	last   int   // the last result of LineAt
	added  []int // offsets of bytes that were added to the source
}

// oneLine are the starts of a text of one line.
var oneLine = [...]int{0}

func linesOf(text string) Lines {
	l := Lines{starts: oneLine[:], size: len(text)}
	at := strings.IndexByte(text, '\n')
	if at < 0 {
		return l
	}
	l.starts = make([]int, 1, strings.Count(text[at:], "\n")+1)
	for from := 0; at >= 0; at = strings.IndexByte(text[from:], '\n') {
		from += at + 1
		l.starts = append(l.starts, from)
	}
	return l
}

// spanIn returns the Span of some bytes of a text that is not parsed.
func spanIn(text string, off, end int) tree.Span {
	l := linesOf(text)
	return l.SpanRead(off, end)
}

// InSource converts an offset in the text as read to one in the source.
func (l *Lines) InSource(off int) int {
	if len(l.added) == 0 {
		return off
	}
	n, _ := slices.BinarySearch(l.added, off)
	return min(off-n, l.size)
}

// AsRead converts an offset in the source to one in the text as read.
func (l *Lines) AsRead(off int) int {
	for _, at := range l.added {
		if at <= off {
			off++
		}
	}
	return off
}

// SpanRead returns the Span of a range of offsets in the text as read.
func (l *Lines) SpanRead(off, end int) tree.Span {
	if len(l.added) > 0 {
		off, end = l.InSource(off), l.InSource(end)
	}
	return l.Span(off, end)
}

// Span returns the Span of a range of the source, clamped to it.
func (l *Lines) Span(off, end int) tree.Span {
	off = min(max(off, 0), l.size)
	end = min(max(end, off), l.size)
	n := l.LineAt(off)
	return tree.Span{Line: n + 1, Col: off - l.starts[n] + 1, Offset: off, End: end}
}

// LineAt returns the index of the line that contains an offset: nearly always that of the last one. The
// search is written out because every word has a span, and one that calls a function takes twice as long.
func (l *Lines) LineAt(off int) int {
	low, high := 0, len(l.starts)
	if at := l.last; l.starts[at] <= off && (at+1 == high || off < l.starts[at+1]) {
		return at
	}
	for low < high {
		if middle := int(uint(low+high) / 2); l.starts[middle] <= off {
			low = middle + 1
		} else {
			high = middle
		}
	}
	l.last = low - 1
	return l.last
}

// SpanOf returns the Span of a node. The node must not be a binary expression, whose position
// mvdan.cc/sh finds by recursion.
func (l *Lines) SpanOf(n syntax.Node) tree.Span {
	return l.SpanRead(Offset(n.Pos()), Offset(n.End()))
}

// SpanOfWord is SpanOf for a word, of which most are one literal.
func (l *Lines) SpanOfWord(x *syntax.Word) tree.Span {
	if len(x.Parts) == 1 {
		if lit, ok := x.Parts[0].(*syntax.Lit); ok {
			return l.SpanRead(Offset(lit.ValuePos), Offset(lit.ValueEnd))
		}
	}
	return l.SpanRead(Offset(x.Pos()), Offset(x.End()))
}

// Offset returns a position as an index into the source.
func Offset(p syntax.Pos) int { return int(p.Offset()) }
