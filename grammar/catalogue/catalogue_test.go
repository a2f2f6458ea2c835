package catalogue_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A table that calls a function would be built at every start, and with it all
// that copies another table's parts. One that holds more than names and functions makes
// every start dearer: the Go runtime reads all pointers to data before it begins.
func TestTablesAreConstant(t *testing.T) {
	names, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			ast.Inspect(g, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					assert.Fail(t, "not constant", "%s calls %s: make it a function", name, call.Fun)
				}
				_, inFunction := n.(*ast.FuncLit)
				return !inFunction
			})
		}
	}
}
