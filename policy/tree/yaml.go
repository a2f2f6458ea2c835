package tree

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/internal/yaml"
)

// readYAML reads one YAML document.
func readYAML(text []byte) (Node, error) {
	if !utf8.Valid(text) {
		return Node{}, errors.New("line 1: not UTF-8")
	}
	r := yamlReader{}
	for i, c := range text {
		if c == '\n' {
			r.newlines = append(r.newlines, i)
		}
	}
	root, err := yaml.Parse(string(text))
	var wrong *yaml.Error
	if errors.As(err, &wrong) {
		return Node{}, fmt.Errorf("line %d: %w", r.line(wrong.At), wrong)
	}
	n := r.node(root)
	if r.nodes > maxNodes {
		return Node{}, fmt.Errorf("line %d: %w", n.Line, errMany)
	}
	return n, nil
}

// yamlReader converts YAML nodes.
type yamlReader struct {
	newlines []int // their offsets
	nodes    int
}

// line returns the line number of an offset.
func (r *yamlReader) line(at int) int {
	i, _ := slices.BinarySearch(r.newlines, at)
	return i + 1
}

// node converts a value without a key. An alias copies its value, so nodes are counted before
// they are made.
func (r *yamlReader) node(from *yaml.Node) Node {
	if from == nil {
		return Node{Line: 1}
	}
	n := Node{Line: r.line(from.At)}
	if r.nodes++; r.nodes > maxNodes {
		return n
	}
	switch from.Kind {
	case yaml.Scalar:
		n.Data = from.Value()
		if from.IsPlain {
			n.Data = plain(from.Value())
		}
	case yaml.Sequence:
		n.Kind = Array
		for _, item := range from.List() {
			n.inner = append(n.inner, r.node(item))
		}
	case yaml.Mapping:
		n.Kind = Object
		keys, values := from.Pairs()
		for i, key := range keys {
			v := r.node(values[i])
			v.Key, v.Line = key.Value(), r.line(key.At)
			n.inner = append(n.inner, v)
		}
	}
	return n
}

// plain returns the value of an unquoted scalar: true, false, null, or its text, also for
// numbers. The words are those of YAML 1.1, which most readers of settings still accept.
func plain(text string) any {
	switch text {
	case "", "~", "null", "Null", "NULL":
		return nil
	case "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON":
		return true
	case "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF":
		return false
	}
	return text
}
