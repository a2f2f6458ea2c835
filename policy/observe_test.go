package policy

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
)

func TestObserve(t *testing.T) {
	layer := func(kind LayerKind, text string) Layer {
		return Layer{Name: kind.String(), Kind: kind, Data: []byte(text)}
	}
	load := func(layers ...Layer) *Policy {
		p, err := Load(layers, Flags{})
		require.NoError(t, err)
		return p
	}
	p := load(layer(User, `profile = "observe"`))
	assert.True(t, p.Observing())
	assert.Equal(t, Default, p.Base, "nobody says as what")
	assert.Equal(t, Unconfined, p.Sandbox, "a sandbox would refuse")

	p = load(layer(User, "profile = \"observe\"\nobserve = { as = \"paranoid\" }"))
	assert.Equal(t, Paranoid, p.Base)
	assert.Equal(t, "block", p.Actions["destructive"].String())
	assert.True(t, p.SafeOnly)
	assert.Equal(t, Limits{}, p.Limits, "a limit would end commands")
	assert.Zero(t, p.MaxRead)
	assert.False(t, p.Access.Reduced)

	p = load(layer(User, "profile = \"observe\"\nobserve = { as = \"team\" }\n[profiles.team]\nbase = \"guarded\"\nsandbox = \"required\"\nactions = { opaque = \"allow\" }"))
	assert.Equal(t, "team", p.Base)
	assert.Equal(t, "allow", p.Actions["opaque"].String())
	assert.Equal(t, Unconfined, p.Sandbox)

	p = load(layer(User, "profile = \"observe\"\n[sandbox]\nmode = \"required\""))
	assert.Equal(t, Required, p.Sandbox, "the file itself says so")

	strict := load(layer(User, `profile = "observe"`))
	strict.Strict = true
	assert.False(t, strict.Observing(), "strict mode is stronger")
}

// Who cannot loosen cannot choose to observe.
func TestObserveIsNobodysElse(t *testing.T) {
	for _, c := range []struct {
		why, user, project string
		observes           bool
		profile            string
	}{
		{"a project", `profile = "cautious"`, `profile = "observe"`, false, Cautious},
		{"a project, of open", `profile = "open"`, `profile = "observe"`, false, Open},
		{"a project that is stricter", `profile = "observe"`, `profile = "guarded"`, false, Guarded},
		{"a project that says nothing of it", `profile = "observe"`, `[paths]`, true, Observe},
	} {
		for _, trusted := range []bool{false, true} {
			p, err := Load([]Layer{{Name: "u", Kind: User, Data: []byte(c.user)}, {Name: "w", Kind: Project, Trusted: trusted, Data: []byte(c.project)}}, Flags{})
			require.NoError(t, err, c.why)
			assert.Equal(t, c.observes, p.Observing(), c.why)
			assert.Equal(t, c.profile, p.Profile, c.why)
		}
	}
	for why, layers := range map[string][]Layer{
		"a project says as what":     {{Name: "w", Kind: Project, Data: []byte(`observe = { as = "open" }`)}},
		"an unknown profile":         {{Name: "u", Kind: User, Data: []byte("profile = \"observe\"\nobserve = { as = \"none\" }")}},
		"itself":                     {{Name: "u", Kind: User, Data: []byte("profile = \"observe\"\nobserve = { as = \"observe\" }")}},
		"nothing would be recorded":  {{Name: "u", Kind: User, Data: []byte("profile = \"observe\"\n[audit]\nlevel = \"off\"")}},
		"one of that name":           {{Name: "u", Kind: User, Data: []byte("[profiles.observe]\nbase = \"open\"")}},
		"what is observed is locked": {{Name: "s", Kind: System, Data: []byte("profile = \"observe\"\nobserve = { as = \"guarded\" }\nlock = [\"observe.as\"]")}, {Name: "u", Kind: User, Data: []byte(`observe = { as = "open" }`)}},
	} {
		_, err := Load(layers, Flags{})
		assert.Error(t, err, why)
	}
	p, err := Load([]Layer{{Name: "s", Kind: System, Data: []byte("profile = \"guarded\"\nlock = [\"profile\"]")}, {Name: "u", Kind: User, Data: []byte(`profile = "observe"`)}}, Flags{})
	require.NoError(t, err)
	assert.Equal(t, Guarded, p.Profile, "the profile is locked")
	_, err = Load([]Layer{{Name: "s", Kind: System, Data: []byte("profile = \"guarded\"\nlock = [\"profile\"]")}}, Flags{Profile: Observe})
	assert.Error(t, err, "the profile is locked, for a flag too")
	assert.Equal(t, gate.Basic, mustObserve(t).Audit.Level)
}

func mustObserve(t *testing.T) *Policy {
	t.Helper()
	p, err := Load(nil, Flags{Profile: Observe})
	require.NoError(t, err)
	return p
}
