package rulebook

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/policy"
)

func TestPick(t *testing.T) {
	p, err := policy.Builtin(policy.Default)
	require.NoError(t, err)
	all, err := Pick(p, nil)
	require.NoError(t, err)
	assert.Len(t, all, p.Rules.Len())
	one, err := Pick(p, []string{"git.reset-hard"})
	require.NoError(t, err)
	require.Len(t, one, 1)
	pack, err := Pick(p, []string{"git.*"})
	require.NoError(t, err)
	assert.Greater(t, len(pack), 1)
	for _, r := range pack {
		assert.True(t, strings.HasPrefix(r.ID, "git."), r.ID)
	}
	_, err = Pick(p, []string{"git.*", "nobody.*"})
	var failed *exit.Error
	require.ErrorAs(t, err, &failed)
	assert.Equal(t, exit.BadUsage, failed.Status)
	assert.Equal(t, `no rule or pack "nobody.*"`, failed.Text)
}

func TestProve(t *testing.T) {
	p, err := policy.Builtin(policy.Default)
	require.NoError(t, err)
	picked, err := Pick(p, []string{"git.reset-hard"})
	require.NoError(t, err)
	var told []string
	all := Prove(p, picked, func(rule string) { told = append(told, rule) })
	assert.Equal(t, []string{"git.reset-hard"}, told)
	assert.Zero(t, all.Errors)
	assert.Positive(t, all.Tried)
	assert.LessOrEqual(t, all.Held, all.Tried)

	var out bytes.Buffer
	require.NoError(t, all.Print(&out, false))
	assert.Contains(t, out.String(), "  git.reset-hard\n1 rules, every example holds; ")
}

func TestPercentIsRoundedDown(t *testing.T) {
	assert.Equal(t, "99.99%", percent(99999, 100000), "100 means all")
	assert.Equal(t, "100.00%", percent(3, 3))
	assert.Equal(t, "-", percent(0, 0))
}

func TestRowsAreThePolicysRules(t *testing.T) {
	p, err := policy.Builtin(policy.Default)
	require.NoError(t, err)
	rows := List(p)
	assert.Len(t, rows, p.Rules.Len())
	var out bytes.Buffer
	rows[0].Print(&out)
	assert.True(t, strings.HasPrefix(out.String(), rows[0].ID+"\n  class   "+rows[0].Class+"\n"), out.String())
}
