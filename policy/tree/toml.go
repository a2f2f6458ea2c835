package tree

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/policy"
)

// readTOML reads a TOML file as the loader of policies does, with its limits.
func readTOML(text []byte) (Node, error) {
	const name = "text"
	table, line, err := policy.Lines(name, text)
	if err != nil {
		at, why, _ := strings.Cut(strings.TrimPrefix(err.Error(), name+":"), ": ")
		return Node{}, fmt.Errorf("line %s: %s", at, why)
	}
	r := tomlReader{line: line}
	n := r.value(nil, table)
	if r.nodes > maxNodes {
		return Node{}, fmt.Errorf("line 1: %w", errMany)
	}
	n.Line = 1
	return n, nil
}

// tomlReader converts the decoder's result to nodes.
type tomlReader struct {
	line  func(path []string) int
	nodes int
}

func (r *tomlReader) value(path []string, data any) Node {
	n := Node{Line: r.line(path), Data: data}
	if len(path) > 0 {
		n.Key = path[len(path)-1]
	}
	if r.nodes++; r.nodes > maxNodes {
		return n
	}
	switch data := data.(type) {
	case map[string]any:
		n.Kind, n.Data = Object, nil
		for key, in := range data {
			n.inner = append(n.inner, r.value(append(slices.Clip(path), key), in))
		}
		slices.SortFunc(n.inner, func(x, y Node) int {
			if x.Line != y.Line {
				return x.Line - y.Line
			}
			return strings.Compare(x.Key, y.Key)
		})
	case []any:
		n.Kind, n.Data = Array, nil
		for i, in := range data {
			n.inner = append(n.inner, r.item(path, i, in))
		}
	case []map[string]any:
		n.Kind, n.Data = Array, nil
		for i, in := range data {
			n.inner = append(n.inner, r.item(path, i, in))
		}
	}
	return n
}

// item converts an element of an array, which has no key.
func (r *tomlReader) item(path []string, i int, data any) Node {
	n := r.value(append(slices.Clip(path), policy.ElementStep+strconv.Itoa(i)), data)
	n.Key = ""
	return n
}
