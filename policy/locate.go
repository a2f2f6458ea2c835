package policy

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Limits on a policy file. The decoder recurses for each bracket, and takes time quadratic in the
// parts of a key, so both are checked before it runs.
const (
	maxFile  = 16 << 20 // bytes
	maxDepth = 8        // arrays and inline tables in one another, and parts of a key
)

// between separates the steps of a path in a file: keys, and "#1" for the second element of an array.
const between = "\x00"

// errOdd says that the locator cannot read the text as TOML.
var errOdd = errors.New("not TOML")

// locator finds the lines of keys and array elements in TOML, which the decoder does not report.
// It reads only the structure and leaves values to the decoder.
type locator struct {
	text  string
	at    int
	line  int
	lines map[string]int // by path
	count map[string]int // of [[tables]], by path
}

// locate returns the line of every key and element. On an error, at is the offset where reading
// stopped.
func locate(text string) (lines map[string]int, at int, err error) {
	l := &locator{text: text, line: 1, lines: map[string]int{}, count: map[string]int{}}
	err = l.document()
	return l.lines, l.at, err
}

// document reads tables and their content.
func (l *locator) document() error {
	table := ""
	for {
		l.blank(true)
		switch {
		case l.at == len(l.text):
			return nil
		case l.text[l.at] == '[':
			t, err := l.header()
			if err != nil {
				return err
			}
			table = t
		default:
			if err := l.pair(table, 0); err != nil {
				return err
			}
		}
		l.blank(false)
		if l.at < len(l.text) && l.text[l.at] != '\n' {
			return errOdd
		}
	}
}

// header reads [table] or [[table]] and returns its path.
func (l *locator) header() (string, error) {
	closing := "]"
	if strings.HasPrefix(l.text[l.at:], "[[") {
		closing = "]]"
	}
	line := l.line
	l.at += len(closing)
	keys, err := l.keys()
	if err != nil {
		return "", err
	}
	if !strings.HasPrefix(l.text[l.at:], closing) {
		return "", errOdd
	}
	l.at += len(closing)
	path := ""
	for _, k := range keys {
		path = join(path, k)
		l.note(path, line)
	}
	if closing == "]]" {
		n := l.count[path]
		l.count[path]++
		path = element(path, n)
		l.note(path, line)
	}
	return path, nil
}

// pair reads KEY = VALUE in a table.
func (l *locator) pair(table string, depth int) error {
	line := l.line
	keys, err := l.keys()
	if err != nil {
		return err
	}
	path := table
	for _, k := range keys {
		path = join(path, k)
		l.note(path, line)
	}
	if !l.next('=') {
		return errOdd
	}
	l.blank(false)
	return l.value(path, depth)
}

// note records the first line of a path.
func (l *locator) note(path string, line int) {
	if _, ok := l.lines[path]; !ok {
		l.lines[path] = line
	}
}

// keys reads a dotted key.
func (l *locator) keys() ([]string, error) {
	var keys []string
	for {
		l.blank(false)
		k, err := l.key()
		if err != nil {
			return nil, err
		}
		if keys = append(keys, k); len(keys) > maxDepth {
			return nil, fmt.Errorf("a key of more than %d parts", maxDepth)
		}
		l.blank(false)
		if !l.next('.') {
			return keys, nil
		}
	}
}

// key reads one part of a key.
func (l *locator) key() (string, error) {
	start := l.at
	if l.at < len(l.text) && (l.text[l.at] == '"' || l.text[l.at] == '\'') {
		if err := l.quoted(); err != nil {
			return "", err
		}
		raw := l.text[start:l.at]
		if k, err := strconv.Unquote(raw); err == nil && raw[0] == '"' {
			return k, nil
		}
		return raw[1 : len(raw)-1], nil
	}
	for l.at < len(l.text) && isBare(l.text[l.at]) {
		l.at++
	}
	if l.at == start {
		return "", errOdd
	}
	return l.text[start:l.at], nil
}

func isBare(c byte) bool {
	return c == '-' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// value skips a value.
func (l *locator) value(path string, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("more than %d brackets in one another", maxDepth)
	}
	if l.at == len(l.text) {
		return errOdd
	}
	switch l.text[l.at] {
	case '"', '\'':
		return l.quoted()
	case '[':
		return l.list(']', func(n int) error {
			p := element(path, n)
			l.note(p, l.line)
			return l.value(p, depth+1)
		})
	case '{':
		return l.list('}', func(int) error { return l.pair(path, depth+1) })
	}
	start := l.at
	for l.at < len(l.text) && strings.IndexByte(",]}#\n", l.text[l.at]) < 0 {
		l.at++
	}
	if strings.TrimSpace(l.text[start:l.at]) == "" {
		return errOdd
	}
	return nil
}

// list reads the comma-separated items of a bracketed list.
func (l *locator) list(closing byte, item func(n int) error) error {
	l.at++
	for n := 0; ; n++ {
		l.blank(true)
		if l.next(closing) {
			return nil
		}
		if err := item(n); err != nil {
			return err
		}
		l.blank(true)
		if !l.next(',') {
			if l.next(closing) {
				return nil
			}
			return errOdd
		}
	}
}

// quoted skips a string of any of the four kinds.
func (l *locator) quoted() error {
	mark := l.text[l.at : l.at+1]
	raw := mark == "'"
	long := strings.Repeat(mark, 3)
	if strings.HasPrefix(l.text[l.at:], long) {
		mark = long
	}
	l.at += len(mark)
	for l.at < len(l.text) {
		switch {
		case strings.HasPrefix(l.text[l.at:], mark):
			l.at += len(mark)
			for len(mark) == 3 && l.next(mark[0]) {
				continue // up to two quotes may stand before the closing three
			}
			return nil
		case l.text[l.at] == '\n':
			if len(mark) == 1 {
				return errOdd
			}
			l.line++
		case l.text[l.at] == '\\' && !raw && l.at+1 < len(l.text):
			l.at++
			if l.text[l.at] == '\n' {
				l.line++
			}
		}
		l.at++
	}
	return errOdd
}

// blank skips blanks and, if lines is set, newlines and comments.
func (l *locator) blank(lines bool) {
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == '\n' && lines:
			l.line++
		case c == '#':
			end := strings.IndexByte(l.text[l.at:], '\n')
			if end < 0 {
				end = len(l.text) - l.at
			}
			l.at += end
			continue
		case c != ' ' && c != '\t' && c != '\r':
			return
		}
		l.at++
	}
}

// next consumes a byte if it comes next.
func (l *locator) next(c byte) bool {
	if l.at == len(l.text) || l.text[l.at] != c {
		return false
	}
	l.at++
	return true
}

// join appends a key to a path.
func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + between + key
}

// element returns the path of an array's nth element, counted from 0.
func element(path string, n int) string {
	return path + between + "#" + strconv.Itoa(n)
}
