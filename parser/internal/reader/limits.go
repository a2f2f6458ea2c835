package reader

import (
	"io"
	"runtime"
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
)

// maxFrames bounds the parser's recursion, in stack frames. It is far above what MaxDepth
// levels of nesting need, and far below the end of the stack: 20 000 frames are some 10 MB.
const maxFrames = 20_000

// scan refuses a source past the limits by its bytes alone. It ignores quoting, except that an
// escaped byte neither opens nor closes: text in quotes is mostly balanced. If a hostile text
// hides nesting from this count by quoted closers, pieces stops the parser.
func scan(text string) error {
	if len(text) > MaxSource {
		return &tree.LimitError{What: "bytes", Max: MaxSource, Span: spanIn(text[:MaxSource+1], MaxSource, MaxSource+1)}
	}
	if i := strings.IndexByte(text, 0); i >= 0 {
		return &tree.SyntaxError{Span: spanIn(text, i, i+1), Message: "NUL byte"}
	}
	if shallow(text) {
		return nil
	}
	return count(text)
}

// count is the part of scan that looks at each byte.
func count(text string) error {
	var n nesting
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' {
			i++
			n.last = '\\'
			continue
		}
		if !counted[text[i]] {
			n.last = text[i]
			continue
		}
		if what, limit := n.count(text, i); limit > 0 {
			return &tree.LimitError{What: what, Max: limit, Span: spanIn(text, i, i+1)}
		}
	}
	return nil
}

// shallow reports whether a text is too short and has too few brackets to exceed the limits on
// nesting and runs. Almost all texts are.
func shallow(text string) bool {
	if len(text) <= MaxDepth || len(text) > MaxRun {
		return len(text) <= MaxDepth
	}
	return strings.Count(text, "(")+strings.Count(text, "[")+strings.Count(text, "{") <= MaxDepth
}

// counted marks the bytes that nesting looks at; it skips all others.
var counted = [256]bool{
	' ': true, '\t': true, '\r': true, '\n': true, '(': true, '[': true, '{': true, ')': true, ']': true, '}': true,
	'`': true, '#': true, ';': true, '|': true, '!': true, '&': true, 't': true, 'c': true, // of time and coproc
	'+': true, '-': true, '*': true, '/': true, '%': true, '<': true, '>': true, '=': true, '?': true, ':': true, ',': true, '^': true, '~': true,
}

// nesting counts open brackets, and the operators in the list inside each.
type nesting struct {
	depth   int
	runs    [MaxDepth + 1]int
	arith   [MaxDepth + 1]bool // whether operators are arithmetic at a depth
	tick    bool               // between backquotes
	comment bool               // a # occurred in this line: the end of the comment is uncertain
	last    byte               // the last byte other than a blank
}

// count processes the byte at i, and returns the limit that it exceeds, if any.
func (n *nesting) count(text string, i int) (what string, limit int) {
	c := text[i]
	switch c {
	case ' ', '\t', '\r':
		return "", 0
	case '(', '[', '{':
		if n.depth == MaxDepth {
			return "levels of nesting", MaxDepth
		}
		n.depth++
		n.runs[n.depth] = 0
		n.arith[n.depth] = c == '[' || c == '(' && i > 0 && text[i-1] == '('
	case ')', ']', '}':
		n.depth = max(n.depth-1, 0)
		if c == ')' && n.last == '(' {
			n.runs[n.depth]++ // f() f() f()
		}
	case '`':
		n.tick = !n.tick
	case '#':
		n.comment = true
	case ';':
		n.runs[n.depth] = 0
	case '\n':
		if !n.comment && n.last != '|' && n.last != '&' && n.last != '\\' && !n.arith[n.depth] {
			n.runs[n.depth] = 0
		}
		n.comment = false
		return "", 0
	default:
		if n.operator(text, i) {
			n.runs[n.depth]++
		}
	}
	n.last = c
	if n.runs[n.depth] > MaxRun {
		return "operators in one list", MaxRun
	}
	return "", 0
}

// operator reports whether an operator or keyword that makes the parser recurse starts at i.
func (n *nesting) operator(text string, i int) bool {
	switch c := text[i]; c {
	case '|', '!':
		return true
	case '&':
		return i > 0 && text[i-1] == '&'
	case '+', '-', '*', '/', '%', '<', '>', '=', '?', ':', ',', '^', '~':
		return n.arith[n.depth]
	case 't':
		return word(text, i, "time")
	case 'c':
		return word(text, i, "coproc")
	}
	return false
}

// word reports whether the keyword w starts at i, after a byte that can end a word.
func word(text string, i int, w string) bool {
	return strings.HasPrefix(text[i:], w) && (i == 0 || strings.IndexByte(" \t\n;&|({!", text[i-1]) >= 0)
}

// pieces hands a source to the parser piece by piece, and stops when the parser has recursed
// too far. The parser reads at most 1 KiB ahead, so this bounds its stack for any text. Go
// cannot recover from an exhausted stack.
type pieces struct {
	text string
	off  int
}

func (f *pieces) Read(p []byte) (int, error) {
	if f.off == len(f.text) {
		return 0, io.EOF
	}
	var pc [1]uintptr
	if f.off > 0 && runtime.Callers(maxFrames, pc[:]) > 0 { // the first KiB cannot reach the bound
		return 0, &tree.LimitError{What: "levels of nesting", Max: MaxDepth, Span: spanIn(f.text, f.off, f.off)}
	}
	n := copy(p, f.text[f.off:])
	f.off += n
	return n, nil
}
