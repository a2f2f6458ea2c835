package absval

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
	all := map[string]Value{
		"unknown": Top, "beginning": Prefix("a"), "text": Text("a"), "empty text": Text(""), "name": Named("a"), "number": Integer(1), "zero": Integer(0),
		"function": ClosureOf("a", 0), "another": ClosureOf("", 1), "empty list": List(), "empty object": Mapping(nil, []string{}),
		"list": List(Text("a"), Text("b")), "nested": List(List(Text("a"), Text("b"))), "choice in a list": List(Join(Text("a"), Text("b"))),
		"object": Mapping([]Value{Text("a"), Text("b")}, []string{"x", "y"}), "keys moved": Mapping([]Value{Text("a"), Text("b")}, []string{"xy", ""}),
		"instance": Instance("a", Text("a")), "of nothing": Instance("a", List()), "long": List(make([]Value, 2*MaxItems)...),
	}
	for reason, v := range all {
		for other, w := range all {
			assert.Equal(t, reason == other, Equal(v, w), "%s, %s", reason, other)
			assert.Equal(t, reason == other, v.Has(w[0]), "%s, %s", reason, other)
		}
	}
	assert.True(t, Equal(List(Text("a"), Integer(1)), List(Text("a"), Integer(1))), "made anew")
}

// An atom without a sum would pass for one that is not known.
func TestAtomsAreMadeInOnePlace(t *testing.T) {
	files, err := filepath.Glob("../*/*.go")
	require.NoError(t, err)
	for _, name := range files {
		if strings.HasSuffix(name, "/absval/value.go") || strings.HasSuffix(name, "_test.go") {
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
	v := Value(nil)
	for i := range 100 {
		v = Join(v, Text(strings.Repeat("a", i)))
	}
	assert.Len(t, v, MaxAtoms+1)
	assert.True(t, v.Has(Atom{}), "the rest is not known")
	v = Join(v, Named("os.system"))
	assert.True(t, v.Has(Named("os.system")[0]))
	for i := range 100 {
		v = Join(v, Instance("?.unlink", Integer(i)))
	}
	assert.LessOrEqual(t, len(v), MaxAtoms+4)
	assert.True(t, v.Has(Instance("?.unlink", Top)[0]), "of anything")
}
