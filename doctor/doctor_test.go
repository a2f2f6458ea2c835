package doctor

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/sandbox"
)

func TestPrintIsSafeForATerminal(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, Print(&out, []Diagnosis{
		{"PATH", OK, "/x is first", ""},
		{"bash -c", Fail, "a\x1b]0;b\a", "take\nit out"},
	}))
	assert.Equal(t, "ok    PATH: /x is first\nfail  bash -c: a\\u001b]0;b\\u0007\n      fix: take\\u000ait out\n", out.String())
}

func TestFailed(t *testing.T) {
	assert.False(t, Failed(nil))
	assert.False(t, Failed([]Diagnosis{{State: OK}, {State: Warn}}))
	assert.True(t, Failed([]Diagnosis{{State: OK}, {State: Fail}, {State: OK}}))
}

// layersOf returns the layers under a policy, by name.
func layersOf(t *testing.T, text string, meets bool) map[string]Layer {
	t.Helper()
	p, err := policy.Load([]policy.Layer{{Name: "policy.toml", Kind: policy.User, Data: []byte(text)}}, policy.Flags{})
	require.NoError(t, err)
	m, req := guard.Model()
	found := map[string]Layer{}
	for _, l := range Layers(&runner.Session{Policy: p, Machine: m, Dir: req.Dir, Work: req.Work}, meets, "shimgen install") {
		found[l.Name] = l
	}
	return found
}

func TestLayersSayWhatIsEnforced(t *testing.T) {
	open := layersOf(t, "[sandbox]\nmode = \"none\"\n[network]\nmode = \"full\"\n", false)
	assert.True(t, open["rules"].Enforced)
	assert.False(t, open["path shims"].Enforced)
	assert.Equal(t, "shimgen install", open["path shims"].Fix)
	assert.False(t, open["sandbox"].Enforced)
	assert.True(t, open["network"].Enforced, "there is nothing to enforce")

	held := layersOf(t, "[sandbox]\nmode = \"required\"\n[network]\nmode = \"none\"\n", true)
	assert.True(t, held["path shims"].Enforced)
	assert.Equal(t, runner.CanConfine(), held["sandbox"].Enforced)
	assert.Contains(t, held["network"].String(), "mode none")
}

func TestABackendThatCannotStartHasOneReason(t *testing.T) {
	all := Backend{Name: "native", Missing: []MissingProperty{{sandbox.All()[0], "no namespaces"}, {sandbox.All()[1], "no namespaces"}}}
	why, refused := all.refusal()
	assert.True(t, refused)
	assert.Equal(t, "no namespaces", why)
	assert.False(t, all.HoldsAll())

	all.Missing[1].Reason = "not tried"
	_, refused = all.refusal()
	assert.False(t, refused, "each property has a reason of its own")

	assert.Equal(t, "bwrap: not found\n  hint: install it\n", Backend{Name: "bwrap", Error: "bwrap: not found", Hint: "install it"}.String())
}
