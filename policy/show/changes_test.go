package show_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/show"
)

func TestChanges(t *testing.T) {
	const base = "profile = \"cautious\"\n"
	for _, c := range []struct {
		why, before, after string
		want               show.Change
	}{
		{"an action is looser", base, base + "[actions]\ndestructive = \"allow\"", show.Change{Key: "actions.destructive", Before: "ask", After: "allow", Looser: true}},
		{"trash is looser than ask", base, base + "[actions]\ndestructive = \"trash\"", show.Change{Key: "actions.destructive", Before: "ask", After: "trash", Looser: true}},
		{"a rule that had its class's action", base, base + "[actions]\n\"git.reset-hard\" = \"block\"", show.Change{Key: "actions.git.reset-hard", After: "block", Stricter: true}},
		{"a rule that has its class's action again", base + "[actions]\n\"git.reset-hard\" = \"block\"", base, show.Change{Key: "actions.git.reset-hard", Before: "block", Looser: true}},
		{"an exception more", base, base + "[commands]\nallowed = [\"make clean\"]", show.Change{Key: "commands.allowed", Added: []string{"make clean"}, Looser: true}},
		{"a blocked place less", base + "[paths]\nblocked = [\"/a\", \"/b\"]", base + "[paths]\nblocked = [\"/b\"]", show.Change{Key: "paths.blocked", Removed: []string{"/a"}, Looser: true}},
		{"a limit where there was none", base, base + "[limits]\ntimeout = \"5m\"", show.Change{Key: "limits.timeout", Before: "none", After: "5m0s", Stricter: true}},
		{"a limit taken away", base + "[limits]\ntimeout = \"5m\"", base, show.Change{Key: "limits.timeout", Before: "5m0s", After: "none", Looser: true}},
		{"fewer hosts", base + "[network]\nallowed_domains = [\"a.example.com\", \"b.example.com\"]", base + "[network]\nallowed_domains = [\"a.example.com\"]", show.Change{Key: "network.allowed_domains", Removed: []string{"b.example.com"}, Stricter: true}},
		{"a sandbox that is not required any more", base + "[sandbox]\nmode = \"required\"", base, show.Change{Key: "sandbox.mode", Before: "required", After: "auto", Looser: true}},
		{"a variable that passes", base, base + "[sandbox]\nenv = [\"CI_TOKEN\"]", show.Change{Key: "sandbox.env", Added: []string{"CI_TOKEN"}, Looser: true}},
	} {
		changes := show.Changes(load(t, c.before), load(t, c.after))
		i := slices.IndexFunc(changes, func(got show.Change) bool { return got.Key == c.want.Key })
		require.GreaterOrEqual(t, i, 0, c.why)
		if c.want.Added == nil {
			changes[i].Added = nil
		}
		if c.want.Removed == nil {
			changes[i].Removed = nil
		}
		assert.Equal(t, c.want, changes[i], c.why)
		assert.Empty(t, show.Changes(load(t, c.after), load(t, c.after)), c.why)
	}
}

// Each kind of layer is named, with the line.
func TestOrigins(t *testing.T) {
	p, err := policy.Load([]policy.Layer{
		{Name: "/etc/p.toml", Kind: policy.System, Data: []byte("lock = [\"audit.level\"]\n[audit]\nlevel = \"detailed\"\n[commands]\nblocked = [\"halt\"]")},
		{Name: "u.toml", Kind: policy.User, Data: []byte("profile = \"guarded\"\n[audit]\nlevel = \"off\"\n[paths]\nallowed = [\"/srv/x\"]\n[limits]\nprocesses = 9")},
		{Name: "w.toml", Kind: policy.Project, Data: []byte("[network]\nmode = \"none\"\n[limits]\nprocesses = 5\n[actions]\nopaque = \"block\"")},
	}, policy.Flags{BlockedPaths: []string{"/f"}})
	require.NoError(t, err)
	for _, want := range []show.Origin{
		{"profile", "guarded", "user", "u.toml:1", ""},
		{"audit.level", "detailed", "system", "/etc/p.toml:3", "/etc/p.toml"},
		{"commands.blocked", "halt", "system", "/etc/p.toml:5", ""},
		{"paths.allowed", "/srv/x", "user", "u.toml:5", ""},
		{"paths.blocked", "/f", "flag", "--security-blocked-path", ""},
		{"limits.processes", "5", "project", "w.toml:4", ""},
		{"network.mode", "none", "project", "w.toml:2", ""},
		{"actions.opaque", "block", "project", "w.toml:6", ""},
		{"sandbox.mode", "required", "profile guarded", "u.toml:1", ""},
	} {
		assert.Contains(t, show.Origins(p), want, want.Key)
	}
	var out bytes.Buffer
	show.PrintOrigins(&out, p)
	assert.Contains(t, out.String(), "\n[network]\nmode = \"none\"")
	assert.Contains(t, out.String(), "# system /etc/p.toml:3, locked by /etc/p.toml\n")
}
