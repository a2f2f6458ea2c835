package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What the environment changes is judged for source as for an argument vector,
// and takes nothing from what the text itself is found to do.
func TestChangedVariablesAreJudgedOnBothFronts(t *testing.T) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	m, req := guard.Model()
	req.Changed = []string{"BASH_ENV=/tmp/x"}
	argv, source, both := req, req, req
	argv.Argv = []string{"bash", "-c", "ls"}
	source.Source = "ls"
	both.Source = "git reset --hard"
	for _, r := range []guard.Request{argv, source} {
		d := guard.Judge(p, m, r)
		assert.Equal(t, rules.Ask, d.Action)
		f, ok := d.Worst()
		require.True(t, ok)
		assert.Equal(t, "run.environment", f.Rule.ID)
	}
	d := guard.Judge(p, m, both)
	var ids []string
	for _, f := range d.Findings {
		ids = append(ids, f.Rule.ID)
	}
	assert.Subset(t, ids, []string{"git.reset-hard", "run.environment"})

	source.Changed = nil
	assert.Equal(t, rules.Allow, guard.Judge(p, m, source).Action)
}
