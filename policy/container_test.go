package policy

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/rules"
)

// Container is cautious, but for what is done to the machine alone.
func TestContainerLoosensLocalRulesOnly(t *testing.T) {
	container, err := Builtin(Container)
	require.NoError(t, err)
	cautious, err := Builtin(Cautious)
	require.NoError(t, err)
	for r := range container.Rules.All() {
		assert.Equal(t, cautious.Action(r), container.Action(r), r.ID)
		assert.Equal(t, cautious.Action(r), cautious.LocalAction(r), r.ID)
		assert.GreaterOrEqual(t, container.LocalAction(r), container.Action(r), r.ID)
		if !r.Local {
			assert.Equal(t, container.Action(r), container.LocalAction(r), r.ID)
		}
		switch r.Class {
		case rules.Catastrophic, rules.Secrets, rules.RemoteCode, rules.Escape, rules.Device, rules.Network:
			assert.False(t, r.Local, "%s: what is %s leaves a container, or leaves nothing of it", r.ID, r.Class)
		}
	}
}

// Who may loosen chooses it: a project's file cannot.
func TestContainerIsNotForProjects(t *testing.T) {
	for _, c := range []struct {
		name, want string
		layers     []Layer
	}{
		{"a project below the default", Cautious, []Layer{project("profile = \"container\"")}},
		{"and below a stricter one", Guarded, []Layer{user("profile = \"guarded\""), project("profile = \"container\"")}},
		{"the user's own choice", Container, []Layer{user("profile = \"container\"")}},
		{"which a project tightens", Cautious, []Layer{user("profile = \"container\""), project("profile = \"cautious\"")}},
		{"a lock", Cautious, []Layer{system("profile = \"cautious\"\nlock = [\"profile\"]"), user("profile = \"container\"")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := load(t, Flags{}, c.layers...)
			assert.Equal(t, c.want, p.Profile)
			assert.Equal(t, c.want == Container, len(p.Inside) > 0)
		})
	}
	p := load(t, Flags{}, user("profile = \"container\""), project("[actions]\n\"pkg.remove\" = \"block\"\ndestructive = \"ask\""))
	assert.Equal(t, rules.Block, p.LocalAction(p.Rules.Find("pkg.remove")))
	assert.Equal(t, rules.Ask, p.LocalAction(p.Rules.Find("fs.rm-outside")), "a project's file tightens what is local, too")
}

func TestForContainer(t *testing.T) {
	assert.Empty(t, ForContainer(""), "a machine of its own gets no advice")
	assert.Contains(t, ForContainer("podman"), "profile = \"container\"")
}

// What a file builds an image with may change the image, under any profile.
func TestOnThrowaway(t *testing.T) {
	for _, profile := range []string{Cautious, Guarded, Container} {
		p := load(t, Flags{}, user("profile = \""+profile+"\"\n[actions]\n\"pkg.remove\" = \"block\""))
		there := p.OnThrowaway()
		for r := range p.Rules.All() {
			assert.Equal(t, p.Action(r), there.Action(r), r.ID)
			assert.GreaterOrEqual(t, there.LocalAction(r), p.LocalAction(r), r.ID)
			switch {
			case r.ID == "pkg.remove":
				assert.Equal(t, rules.Block, there.LocalAction(r), "a layer said so")
			case r.Local && r.Class == rules.SystemWrite && !r.Floored:
				assert.Equal(t, rules.Warn, there.LocalAction(r), r.ID)
			}
		}
	}
}
