package rulebook

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/rules/builtin"
)

var update = flag.Bool("update", false, "write docs/rules.md anew")

// docs/rules.md is what the program writes, and has every rule.
func TestRulesPageIsFresh(t *testing.T) {
	var page strings.Builder
	require.NoError(t, Markdown(&page))
	if *update {
		require.NoError(t, os.WriteFile("../docs/rules.md", []byte(page.String()), 0o644))
	}
	stands, err := os.ReadFile("../docs/rules.md")
	require.NoError(t, err)
	if page.String() != string(stands) {
		t.Fatal("docs/rules.md is stale: shimgen rules list --markdown > docs/rules.md")
	}
	n := 0
	for r := range builtin.Rules().All() {
		n++
		assert.Contains(t, page.String(), "\n### "+r.ID+"\n")
	}
	assert.GreaterOrEqual(t, n, 300)
}

// A command in Markdown's code is the command.
func TestFenced(t *testing.T) {
	assert.Equal(t, "`rm x`", fenced("rm x"))
	assert.Equal(t, "`` `rm` ``", fenced("`rm`"))
	assert.Equal(t, "`a⏎b`", fenced("a\nb"))
}
