package architecture

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fileName matches the name of a Go file, perhaps with a path.
var fileName = regexp.MustCompile(`[\w./-]*\b\w+\.go\b`)

// The files that a package's doc names are there, beside it or from the top.
func TestDocsNameFilesThatAreThere(t *testing.T) {
	top, err := filepath.Abs("../..")
	require.NoError(t, err)
	docs, err := filepath.Glob(filepath.Join(top, "*", "doc.go"))
	require.NoError(t, err)
	deeper, err := filepath.Glob(filepath.Join(top, "*", "*", "doc.go"))
	require.NoError(t, err)
	for _, doc := range append(docs, deeper...) {
		f, err := parser.ParseFile(token.NewFileSet(), doc, nil, parser.ParseComments|parser.PackageClauseOnly)
		require.NoError(t, err)
		for _, name := range fileName.FindAllString(f.Doc.Text(), -1) {
			_, beside := os.Stat(filepath.Join(filepath.Dir(doc), name))
			_, fromTop := os.Stat(filepath.Join(top, name))
			assert.False(t, beside != nil && fromTop != nil, "%s names %s", strings.TrimPrefix(doc, top+"/"), name)
		}
	}
}
