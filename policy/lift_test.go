package policy

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// trustedProject is a project's file that the user trusts.
func trustedProject(text string) Layer {
	l := project(text)
	l.Trusted = true
	return l
}

func TestTrustedProjectLiftsAsksAndNothingElse(t *testing.T) {
	const only = " (a trusted project's file can lift asks and nothing else)"
	for _, c := range []struct {
		why     string
		layers  []Layer
		want    map[string]string
		notices []string
	}{
		{
			"a class that asks is allowed, and what blocks in it stays",
			[]Layer{trustedProject("[actions]\ndestructive = \"allow\"")},
			map[string]string{"git.reset-hard": "allow", "fs.rm-root": "block", "destructive": "allow"},
			nil,
		},
		{
			"a rule that asks becomes a warning",
			[]Layer{trustedProject("[actions]\n\"git.reset-hard\" = \"warn\"")},
			map[string]string{"git.reset-hard": "warn", "git.clean-force": "ask"},
			nil,
		},
		{
			"what the user blocks stays blocked",
			[]Layer{user("[actions]\n\"git.reset-hard\" = \"block\""), trustedProject("[actions]\ndestructive = \"allow\"")},
			map[string]string{"git.reset-hard": "block", "git.clean-force": "allow"},
			[]string{`./.agent-loop.toml:2: ignored: "destructive" = "allow"` + only},
		},
		{
			"what the profile blocks stays blocked",
			[]Layer{user(`profile = "guarded"`), trustedProject("[actions]\ndestructive = \"allow\"")},
			map[string]string{"git.reset-hard": "block"},
			[]string{`./.agent-loop.toml:2: ignored: "destructive" = "allow"` + only},
		},
		{
			"a locked rule stays, the rest of its class does not",
			[]Layer{system("lock = [\"actions.git.reset-hard\"]\n[actions]\n\"git.reset-hard\" = \"ask\""), trustedProject("[actions]\ndestructive = \"allow\"")},
			map[string]string{"git.reset-hard": "ask", "git.clean-force": "allow", "destructive": "ask"},
			[]string{`./.agent-loop.toml:2: ignored: "destructive" = "allow"` + only},
		},
		{
			"a locked class stays whole",
			[]Layer{system("lock = [\"actions.destructive\"]\n[actions]\ndestructive = \"ask\""), trustedProject("[actions]\n\"git.reset-hard\" = \"allow\"")},
			map[string]string{"git.reset-hard": "ask"},
			[]string{"./.agent-loop.toml:2: ignored: git.reset-hard: allow: locked by /etc/agent-loop/policy.toml"},
		},
		{
			"the tool itself stays protected",
			[]Layer{trustedProject("[actions]\n\"self.verb\" = \"allow\"\nescape = \"allow\"")},
			map[string]string{"self.verb": "block", "self.write": "block"},
			[]string{`./.agent-loop.toml:2: ignored: "self.verb" = "allow"` + only, `./.agent-loop.toml:3: ignored: "escape" = "allow"` + only},
		},
		{
			"it tightens as any project's file",
			[]Layer{trustedProject("profile = \"guarded\"\n[actions]\n\"git.push\" = \"block\"")},
			map[string]string{"profile": Guarded, "git.push": "block"},
			nil,
		},
		{
			"neither profile nor anything else that is no ask",
			[]Layer{trustedProject("profile = \"open\"\n[paths]\nallowed = [\"/etc\"]\n[audit]\nlevel = \"off\"\n[sandbox]\nmode = \"none\"")},
			map[string]string{"profile": Cautious, "system-write": "block"},
			[]string{
				`./.agent-loop.toml:1: ignored: profile = "open"` + only, `./.agent-loop.toml:3: ignored: paths.allowed "/etc"` + only,
				`./.agent-loop.toml:5: ignored: audit.level = off` + only, `./.agent-loop.toml:7: ignored: sandbox.mode = none` + only,
			},
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			p := load(t, Flags{}, c.layers...)
			for key, want := range c.want {
				if key == "profile" {
					assert.Equal(t, want, p.Profile)
					continue
				}
				assert.Equal(t, want, action(t, p, key), key)
			}
			assert.Equal(t, c.notices, p.Notices)
		})
	}
}

func TestTrustedProjectAllowsCommands(t *testing.T) {
	text := "[commands]\nallowed = [\"git reset --hard\"]"
	p := load(t, Flags{}, trustedProject(text))
	require.Len(t, p.Commands.Allowed, 1)
	assert.True(t, p.Commands.Allowed[0].OnlyAsks)
	assert.Empty(t, p.Notices)

	p = load(t, Flags{}, project(text))
	assert.Empty(t, p.Commands.Allowed, "nobody trusts it")

	p = load(t, Flags{}, system("lock = [\"commands.allowed\"]\n[paths]\nblocked = []"), trustedProject(text))
	assert.Empty(t, p.Commands.Allowed, "it is locked")
	assert.Equal(t, []string{"./.agent-loop.toml:2: ignored: allowed: git reset --hard: locked by /etc/agent-loop/policy.toml"}, p.Notices)

	other := user(text)
	other.Trusted = true
	p = load(t, Flags{}, other)
	require.Len(t, p.Commands.Allowed, 1)
	assert.False(t, p.Commands.Allowed[0].OnlyAsks, "trust is for project files alone")
}
