package policy

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/rules"
)

// team is a user's file with a profile of its own.
const team = `profile = "team"
[profiles.team]
base = "guarded"
description = "what our agents may do"
network = "none"
audit = "forensic"
sandbox = "none"
safe_only = true
allowed_paths = ["/srv/shared"]
actions = { opaque = "allow", "git.push" = "block" }
[actions]
opaque = "ask"
`

// A profile of the user's own begins with a built-in one; what its file says
// beside it is stronger (E4).
func TestE4OwnProfile(t *testing.T) {
	p, err := Load([]Layer{{Name: "policy.toml", Kind: User, Data: []byte(team)}}, Flags{})
	require.NoError(t, err)
	assert.Equal(t, "team", p.Profile)
	assert.Equal(t, Guarded, p.Base)
	assert.Equal(t, "what our agents may do", p.Description)
	assert.Equal(t, Offline, p.Network.Mode)
	assert.Equal(t, gate.Forensic, p.Audit.Level)
	assert.Equal(t, Unconfined, p.Sandbox)
	assert.True(t, p.SafeOnly)
	assert.Equal(t, []PathEntry{{Path: "/srv/shared", From: "policy.toml:9"}}, p.Paths.Allowed)
	assert.Equal(t, rules.Ask, p.Actions["opaque"], "the file's own word")
	assert.Equal(t, rules.Block, p.Actions["git.push"])
	assert.Equal(t, rules.Block, p.Actions["destructive"], "as in the base")
	floored := &rules.Rule{ID: "x.y", Class: rules.Opaque, Floored: true, Least: rules.Block}
	assert.Equal(t, rules.Block, p.Action(floored))
}

func TestE4WhoMayChooseAndDefine(t *testing.T) {
	user := Layer{Name: "policy.toml", Kind: User, Data: []byte("[profiles.team]\nbase = \"paranoid\"\n")}
	p, err := Load([]Layer{user}, Flags{Profile: "team"})
	require.NoError(t, err, "a flag may name it")
	assert.True(t, p.SafeOnly)

	p, err = Load([]Layer{user}, Flags{})
	require.NoError(t, err, "it holds only where it is chosen")
	assert.Equal(t, Cautious, p.Profile)

	chosen := Layer{Name: "policy.toml", Kind: User, Data: []byte(team)}
	project := Layer{Name: ".agent-loop.toml", Kind: Project, Data: []byte(`profile = "guarded"`)}
	p, err = Load([]Layer{chosen, project}, Flags{})
	require.NoError(t, err)
	assert.Equal(t, "team", p.Profile, "which may be stricter than any built-in one")
	assert.Len(t, p.Notices, 1)

	system := Layer{Name: "system.toml", Kind: System, Data: []byte("profile = \"guarded\"\nlock = [\"profile\", \"actions.opaque\"]\n[actions]\nopaque = \"block\"")}
	p, err = Load([]Layer{system, chosen}, Flags{})
	require.NoError(t, err)
	assert.Equal(t, Guarded, p.Profile, "a locked profile stays")
	p, err = Load([]Layer{{Name: "system.toml", Kind: System, Data: []byte("lock = [\"actions.opaque\"]\n[actions]\nopaque = \"block\"")}, chosen}, Flags{})
	require.NoError(t, err)
	assert.Equal(t, rules.Block, p.Actions["opaque"], "a locked action stays")
}

func TestE4BadProfiles(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"no base", "[profiles.team]\naudit = \"off\"", `p:1: profile "team": base is missing: one of open, container, cautious, guarded, paranoid`},
		{"unknown base", "[profiles.team]\nbase = \"tame\"", `p:2: unknown profile "tame": use open, container, cautious, guarded, paranoid`},
		{"unknown key", "[profiles.team]\nbase = \"open\"\nacton = 1", `p:3: unknown key "acton" (did you mean "actions"?)`},
		{"unknown class", "profile = \"team\"\n[profiles.team]\nbase = \"open\"\nactions = { destructiv = \"ask\" }", `p:4: unknown class or rule "destructiv" (did you mean "destructive"?)`},
		{"built-in name", "[profiles.open]\nbase = \"open\"", `p:1: "open" cannot be the name of a profile: use letters, digits and dashes, and none of open, container, cautious, guarded, paranoid`},
		{"nobody's", "profile = \"teams\"\n[profiles.team]\nbase = \"open\"", `p:1: unknown profile "teams" (did you mean "team"?): use open, container, cautious, guarded, paranoid, recoverable, observe, team`},
		{"self", "profile = \"team\"\n[profiles.team]\nbase = \"guarded\"\nactions = { \"self.*\" = \"allow\" }", `p:4: "self.*": what protects the tool itself cannot be loosened`},
		{"absolute home pattern", "[paths]\nblocked_home_patterns = [\"/x\"]", `p:2: "/x": write it as it stands below the home directory`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load([]Layer{{Name: "p", Kind: User, Data: []byte(c.text)}}, Flags{})
			assert.EqualError(t, err, c.want)
		})
	}
	_, err := Load([]Layer{{Name: "p", Kind: Project, Data: []byte("[profiles.team]\nbase = \"open\"")}}, Flags{})
	assert.EqualError(t, err, "p:1: profiles are for the user's and the system's files")
}

func TestE4BlockedPlaces(t *testing.T) {
	p, err := Load([]Layer{{Name: "p", Kind: User, Data: []byte("[paths]\nblocked = [\"/a\"]\nblocked_path_prefixes = [\"/b/\"]\nblocked_home_patterns = [\".c/\", \"d\"]")}}, Flags{})
	require.NoError(t, err)
	assert.Equal(t, []PathEntry{{Path: "/a", From: "p:2"}, {Path: "/b", From: "p:3"}, {Path: "~/.c", From: "p:4"}, {Path: "~/d", From: "p:4"}}, p.Paths.Blocked)
}
