package policy_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Trash is ask, and says beside that what a shim may do instead of asking. Only a trusted
// file can say it, and whoever can tighten can take it back.
func TestTrash(t *testing.T) {
	for _, c := range []struct {
		why, system, user, project string
		action                     rules.Action
		trashes                    bool
	}{
		{"a class", "", `destructive = "trash"`, "", rules.Ask, true},
		{"a pack", "", `"fs.*" = "trash"`, "", rules.Ask, true},
		{"the rule", "", `"fs.rm-workdir" = "trash"`, "", rules.Ask, true},
		{"nobody says it", "", `destructive = "ask"`, "", rules.Ask, false},
		{"a rule that is set apart", "", "destructive = \"trash\"\n\"fs.rm-workdir\" = \"ask\"", "", rules.Ask, false},
		{"another rule", "", `"fs.rm-outside" = "trash"`, "", rules.Ask, false},
		{"in the system's file", `destructive = "trash"`, "", "", rules.Ask, true},
		{"the user takes it back", `destructive = "trash"`, `destructive = "ask"`, "", rules.Ask, false},
		{"a project cannot say it", "", `destructive = "ask"`, `destructive = "trash"`, rules.Ask, false},
		{"a project cannot say it for a rule", "", `destructive = "ask"`, `"fs.rm-workdir" = "trash"`, rules.Ask, false},
		{"a project cannot say it where a class is allowed", "", `destructive = "allow"`, `destructive = "trash"`, rules.Ask, false},
		{"a project takes it back", "", `destructive = "trash"`, `destructive = "ask"`, rules.Ask, false},
		{"a project takes it back for the rule", "", `destructive = "trash"`, `"fs.rm-workdir" = "ask"`, rules.Ask, false},
		{"a project says it too", "", `destructive = "trash"`, `destructive = "trash"`, rules.Ask, true},
		{"a project blocks", "", `destructive = "trash"`, `destructive = "block"`, rules.Block, false},
	} {
		t.Run(c.why, func(t *testing.T) {
			p, err := policy.Load(actionLayers(c.system, c.user, c.project), policy.Flags{})
			require.NoError(t, err)
			r := p.Rules.Find("fs.rm-workdir")
			assert.Equal(t, c.action.String(), p.Action(r).String())
			assert.Equal(t, c.trashes, p.Trashes(r))
		})
	}
}

func actionLayers(system, user, project string) []policy.Layer {
	var all []policy.Layer
	for _, l := range []struct {
		kind policy.LayerKind
		text string
	}{{policy.System, system}, {policy.User, user}, {policy.Project, project}} {
		if l.text != "" {
			all = append(all, policy.Layer{Name: l.kind.String(), Kind: l.kind, Data: []byte("[actions]\n" + l.text + "\n")})
		}
	}
	return all
}

// What is locked is neither loosened to trash nor taken from it.
func TestTrashIsHeldByALock(t *testing.T) {
	for _, c := range []struct {
		why, system, user string
		trashes           bool
	}{
		{"ask is locked, and the class is to be trash", `"ask"`, `destructive = "trash"`, false},
		{"ask is locked, and the pack is to be trash", `"ask"`, `"fs.*" = "trash"`, false},
		{"ask is locked, and the rule is to be trash", `"ask"`, `"fs.rm-workdir" = "trash"`, false},
		{"trash is locked, and the rule is to be allowed", `"trash"`, `"fs.rm-workdir" = "allow"`, true},
		{"trash is locked, and the pack is to be allowed", `"trash"`, `"fs.*" = "allow"`, true},
	} {
		system := "lock = [\"actions.destructive\"]\n[actions]\ndestructive = " + c.system + "\n"
		layers := append([]policy.Layer{{Name: "system", Kind: policy.System, Data: []byte(system)}}, actionLayers("", c.user, "")...)
		p, err := policy.Load(layers, policy.Flags{})
		require.NoError(t, err, c.why)
		r := p.Rules.Find("fs.rm-workdir")
		assert.Equal(t, rules.Ask.String(), p.Action(r).String(), c.why)
		assert.Equal(t, c.trashes, p.Trashes(r), c.why)
	}
}

