package catalogue

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/builtin"
)

var update = flag.Bool("update", false, "write the text of the rules anew")

// Programs contain the rules that are written here.
func TestIndex(t *testing.T) {
	const file = "../builtin/rules.txt"
	text := rules.Encode(Rules())
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		return
	}
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.True(t, text == string(written), "%s is of other rules: go test ./rules/catalogue -run 'TestIndex$' -update", file)
	assert.NoError(t, builtin.Check())
	n, all := 0, Rules()
	for r := range builtin.Rules().All() {
		require.Equal(t, rules.Encode(all[n:n+1]), rules.Encode([]rules.Rule{*r}))
		n++
	}
	assert.Len(t, all, n)
}
