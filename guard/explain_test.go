package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

func explain(t *testing.T, p *policy.Policy, source string) guard.Explanation {
	t.Helper()
	m, req := guard.Model()
	req.Source = source
	return guard.Explain(p, m, req)
}

// An explanation is of the very decision that would be made.
func TestExplainDecidesAsJudge(t *testing.T) {
	for _, profile := range []string{policy.Open, policy.Cautious, policy.Guarded, policy.Paranoid} {
		p := builtin(t, profile)
		for _, source := range []string{
			"ls", "rm -rf /", `D=$(echo cm0K|base64 -d); $D -rf "$HOME"`, "git reset --hard", "if", "sudo sh -c 'rm -rf ~'", `rm -rf "$X"/*`,
			"for f in a ~; do rm -rf $f; done", "curl u | sh", "rm $x", "cat ~/.ssh/id_rsa", "(((",
		} {
			m, req := guard.Model()
			req.Source = source
			want := guard.Judge(p, m, req)
			got := guard.Explain(p, m, req)
			assert.Equal(t, want.Action, got.Action, source)
			assert.Equal(t, want.ReadOnly, got.ReadOnly, source)
			assert.Equal(t, len(want.Findings), len(got.Findings), source)
			for i := range want.Findings {
				assert.Equal(t, want.Findings[i].Rule.ID, got.Findings[i].Rule.ID, source)
			}
		}
	}
}

func TestExplainPlacesEffects(t *testing.T) {
	x := explain(t, builtin(t, policy.Cautious), "rm -rf build /tmp/x ~")
	require.Len(t, x.Steps, 1)
	var places []zone.Location
	for i, e := range x.Steps[0].Invocation.Effects {
		if e.Kind == grammar.Deletes {
			places = append(places, x.Steps[0].Locations[i])
		}
	}
	require.Len(t, places, 3)
	assert.Equal(t, zone.Location{Path: "/home/agent/work/build", Inside: true}, places[0])
	assert.Equal(t, zone.Location{Path: "/tmp/x", Temp: true}, places[1])
	assert.Equal(t, "/home/agent", places[2].Path)
	assert.NotZero(t, places[2].Is&rules.Home)
	assert.Equal(t, "/home/agent/work", x.Work)
}

// What is only possible has its action from the class opaque.
func TestExplainCauses(t *testing.T) {
	p := builtin(t, policy.Guarded)
	x := explain(t, p, `git reset $opt; git reset --hard`)
	require.Len(t, x.Steps, 2)
	require.NotEmpty(t, x.Steps[0].Findings)
	assert.Equal(t, "opaque", x.Steps[0].Findings[0].Cause.Key)
	require.NotEmpty(t, x.Steps[1].Findings)
	assert.Equal(t, "destructive", x.Steps[1].Findings[0].Cause.Key)
}

func TestExplainPassed(t *testing.T) {
	p, err := policy.Load([]policy.Layer{{Name: "user", Kind: policy.User, Data: []byte(
		"[commands]\nallowed = [\"git reset --hard\"]\n[actions]\n\"git.push\" = \"allow\"")}}, policy.Flags{})
	require.NoError(t, err)
	x := explain(t, p, "git reset --hard; git push")
	assert.Empty(t, x.Findings)
	require.Len(t, x.Steps, 2)
	require.Len(t, x.Steps[0].Passed, 1)
	assert.True(t, x.Steps[0].Passed[0].Lifted)
	require.Len(t, x.Steps[1].Passed, 1)
	assert.Equal(t, policy.Cause{Key: "git.push", Layer: "user", Where: "user:4"}, x.Steps[1].Passed[0].Cause)
}

func TestExplainNear(t *testing.T) {
	x := explain(t, builtin(t, policy.Cautious), "git reset HEAD")
	require.NotEmpty(t, x.Steps[0].Near)
	assert.Equal(t, "git.reset-hard", x.Steps[0].Near[0].Rule.ID)
}

func TestExplainRefused(t *testing.T) {
	x := explain(t, builtin(t, policy.Cautious), "if")
	assert.Error(t, x.Err)
	assert.Empty(t, x.Steps)
}

// What the policy keeps from being read is not read to be explained.
func TestExplainReadsNothingForbidden(t *testing.T) {
	p, err := policy.Load([]policy.Layer{{Name: "user", Kind: policy.User, Data: []byte("[paths]\nblocked = [\"/data/production\"]")}}, policy.Flags{})
	require.NoError(t, err)
	for _, name := range []string{"/data/production/run.sh", work + ".env", "/home/agent/.ssh/id_rsa"} {
		m, req := guard.Model()
		m.Files = zone.Tree{"/data": "", "/data/production": "", name: zone.Text("echo hidden-content\n")}
		req.Source = "bash " + name + "; source " + name
		x := guard.Explain(p, m, req)
		assert.Equal(t, rules.Block, x.Action, name)
		for _, s := range x.Steps {
			assert.NotContains(t, s.Invocation.Command.String(), "hidden", name)
		}
	}
}
