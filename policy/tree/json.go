package tree

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// jsonReader reads JSON and keeps the order of members.
type jsonReader struct {
	text  []byte
	in    *json.Decoder
	at    int // offset up to which newlines are counted
	lines int
	nodes int
}

// readJSON reads one JSON value.
func readJSON(text []byte) (Node, error) {
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	r := jsonReader{text: text, in: json.NewDecoder(bytes.NewReader(text))}
	r.in.UseNumber()
	n, err := r.value(0)
	if err == nil && r.in.More() {
		err = errors.New("more than one value")
	}
	if err != nil {
		return Node{}, fmt.Errorf("line %d: %w", r.line(), err)
	}
	return n, nil
}

// line returns the current line. It counts each newline once.
func (r *jsonReader) line() int {
	if to := min(int(r.in.InputOffset()), len(r.text)); to > r.at {
		r.lines += bytes.Count(r.text[r.at:to], []byte("\n"))
		r.at = to
	}
	return 1 + r.lines
}

// errJSON is the error for invalid JSON.
var errJSON = errors.New("not JSON")

func (r *jsonReader) value(depth int) (Node, error) {
	token, err := r.in.Token()
	if err != nil || depth > maxDepth {
		return Node{}, errJSON
	}
	if r.nodes++; r.nodes > maxNodes {
		return Node{}, errMany
	}
	n := Node{Line: r.line(), Data: token}
	open, nested := token.(json.Delim)
	if !nested {
		return n, nil
	}
	n.Kind, n.Data = Array, nil
	if open == '{' {
		n.Kind = Object
	}
	seen := map[string]bool{}
	for r.in.More() {
		key, err := r.key(n.Kind, seen)
		if err != nil {
			return Node{}, err
		}
		v, err := r.value(depth + 1)
		if err != nil {
			return Node{}, err
		}
		v.Key = key
		n.inner = append(n.inner, v)
	}
	if _, err := r.in.Token(); err != nil {
		return Node{}, errJSON
	}
	return n, nil
}

// key reads the name of a member; an array item has none.
func (r *jsonReader) key(in Kind, seen map[string]bool) (string, error) {
	if in != Object {
		return "", nil
	}
	token, err := r.in.Token()
	if err != nil {
		return "", errJSON
	}
	key, ok := token.(string)
	switch {
	case !ok:
		return "", errJSON
	case seen[key]:
		return "", fmt.Errorf("%.40q comes twice", key)
	}
	seen[key] = true
	return key, nil
}
