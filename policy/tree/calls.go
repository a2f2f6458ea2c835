package tree

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// readCalls reads a Starlark file that only calls functions, with keyword arguments that are
// strings, numbers, True, False, None or lists of them. The root's items are the calls, each an
// object with the function's name as its key.
func readCalls(text []byte) (Node, error) {
	if !utf8.Valid(text) {
		return Node{}, errors.New("line 1: not UTF-8")
	}
	r := callReader{text: string(text), line: 1}
	root := Node{Line: 1, Kind: Array}
	for {
		r.blank()
		if r.at == len(r.text) {
			return root, nil
		}
		call, err := r.call()
		if err != nil {
			return Node{}, fmt.Errorf("line %d: %w", r.line, err)
		}
		root.inner = append(root.inner, call)
	}
}

// errCalls is the error for anything else.
var errCalls = errors.New("not a call of a function with values by name, and only such calls are read here")

type callReader struct {
	text     string
	at, line int
	nodes    int
}

// blank skips blanks, newlines and comments.
func (r *callReader) blank() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case '\n':
			r.line++
		case ' ', '\t', '\r':
		case '#':
			for r.at+1 < len(r.text) && r.text[r.at+1] != '\n' {
				r.at++
			}
		default:
			return
		}
		r.at++
	}
}

// next skips blanks and consumes a byte if it comes next.
func (r *callReader) next(c byte) bool {
	r.blank()
	if r.at == len(r.text) || r.text[r.at] != c {
		return false
	}
	r.at++
	return true
}

// name reads an identifier, or returns "".
func (r *callReader) name() string {
	r.blank()
	start := r.at
	for r.at < len(r.text) && isBare(r.text[r.at]) {
		r.at++
	}
	return r.text[start:r.at]
}

func isBare(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// call reads NAME(KEY = VALUE, …).
func (r *callReader) call() (Node, error) {
	n := Node{Kind: Object, Key: r.name(), Line: r.line}
	if n.Key == "" || !r.next('(') {
		return n, errCalls
	}
	for !r.next(')') {
		key := r.name()
		if key == "" || !r.next('=') {
			return n, errCalls
		}
		if _, twice := n.Member(key); twice {
			return n, fmt.Errorf("%.40q comes twice", key)
		}
		v, err := r.value(0)
		if err != nil {
			return n, err
		}
		v.Key = key
		n.inner = append(n.inner, v)
		if !r.next(',') {
			if !r.next(')') {
				return n, errCalls
			}
			break
		}
	}
	return n, nil
}

// value reads a string, a list, or a word.
func (r *callReader) value(depth int) (Node, error) {
	r.blank()
	n := Node{Line: r.line}
	if r.nodes++; r.nodes > maxNodes {
		return n, errMany
	}
	switch {
	case r.at == len(r.text) || depth > maxDepth:
		return n, errCalls
	case r.text[r.at] == '[':
		return r.list(depth)
	case r.text[r.at] == '"' || r.text[r.at] == '\'':
		text, err := r.quoted()
		n.Data = text
		return n, err
	}
	switch word := r.name(); word {
	case "True", "False":
		n.Data = word == "True"
	case "None":
	default:
		number, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return n, errCalls
		}
		n.Data = number
	}
	return n, nil
}

// list reads [VALUE, …].
func (r *callReader) list(depth int) (Node, error) {
	n := Node{Line: r.line, Kind: Array}
	r.at++
	for !r.next(']') {
		v, err := r.value(depth + 1)
		if err != nil {
			return n, err
		}
		n.inner = append(n.inner, v)
		if !r.next(',') {
			if !r.next(']') {
				return n, errCalls
			}
			break
		}
	}
	return n, nil
}

// quoted reads a string on one line, or a triple-quoted one.
func (r *callReader) quoted() (string, error) {
	mark := r.text[r.at : r.at+1]
	if long := strings.Repeat(mark, 3); strings.HasPrefix(r.text[r.at:], long) {
		mark = long
	}
	r.at += len(mark)
	var b strings.Builder
	for r.at < len(r.text) {
		switch c := r.text[r.at]; {
		case strings.HasPrefix(r.text[r.at:], mark):
			r.at += len(mark)
			return b.String(), nil
		case c == '\\':
			if err := r.escape(&b); err != nil {
				return "", err
			}
			continue
		case c == '\n' && len(mark) == 1:
			return "", errors.New("a string that does not end on its line")
		case c == '\n':
			r.line++
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
		r.at++
	}
	return "", errors.New("a string that does not end")
}

// escape decodes an escape after its backslash. As in Starlark, an unknown escape is an error.
func (r *callReader) escape(b *strings.Builder) error {
	if strings.HasPrefix(r.text[r.at:], "\\\n") {
		r.at, r.line = r.at+2, r.line+1
		return nil
	}
	c, _, rest, err := strconv.UnquoteChar(r.text[r.at:], '"')
	if strings.HasPrefix(r.text[r.at:], `\'`) {
		c, rest, err = '\'', r.text[r.at+2:], nil
	}
	if err != nil {
		return errors.New("an escape that no string has")
	}
	b.WriteRune(c)
	r.at = len(r.text) - len(rest)
	return nil
}
