package yaml

import "github.com/agent-loop/shimgen/internal/excerpt"

// Kind is what a node is.
type Kind int

// The kinds.
const (
	Null Kind = iota // nothing was written
	Scalar
	Mapping
	Sequence
)

// Node is a value. All methods work on nil, which is the value that is not there.
type Node struct {
	Kind    Kind
	At      int          // where it begins
	Text    excerpt.Text // of a scalar
	IsPlain bool         // a scalar without quotes, which a schema could take for a number
	Keys    []*Node      // of a mapping
	Items   []*Node      // of a sequence; of a mapping, the values
}

// Get returns the value below keys, or nil.
func (n *Node) Get(keys ...string) *Node {
	for _, key := range keys {
		n = n.get(key)
	}
	return n
}

func (n *Node) get(key string) *Node {
	if n == nil || n.Kind != Mapping {
		return nil
	}
	for i, k := range n.Keys {
		if k.Text.String == key {
			return n.Items[i]
		}
	}
	return nil
}

// List returns the items of a sequence, and any other value that is there as the only one.
func (n *Node) List() []*Node {
	switch {
	case n == nil || n.Kind == Null:
		return nil
	case n.Kind == Sequence:
		return n.Items
	}
	return []*Node{n}
}

// Value returns the text of a scalar, and "" for anything else.
func (n *Node) Value() string {
	if n == nil || n.Kind != Scalar {
		return ""
	}
	return n.Text.String
}

// IsScalar reports whether there is a scalar.
func (n *Node) IsScalar() bool { return n != nil && n.Kind == Scalar }

// Pairs returns the keys and values of a mapping.
func (n *Node) Pairs() (keys, values []*Node) {
	if n == nil || n.Kind != Mapping {
		return nil, nil
	}
	return n.Keys, n.Items
}

// Error says what cannot be read, and where.
type Error struct {
	At   int
	Text string
}

// Error returns the reason without the place.
func (e *Error) Error() string { return e.Text }
