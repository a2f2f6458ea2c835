package catalogue

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/builtin"
)

// A pack that is written and not listed finds nothing, and says nothing.
func TestEveryPackIsInTheCatalogue(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	written := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		for _, d := range file.Decls {
			vars, ok := d.(*ast.GenDecl)
			if !ok || vars.Tok != token.VAR {
				continue
			}
			for _, spec := range vars.Specs {
				for _, value := range spec.(*ast.ValueSpec).Values {
					if pack, ok := value.(*ast.CompositeLit); ok {
						written += rulesIn(pack)
					}
				}
			}
		}
	}
	assert.Equal(t, written, builtin.Rules().Len())
}

// A rule about code that cannot be read names a kind that the judge records, and each kind has a rule: a
// name that nothing records would switch its rule off without a sign.
func TestKindsOfOpaqueCodeHaveRules(t *testing.T) {
	named := map[grammar.OpaqueCode]bool{}
	for _, pack := range packs() {
		for _, r := range pack {
			if r.Effect&grammar.Evaluates == 0 {
				continue
			}
			for name := range strings.FieldsSeq(r.Name) {
				if kind, _, is := strings.Cut(name, ":"); is {
					assert.Contains(t, grammar.OpaqueCodes(), grammar.OpaqueCode(kind+":"), r.ID)
					named[grammar.OpaqueCode(kind+":")] = true
				}
			}
		}
	}
	for _, kind := range grammar.OpaqueCodes() {
		assert.True(t, named[kind], kind)
	}
}

// rulesIn counts the elements of a literal of rules.
func rulesIn(pack *ast.CompositeLit) int {
	list, ok := pack.Type.(*ast.ArrayType)
	if !ok {
		return 0
	}
	if name, ok := list.Elt.(*ast.SelectorExpr); !ok || name.Sel.Name != "Rule" {
		return 0
	}
	return len(pack.Elts)
}

// A condition that nothing can meet switches its rule off without a sign: the name of an option is no
// pattern, and a program without a grammar has no subcommand that ExceptSub could name.
func TestConditionsCanBeMet(t *testing.T) {
	for _, pack := range packs() {
		for _, r := range pack {
			for _, name := range rules.Options(r.Any + " " + r.None) {
				assert.NotContains(t, name, "*", "%s: %s", r.ID, name)
			}
			if r.ExceptSub == "" {
				continue
			}
			for program := range strings.FieldsSeq(r.Program) {
				assert.NotNil(t, grammar.Lookup(program), "%s: ExceptSub and %s, which has no grammar", r.ID, program)
			}
		}
	}
}
