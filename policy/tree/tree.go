package tree

import (
	"errors"
	"fmt"
)

// Node is a value and its first line.
type Node struct {
	Key  string // of a member
	Line int
	Kind Kind
	Data any // of a scalar: string, bool, nil, or a number of the format's own

	inner []Node
}

// Kind is the kind of a value.
type Kind uint8

// The kinds.
const (
	Scalar Kind = iota
	Object
	Array
)

// Limits of a file.
const (
	maxText  = 4 << 20 // bytes
	maxDepth = 64
	maxNodes = 100_000
)

// Format is the format of a file.
type Format uint8

// The formats.
const (
	JSON Format = iota
	TOML
	YAML
	Calls
)

// Read reads a text in a format.
func Read(text []byte, f Format) (Node, error) {
	if len(text) > maxText {
		return Node{}, fmt.Errorf("line 1: more than %d MiB, which no settings are", maxText>>20)
	}
	switch f {
	case TOML:
		return readTOML(text)
	case YAML:
		return readYAML(text)
	case Calls:
		return readCalls(text)
	}
	return readJSON(text)
}

// errMany is the error for a text with too many values.
var errMany = errors.New("more values than settings have")

// Nodes returns the members of an object, or the items of an array.
func (n Node) Nodes() []Node { return n.inner }

// Member returns the member with a name, if there is one.
func (n Node) Member(name string) (Node, bool) {
	for _, m := range n.inner {
		if n.Kind == Object && m.Key == name {
			return m, true
		}
	}
	return Node{}, false
}

// At returns the node at a path of names, if there is one.
func (n Node) At(names ...string) (Node, bool) {
	ok := true
	for _, name := range names {
		if n, ok = n.Member(name); !ok {
			return Node{}, false
		}
	}
	return n, true
}
