package draft

import (
	"fmt"

	"github.com/agent-loop/shimgen/policy/tree"
)

// The readers below return the zero value for a value of the wrong type, and Finish then returns
// the first such error. The values after it are not checked.

// Text returns a string.
func (d *Draft) Text(n tree.Node) string {
	text, ok := n.Data.(string)
	if !ok {
		d.WrongType(n, "a string")
	}
	return text
}

// Bool returns true or false.
func (d *Draft) Bool(n tree.Node) bool {
	is, ok := n.Data.(bool)
	if !ok {
		d.WrongType(n, "true or false")
	}
	return is
}

// Texts returns the strings of a list.
func (d *Draft) Texts(n tree.Node) []tree.Node {
	for _, item := range n.Nodes() {
		if _, ok := item.Data.(string); !ok {
			d.WrongType(n, "a list of strings")
			return nil
		}
	}
	if n.Kind != tree.Array {
		d.WrongType(n, "a list of strings")
		return nil
	}
	return n.Nodes()
}

// Members returns the members of an object.
func (d *Draft) Members(n tree.Node) []tree.Node {
	if n.Kind != tree.Object {
		d.WrongType(n, "an object")
		return nil
	}
	return n.Nodes()
}

// Items returns the items of a list of objects.
func (d *Draft) Items(n tree.Node) []tree.Node {
	for _, item := range n.Nodes() {
		if item.Kind != tree.Object {
			d.WrongType(n, "a list of objects")
			return nil
		}
	}
	if n.Kind != tree.Array {
		d.WrongType(n, "a list of objects")
		return nil
	}
	return n.Nodes()
}

// Member returns the member with a name, which the object must have.
func (d *Draft) Member(n tree.Node, name string) tree.Node {
	m, ok := n.Member(name)
	if !ok && d.err == nil {
		d.err = fmt.Errorf("line %d: there is no %q in it", n.Line, name)
	}
	return m
}

// WrongType records that a value has the wrong type for its key.
func (d *Draft) WrongType(n tree.Node, want string) {
	if d.err == nil {
		d.err = fmt.Errorf("line %d: %.60q is not %s", n.Line, n.Key, want)
	}
}