// What protects the tool itself stays blocked, and a rule's floor stays its floor.
func TestTrashLoosensNoFloor(t *testing.T) {
	_, err := policy.Load(actionLayers("", `"self.*" = "trash"`, ""), policy.Flags{})
	require.ErrorContains(t, err, "cannot be loosened")
	_, err = policy.Load(actionLayers("", `"self.write" = "trash"`, ""), policy.Flags{})
	require.ErrorContains(t, err, "cannot be loosened")
	_, err = policy.Load(actionLayers("", `destructive = "bin"`, ""), policy.Flags{})
	require.ErrorContains(t, err, `unknown action "bin"`)
}

// A profile of the user's own may say trash, as the built-in one does, and what its base blocks
// stays blocked.
func TestTrashInAProfile(t *testing.T) {
	own := "profile = \"own\"\n[profiles.own]\nbase = \"cautious\"\nactions = { destructive = \"trash\" }\n"
	for _, text := range []string{own, `profile = "recoverable"`} {
		t.Run(text, func(t *testing.T) { testTrashProfile(t, text) })
	}
}

func testTrashProfile(t *testing.T, text string) {
	p, err := policy.Load([]policy.Layer{{Name: "user", Kind: policy.User, Data: []byte(text)}}, policy.Flags{})
	require.NoError(t, err)
	cautious, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	kept := 0
	for r := range p.Rules.All() {
		if p.Trashes(r) {
			kept++
			assert.Equal(t, rules.Ask.String(), p.Action(r).String(), r.ID)
		}
		if action := cautious.Action(r); action == rules.Block {
			assert.Equal(t, action.String(), p.Action(r).String(), r.ID)
			assert.False(t, p.Trashes(r), r.ID)
		}
	}
	assert.NotZero(t, kept)
}

// Only the user and the system choose the profile recoverable; a project may choose what asks
// or refuses instead.
func TestRecoverableIsChosenAsOpenIs(t *testing.T) {
	for _, c := range []struct{ user, project, want string }{
		{`profile = "recoverable"`, "", policy.Recoverable},
		{`profile = "recoverable"`, `profile = "cautious"`, policy.Cautious},
		{`profile = "recoverable"`, `profile = "guarded"`, policy.Guarded},
		{`profile = "recoverable"`, `profile = "open"`, policy.Recoverable},
		{`profile = "recoverable"`, `profile = "container"`, policy.Recoverable},
		{`profile = "cautious"`, `profile = "recoverable"`, policy.Cautious},
		{`profile = "paranoid"`, `profile = "recoverable"`, policy.Paranoid},
	} {
		layers := []policy.Layer{{Name: "user", Kind: policy.User, Data: []byte(c.user)}, {Name: "project", Kind: policy.Project, Data: []byte(c.project)}}
		p, err := policy.Load(layers, policy.Flags{})
		require.NoError(t, err)
		assert.Equal(t, c.want, p.Profile, "%s, then %s", c.user, c.project)
	}
	_, err := policy.Load([]policy.Layer{{Name: "user", Kind: policy.User, Data: []byte("[profiles.recoverable]\nbase = \"open\"\n")}}, policy.Flags{})
	assert.ErrorContains(t, err, "cannot be the name of a profile")
}

// Recoverable does with each built-in rule what cautious does. Trash stands beside an ask, so
// what nothing can bring back is asked about too, and never passes with a word.
func TestRecoverableAsksWhereCautiousDoes(t *testing.T) {
	load := func(profile string) *policy.Policy {
		p, err := policy.Load(nil, policy.Flags{Profile: profile})
		require.NoError(t, err)
		return p
	}
	cautious, recoverable := load(policy.Cautious), load(policy.Recoverable)
	lost := 0
	for r := range cautious.Rules.All() {
		assert.Equal(t, cautious.Action(r), recoverable.Action(r), r.ID)
		if r.Class == rules.Destructive && r.Undone == 0 && recoverable.Action(r) == rules.Ask {
			lost++
		}
	}
	assert.NotZero(t, lost)
}
