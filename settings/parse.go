package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Kind is the kind of a value.
type Kind uint8

// The kinds of values.
const (
	Scalar Kind = iota // a number, true, false or null
	String
	List
	Object
)

// Value is a value and its place in the text.
type Value struct {
	Kind       Kind
	Text       string // of a String, its decoded text; of a Scalar, its source
	Start, End int    // its first byte, and the one after its last
	Members    []Member
}

// Member is an element of a list, or a key with its value.
type Member struct {
	Key   string // decoded; "" in a list
	Value Value
	start int // of the key, or of the element
	lead  int // the offset of the blanks before it
	comma int // the offset of the comma after it, or -1
}

// Document is a parsed text and its one value.
type Document struct {
	Text string
	Root Value
	Lax  bool // it holds comments or trailing commas, which JSON does not have
}

// maxDepth limits how deep values may nest; no settings come near it.
const maxDepth = 200

// Parse parses a text. Anything but one value, with blanks and comments around it, is an
// error that names the line.
func Parse(text string) (Document, error) {
	if !utf8.ValidString(text) {
		return Document{}, errors.New("is not UTF-8")
	}
	p := parser{text: text}
	p.blanks()
	root := p.value(maxDepth)
	p.blanks()
	if p.err == nil && p.at < len(text) {
		p.fail("there is text after the value")
	}
	return Document{Text: text, Root: root, Lax: p.lax}, p.err
}

// Find returns the value that keys lead to, or the zero Value.
func (v Value) Find(keys ...string) Value {
	for _, key := range keys {
		v, _, _ = v.Get(key)
	}
	return v
}

// Get returns the value of a key. A duplicate key is an error, since programs disagree on
// which one counts.
func (v Value) Get(key string) (Value, bool, error) {
	var found []Value
	for _, m := range v.Members {
		if v.Kind == Object && m.Key == key {
			found = append(found, m.Value)
		}
	}
	switch len(found) {
	case 0:
		return Value{}, false, nil
	case 1:
		return found[0], true, nil
	}
	return Value{}, false, fmt.Errorf("has the key %q twice", key)
}

// parser parses a text from at on. After an error it does not move.
type parser struct {
	text string
	at   int
	lax  bool
	err  error
}

func (p *parser) fail(what string) {
	if p.err == nil {
		p.err = fmt.Errorf("line %d: %s", 1+strings.Count(p.text[:p.at], "\n"), what)
	}
}

// peek returns the byte that comes next, or 0.
func (p *parser) peek() byte {
	if p.err != nil || p.at >= len(p.text) {
		return 0
	}
	return p.text[p.at]
}

// blanks skips blanks and comments and returns the offset of the last blanks.
func (p *parser) blanks() int {
	lead := p.at
	for p.err == nil {
		rest := p.text[p.at:]
		switch {
		case strings.HasPrefix(rest, "//"):
			line, _, _ := strings.Cut(rest, "\n")
			p.at += len(strings.TrimSuffix(line, "\r"))
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				p.fail("a comment does not end")
				return lead
			}
			p.at += 2 + end + 2
		case rest != "" && strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			p.at++
			continue
		default:
			return lead
		}
		lead, p.lax = p.at, true
	}
	return lead
}

func (p *parser) value(depth int) Value {
	v := Value{Start: p.at}
	switch c := p.peek(); {
	case depth == 0:
		p.fail("values nest too deep")
	case c == '{':
		v.Kind = Object
		v.Members = p.members('}', depth)
	case c == '[':
		v.Kind = List
		v.Members = p.members(']', depth)
	case c == '"':
		v.Kind = String
		v.Text = p.str()
	default:
		v.Text = p.scalar()
	}
	v.End = p.at
	return v
}

// members parses the members between brackets, and the brackets.
func (p *parser) members(closing byte, depth int) []Member {
	p.at++
	var list []Member
	for {
		lead := p.blanks()
		switch {
		case p.peek() == closing:
			p.at++
			p.lax = p.lax || len(list) > 0 && list[len(list)-1].comma >= 0
			return list
		case p.err != nil:
			return nil
		case len(list) > 0 && list[len(list)-1].comma < 0:
			p.fail("a comma or a bracket is missing")
			return nil
		}
		m := p.member(closing == '}', depth)
		m.lead = lead
		list = append(list, m)
	}
}

// member parses an element, or a key with its value, and the comma after it.
func (p *parser) member(key bool, depth int) Member {
	m := Member{start: p.at, comma: -1}
	if key {
		if p.peek() != '"' {
			p.fail("a key must be in double quotes")
			return m
		}
		m.Key = p.str()
		p.blanks()
		if p.peek() != ':' {
			p.fail("a colon is missing")
			return m
		}
		p.at++
		p.blanks()
	}
	m.Value = p.value(depth - 1)
	before := p.at
	p.blanks()
	if p.peek() == ',' {
		m.comma = p.at
		p.at++
	} else if p.err == nil {
		p.at = before // the blanks belong to what comes next
	}
	return m
}

func (p *parser) str() string {
	start := p.at
	for p.at++; ; p.at++ {
		switch p.peek() {
		case 0, '\n':
			p.fail("a string does not end")
			return ""
		case '\\':
			p.at++
		case '"':
			p.at++
			var text string
			if json.Unmarshal([]byte(p.text[start:p.at]), &text) != nil {
				p.fail("a string holds an invalid escape or character")
			}
			return text
		}
	}
}

func (p *parser) scalar() string {
	rest := p.text[min(p.at, len(p.text)):]
	if end := strings.IndexAny(rest, " \t\r\n,:]}/\"{["); end >= 0 {
		rest = rest[:end]
	}
	if !json.Valid([]byte(rest)) {
		p.fail("there is no value")
		return ""
	}
	p.at += len(rest)
	return rest
}
