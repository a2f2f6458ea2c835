package script

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSumsTellAtomsApart(t *testing.T) {
	all := map[string]value{
		"unknown": anything, "beginning": beginning("a"), "text": text("a"), "empty text": text(""), "name": named("a"), "number": integer(1), "zero": integer(0),
		"function": defined("a", 0), "another": defined("", 1), "empty list": list(), "empty object": mapping(nil, []string{}),
		"list": list(text("a"), text("b")), "nested": list(list(text("a"), text("b"))), "choice in a list": list(join(text("a"), text("b"))),
		"object": mapping([]value{text("a"), text("b")}, []string{"x", "y"}), "keys moved": mapping([]value{text("a"), text("b")}, []string{"xy", ""}),
		"instance": instance("a", text("a")), "of nothing": instance("a", list()), "long": list(make([]value, 2*maxItems)...),
	}
	for reason, v := range all {
		for other, w := range all {
			assert.Equal(t, reason == other, equal(v, w), "%s, %s", reason, other)
			assert.Equal(t, reason == other, v.has(w[0]), "%s, %s", reason, other)
		}
	}
	assert.True(t, equal(list(text("a"), integer(1)), list(text("a"), integer(1))), "made anew")
}

// An atom without a sum would pass for one that is not known.
func TestAtomsAreMadeInOnePlace(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range files {
		if name == "value.go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		set := gotoken.NewFileSet()
		f, err := parser.ParseFile(set, name, nil, 0)
		require.NoError(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			what, _ := lit.Type.(*ast.Ident)
			switch {
			case what == nil:
			case what.Name == "atom":
				assert.Empty(t, lit.Elts, "%s: an atom of its own", set.Position(lit.Pos()))
			case what.Name == "value":
				for _, e := range lit.Elts {
					inner, ok := e.(*ast.CompositeLit)
					assert.True(t, !ok || len(inner.Elts) == 0, "%s: an atom of its own", set.Position(e.Pos()))
				}
			}
			return true
		})
	}
}

// Functions that a table has are never dropped, but what they are methods of is.
func TestChoicesAreBounded(t *testing.T) {
	v := value(nil)
	for i := range 100 {
		v = join(v, text(strings.Repeat("a", i)))
	}
	assert.Len(t, v, maxAtoms+1)
	assert.True(t, v.has(atom{}), "the rest is not known")
	v = join(v, named("os.system"))
	assert.True(t, v.has(named("os.system")[0]))
	for i := range 100 {
		v = join(v, instance("?.unlink", integer(i)))
	}
	assert.LessOrEqual(t, len(v), maxAtoms+4)
	assert.True(t, v.has(instance("?.unlink", anything)[0]), "of anything")
}
