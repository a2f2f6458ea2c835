package policy_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Who decided what becomes of git.reset-hard, which is destructive.
func TestCause(t *testing.T) {
	const system, user, project = policy.System, policy.User, policy.Project
	type file struct {
		kind policy.LayerKind
		text string
	}
	for _, c := range []struct {
		name  string
		files []file
		flags policy.Flags
		want  policy.Cause
	}{
		{"nobody but the default profile", nil, policy.Flags{}, policy.Cause{Key: "destructive", Layer: "profile cautious", Where: "the default"}},
		{"the profile of a file", []file{{user, `profile = "guarded"`}}, policy.Flags{}, policy.Cause{Key: "destructive", Layer: "profile guarded", Where: "user:1"}},
		{"a file that names the default", []file{{user, `profile = "cautious"`}}, policy.Flags{}, policy.Cause{Key: "destructive", Layer: "profile cautious", Where: "user:1"}},
		{"the profile of a flag", nil, policy.Flags{Profile: "guarded"}, policy.Cause{Key: "destructive", Layer: "profile guarded", Where: "--security-profile"}},
		{"no security", nil, policy.Flags{NoSecurity: true}, policy.Cause{Key: "destructive", Layer: "profile open", Where: "--no-security"}},
		{"the class in the user's file", []file{{user, "[actions]\ndestructive = \"block\""}}, policy.Flags{}, policy.Cause{Key: "destructive", Layer: "user", Where: "user:2"}},
		{"the pack", []file{{user, "[actions]\n\"git.*\" = \"block\""}}, policy.Flags{}, policy.Cause{Key: "git.*", Layer: "user", Where: "user:2"}},
		{"the rule before its class", []file{{user, "[actions]\ndestructive = \"block\"\n\"git.reset-hard\" = \"warn\""}}, policy.Flags{}, policy.Cause{Key: "git.reset-hard", Layer: "user", Where: "user:3"}},
		{"the user after the system", []file{{system, "[actions]\ndestructive = \"warn\""}, {user, "[actions]\ndestructive = \"block\""}}, policy.Flags{}, policy.Cause{Key: "destructive", Layer: "user", Where: "user:2"}},
		{"the system where it locks", []file{{system, "lock = [\"actions.destructive\"]\n[actions]\ndestructive = \"block\""}, {user, "[actions]\ndestructive = \"warn\""}}, policy.Flags{}, policy.Cause{Key: "git.reset-hard", Layer: "system", Where: "system:3", Lock: "system"}},
		{"a locked class and the user's pack", []file{{system, "lock = [\"actions.destructive\"]\n[actions]\ndestructive = \"block\""}, {user, "[actions]\n\"git.*\" = \"warn\""}}, policy.Flags{}, policy.Cause{Key: "git.reset-hard", Layer: "system", Where: "system:3", Lock: "system"}},
		{"a locked profile", []file{{system, "profile = \"guarded\"\nlock = [\"profile\"]"}}, policy.Flags{}, policy.Cause{Key: "destructive", Layer: "profile guarded", Where: "system:1", Lock: "system"}},
		{"a project that tightens", []file{{project, "[actions]\ndestructive = \"block\""}}, policy.Flags{}, policy.Cause{Key: "destructive", Layer: "project", Where: "project:2"}},
		{"a project that would loosen", []file{{project, "[actions]\ndestructive = \"allow\""}}, policy.Flags{}, policy.Cause{Key: "destructive", Layer: "profile cautious", Where: "the default"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var layers []policy.Layer
			for _, f := range c.files {
				layers = append(layers, policy.Layer{Name: f.kind.String(), Kind: f.kind, Data: []byte(f.text)})
			}
			p, err := policy.Load(layers, c.flags)
			require.NoError(t, err)
			assert.Equal(t, c.want, p.Cause(ruleOf(t, p, "git.reset-hard")))
		})
	}
}

func TestCauseOfAFloor(t *testing.T) {
	p, err := policy.Load([]policy.Layer{{Name: "user", Kind: policy.User, Data: []byte("[actions]\nopaque = \"allow\"")}}, policy.Flags{})
	require.NoError(t, err)
	assert.True(t, p.Cause(ruleOf(t, p, "fs.rm-empty")).Floor)
	assert.False(t, p.Cause(ruleOf(t, p, "git.reset-hard")).Floor)
}

func TestCauseOfANarrowedNetwork(t *testing.T) {
	p, err := policy.Load([]policy.Layer{{Name: "user", Kind: policy.User, Data: []byte("[network]\nallowed_domains = [\"example.com\"]")}}, policy.Flags{})
	require.NoError(t, err)
	assert.Equal(t, "network", p.Cause(ruleOf(t, p, "net.host")).Layer)
}

func ruleOf(t *testing.T, p *policy.Policy, id string) *rules.Rule {
	t.Helper()
	r := p.Rules.Find(id)
	require.NotNil(t, r)
	return r
}
