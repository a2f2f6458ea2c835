package tree

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// readYAML reads the part of YAML that small settings are written in: tables by indentation,
// lists of scalars, below a key or in brackets, plain and quoted strings, comments. All else
// is an error: anchors, tags, strings over several lines, tables in brackets or in lists.
func readYAML(text []byte) (Node, error) {
	if !utf8.Valid(text) {
		return Node{}, errors.New("line 1: not UTF-8")
	}
	r := yamlReader{}
	for i, line := range strings.Split(string(text), "\n") {
		if err := r.add(i+1, strings.TrimSuffix(line, "\r")); err != nil {
			return Node{}, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	root, err := r.table(0, 0)
	if err == nil && r.at < len(r.lines) {
		err = errIndent
	}
	if err != nil {
		return Node{}, fmt.Errorf("line %d: %w", r.line(), err)
	}
	return root, nil
}

// The errors of what is no such YAML.
var (
	errIndent = errors.New("indented otherwise than what is above it")
	errYAML   = errors.New("not a key with its value, and only such YAML is read here")
)

// yamlLine is a line that says something.
type yamlLine struct {
	number, indent int
	text           string // without indentation and comment
}

type yamlReader struct {
	lines []yamlLine
	at    int
}

// add takes a line, unless it is blank or a comment.
func (r *yamlReader) add(number int, line string) error {
	text := strings.TrimLeft(line, " ")
	indent := len(line) - len(text)
	text, err := withoutComment(text)
	switch {
	case err != nil:
		return err
	case text == "" || text == "---" && len(r.lines) == 0:
		return nil
	case strings.HasPrefix(text, "\t"):
		return errors.New("indented with a tab")
	case len(r.lines) == maxNodes:
		return errMany
	}
	r.lines = append(r.lines, yamlLine{number, indent, text})
	return nil
}

// line is the number of the line that is read.
func (r *yamlReader) line() int {
	if len(r.lines) == 0 {
		return 1
	}
	return r.lines[min(r.at, len(r.lines)-1)].number
}

// withoutComment takes a comment and blanks off the end of a line.
func withoutComment(text string) (string, error) {
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote == '"' && c == '\\':
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\'') && (i == 0 || strings.IndexByte(" [,", text[i-1]) >= 0):
			quote = c
		case quote == 0 && c == '#' && (i == 0 || text[i-1] == ' ' || text[i-1] == '\t'):
			return strings.TrimRight(text[:i], " \t"), nil
		}
	}
	if quote != 0 {
		return "", errors.New("a string that does not end on its line")
	}
	return strings.TrimRight(text, " \t"), nil
}

// table reads the keys that stand at an indentation.
func (r *yamlReader) table(indent, depth int) (Node, error) {
	n := Node{Line: r.line(), Kind: Object}
	seen := map[string]bool{}
	if depth > maxDepth {
		return n, errYAML
	}
	for r.at < len(r.lines) && r.lines[r.at].indent == indent && !isItem(r.lines[r.at].text) {
		l := r.lines[r.at]
		key, rest, ok := cutKey(l.text)
		if !ok {
			return n, errYAML
		}
		if seen[key] {
			return n, fmt.Errorf("%.40q comes twice", key)
		}
		seen[key] = true
		v, err := r.below(l, rest, depth)
		if err != nil {
			return n, err
		}
		v.Key, v.Line = key, l.number
		n.inner = append(n.inner, v)
	}
	return n, nil
}

// below reads the value of a key: on its line, or below it.
func (r *yamlReader) below(l yamlLine, rest string, depth int) (Node, error) {
	if rest != "" {
		v, err := yamlValue(rest, l.number)
		if err == nil {
			r.at++
		}
		return v, err
	}
	r.at++
	if r.at == len(r.lines) {
		return Node{}, nil
	}
	switch next := r.lines[r.at]; {
	case next.indent >= l.indent && isItem(next.text):
		return r.list(next.indent)
	case next.indent > l.indent:
		return r.table(next.indent, depth+1)
	}
	return Node{}, nil
}

// list reads the items at an indentation.
func (r *yamlReader) list(indent int) (Node, error) {
	n := Node{Kind: Array}
	for r.at < len(r.lines) && r.lines[r.at].indent == indent && isItem(r.lines[r.at].text) {
		l := r.lines[r.at]
		v, err := yamlScalar(strings.TrimSpace(l.text[1:]))
		if err != nil {
			return n, err
		}
		n.inner = append(n.inner, Node{Line: l.number, Data: v})
		r.at++
	}
	if r.at < len(r.lines) && r.lines[r.at].indent > indent {
		return n, errIndent
	}
	return n, nil
}

func isItem(text string) bool { return text == "-" || strings.HasPrefix(text, "- ") }

// cutKey splits KEY: VALUE.
func cutKey(text string) (key, rest string, ok bool) {
	key, rest, ok = strings.Cut(text, ":")
	if !ok || rest != "" && rest[0] != ' ' || key == "" || strings.ContainsFunc(key, func(c rune) bool { return c > 0x7e || c < '0' && c != '-' && c != '_' && c != '.' }) {
		return "", "", false
	}
	return key, strings.TrimSpace(rest), true
}

// yamlValue reads a value that stands behind its key.
func yamlValue(text string, line int) (Node, error) {
	inner, isList := strings.CutPrefix(text, "[")
	if !isList {
		v, err := yamlScalar(text)
		return Node{Data: v}, err
	}
	inner, ends := strings.CutSuffix(inner, "]")
	if !ends {
		return Node{}, errors.New("a list that does not end on its line")
	}
	n := Node{Kind: Array}
	for part, rest, more := "", strings.TrimSpace(inner), true; more && (rest != "" || len(n.inner) > 0); {
		part, rest, more = cutItem(rest)
		if part = strings.TrimSpace(part); part == "" && !more {
			break // a comma at the end
		}
		v, err := yamlScalar(part)
		if err != nil {
			return Node{}, err
		}
		n.inner = append(n.inner, Node{Line: line, Data: v})
	}
	return n, nil
}

// cutItem splits a list behind its first item.
func cutItem(text string) (item, rest string, more bool) {
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote == '"' && c == '\\':
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == 0 && c == ',':
			return text[:i], text[i+1:], true
		}
	}
	return text, "", false
}

// yamlScalar reads a scalar: true, false, null, or a string; numbers are strings here.
func yamlScalar(text string) (any, error) {
	switch text {
	case "", "~", "null", "Null", "NULL":
		return nil, nil
	case "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON":
		return true, nil
	case "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF":
		return false, nil
	}
	switch last := text[len(text)-1]; text[0] {
	case '"':
		s, err := strconv.Unquote(text)
		if err != nil {
			return nil, errYAML
		}
		return s, nil
	case '\'':
		inner := text[1:max(len(text)-1, 1)]
		if len(text) < 2 || last != '\'' || strings.Contains(strings.ReplaceAll(inner, "''", ""), "'") {
			return nil, errYAML
		}
		return strings.ReplaceAll(inner, "''", "'"), nil
	case '&', '*', '!', '|', '>', '{', '}', '[', ']', '%', '@', '`', '?':
		if strings.HasPrefix(text, "*.") && !strings.ContainsAny(text, " :") {
			return nil, fmt.Errorf("%q is an alias in YAML: write it in quotes", text)
		}
		return nil, errYAML
	}
	if strings.Contains(text, ": ") || strings.HasSuffix(text, ":") || isItem(text) {
		return nil, errYAML
	}
	return text, nil
}
