package uwsal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// node is a JSON value and the line that it begins on.
type node struct {
	key  string // of a member
	line int
	data any // string, bool, json.Number or nil; []node of an object or an array
	kind kind
}

// kind of a JSON value.
type kind uint8

const (
	scalar kind = iota
	object
	array
)

// maxDepth bounds how deep values may nest: what is read here has four levels.
const maxDepth = 64

// reader reads JSON in the order that it is written in.
type reader struct {
	text []byte
	in   *json.Decoder
}

// parse reads one JSON value.
func parse(text []byte) (node, error) {
	r := reader{text, json.NewDecoder(bytes.NewReader(text))}
	r.in.UseNumber()
	n, err := r.value(0)
	if err == nil && r.in.More() {
		err = errors.New("more than one value")
	}
	if err != nil {
		return node{}, fmt.Errorf("line %d: %w", r.line(), err)
	}
	return n, nil
}

// line is where the reader is.
func (r *reader) line() int {
	return 1 + bytes.Count(r.text[:min(int(r.in.InputOffset()), len(r.text))], []byte("\n"))
}

func (r *reader) value(depth int) (node, error) {
	token, err := r.in.Token()
	if err != nil || depth > maxDepth {
		return node{}, errors.New("not JSON")
	}
	n := node{line: r.line(), data: token}
	open, nested := token.(json.Delim)
	if !nested {
		return n, nil
	}
	n.kind = array
	if open == '{' {
		n.kind = object
	}
	var inner []node
	seen := map[string]bool{}
	for r.in.More() {
		key := ""
		if n.kind == object {
			token, err := r.in.Token()
			if err != nil {
				return node{}, errors.New("not JSON")
			}
			if key = token.(string); seen[key] {
				return node{}, fmt.Errorf("%.40q comes twice", key)
			}
			seen[key] = true
		}
		v, err := r.value(depth + 1)
		if err != nil {
			return node{}, err
		}
		v.key = key
		inner = append(inner, v)
	}
	if _, err := r.in.Token(); err != nil {
		return node{}, errors.New("not JSON")
	}
	n.data = inner
	return n, nil
}

// nodes are the members of an object, or the items of an array.
func (n node) nodes() []node {
	inner, _ := n.data.([]node)
	return inner
}

// member is that of a name, if there is one.
func (n node) member(name string) (node, bool) {
	for _, m := range n.nodes() {
		if m.key == name {
			return m, true
		}
	}
	return node{}, false
}
