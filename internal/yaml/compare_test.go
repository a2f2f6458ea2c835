package yaml

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	library "go.yaml.in/yaml/v3"
)

// shown is a value in one line.
func shown(n *Node, depth int) string {
	if depth > 40 {
		return "…"
	}
	switch n.Kind {
	case Scalar:
		return fmt.Sprintf("%q", n.Text.String)
	case Mapping:
		var b strings.Builder
		for i, k := range n.Keys {
			fmt.Fprintf(&b, "%q=%s ", k.Text.String, shown(n.Items[i], depth+1))
		}
		return "{" + b.String() + "}"
	case Sequence:
		var b strings.Builder
		for _, item := range n.Items {
			b.WriteString(shown(item, depth+1) + " ")
		}
		return "[" + b.String() + "]"
	}
	return `""`
}

// shownByLibrary is the same of what the library reads.
func shownByLibrary(n *library.Node, depth int) string {
	if depth > 40 {
		return "…"
	}
	var b strings.Builder
	switch n.Kind {
	case library.DocumentNode:
		return shownByLibrary(n.Content[0], depth)
	case library.AliasNode:
		return shownByLibrary(n.Alias, depth)
	case library.MappingNode:
		for i := 0; i < len(n.Content); i += 2 {
			fmt.Fprintf(&b, "%q=%s ", n.Content[i].Value, shownByLibrary(n.Content[i+1], depth+1))
		}
		return "{" + b.String() + "}"
	case library.SequenceNode:
		for _, item := range n.Content {
			b.WriteString(shownByLibrary(item, depth+1) + " ")
		}
		return "[" + b.String() + "]"
	}
	return fmt.Sprintf("%q", n.Value)
}

// agrees compares with the library what is read of a text. What is not read here is none of
// its business.
func agrees(t *testing.T, text string) bool {
	t.Helper()
	n, err := Parse(text)
	if err != nil {
		return false
	}
	var other library.Node
	if strings.Contains(text, "<<") {
		return true // the library leaves merging to who takes the values
	}
	if library.Unmarshal([]byte(text), &other) != nil || other.Kind == 0 {
		return true // the library is stricter, or there is nothing
	}
	return assert.Equal(t, shownByLibrary(&other, 0), shown(n, 0), text)
}

// TestFilesOfOthers compares all files that YAML_FILES names, a path a line.
func TestFilesOfOthers(t *testing.T) {
	list, err := os.ReadFile(os.Getenv("YAML_FILES"))
	if err != nil {
		t.Skip("YAML_FILES names no list of files")
	}
	read, unread := 0, 0
	for name := range strings.FieldsSeq(string(list)) {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		t.Run(name, func(t *testing.T) {
			if _, err := Parse(string(text)); err != nil {
				if library.Unmarshal(text, new(library.Node)) == nil {
					t.Log(err, err.(*Error).At)
					unread++
				}
				return
			}
			read++
			agrees(t, string(text))
		})
	}
	t.Logf("%d read, %d that only the library reads", read, unread)
}
