package guard

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// A policy that observes allows what it would refuse, keeps what it would have said, and
// still protects shimgen itself.
func TestObserved(t *testing.T) {
	p, err := policy.Load(nil, policy.Flags{Profile: policy.Observe})
	require.NoError(t, err)
	strict := *p
	strict.Strict = true
	m, req := Model()
	for _, c := range []struct {
		why, source string
		policy      *policy.Policy
		action      rules.Action
		would       rules.Action // if it is observed
		observed    bool
	}{
		{"what is fine", "ls", p, rules.Allow, rules.Allow, true},
		{"what asks", "git reset --hard", p, rules.Allow, rules.Ask, true},
		{"what is catastrophic", "mkfs.ext4 /dev/sda1", p, rules.Allow, rules.Block, true},
		{"what warns", "sudo true", p, rules.Allow, rules.Warn, true},
		{"what no shell can read", "echo 'a", p, rules.Allow, rules.Ask, true},
		{"what is empty", "", p, rules.Block, rules.Block, false},
		{"our own files", "rm ~/.agent-loop/policy.toml", p, rules.Block, rules.Block, false},
		{"our own verbs", "shimgen policy edit", p, rules.Block, rules.Block, false},
		{"both", "git reset --hard; shimgen uninstall", p, rules.Block, rules.Block, false},
		{"strict mode", "git reset --hard", &strict, rules.Ask, rules.Ask, false},
	} {
		req.Source = c.source
		d := Judge(c.policy, m, req)
		assert.Equal(t, c.action, d.Action, c.why)
		if !c.observed {
			assert.Nil(t, d.Would, c.why)
			continue
		}
		require.NotNil(t, d.Would, c.why)
		assert.Equal(t, c.would, d.Would.Action, c.why)
		assert.Empty(t, d.Findings, c.why)
		assert.NoError(t, d.Err, c.why)
		_, permitted := d.Shell("sh").Permit()
		assert.True(t, permitted, c.why)
	}
	_, d, err := JudgePath(p, m, req, "~/.ssh/id_rsa", 1)
	require.NoError(t, err)
	require.NotNil(t, d.Would)
	assert.Equal(t, rules.Allow, d.Action)
	d = JudgeUnread(p, m, req, "tool")
	assert.Equal(t, rules.Allow, d.Action)
}
