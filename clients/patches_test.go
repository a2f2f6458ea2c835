package clients

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/clients/model"
)

// patch is a patch with these headers and lines.
func patch(lines string) string { return "*** Begin Patch\n" + lines + "\n*** End Patch\n" }

// patching is a conversation about files by patches: two harmless ones, and four that
// write or delete what agents may not.
func patching(c Client) []model.Step {
	steps := []model.Step{
		{Patch: patch("*** Add File: made.txt\n+made by a patch")},
		{Patch: patch("*** Add File: .vscode/tasks.json\n+{}")},
		{Patch: patch("*** Delete File: .netrc")},
		{Patch: patch("*** Update File: made.txt\n*** Move to: .husky/pre-commit\n@@\n-made by a patch\n+moved")},
		{Patch: patch(c.Patching.Blank + "*** Add File: .husky/pre-push\n+x")},
	}
	if c.Patching.Shell {
		steps = append(steps,
			model.Step{Command: "apply_patch <<'EOF'\n" + patch("*** Add File: typed.txt\n+x") + "EOF"},
			model.Step{Command: "cd .husky && apply_patch <<'EOF'\n" + patch("*** Add File: post-merge\n+x") + "EOF"},
		)
	}
	return append(steps, model.Step{Command: "touch last"})
}

// testPatches checks that a client's patch tool cannot do what its shell may not.
func testPatches(t *testing.T, c Client) {
	if c.Patching.Args != nil {
		c.Args = c.Patching.Args
	}
	c.Env = slices.Concat(c.Env, c.Patching.Env)
	scripted := patching(c)
	written := []string{".vscode/tasks.json", ".husky/pre-commit", ".husky/pre-push"}
	if c.Patching.Shell {
		written = append(written, ".husky/post-merge")
	}
	t.Run("unguarded", func(t *testing.T) {
		t.Parallel()
		s := stage(t, c)
		s.lay()
		s.write(Project+"/.husky/README", "\n", 0o644)
		s.own()
		s.play(scripted...)
		for _, name := range written {
			assert.True(t, s.left(name), name)
		}
		assert.Empty(t, s.read(keys))
		assert.True(t, s.left("last"))
	})
	t.Run("guarded", func(t *testing.T) {
		t.Parallel()
		s := stage(t, c)
		s.install()
		s.trust()
		s.lay()
		s.write(Project+"/.husky/README", "\n", 0o644)
		s.own()
		p := s.play(scripted...)
		for _, name := range written {
			assert.False(t, s.left(name), name)
		}
		assert.NotEmpty(t, s.read(keys))
		assert.Contains(t, s.read(Project+"/made.txt"), "made by a patch")
		assert.Contains(t, p.heard[1], "[persistence.write]")
		assert.Equal(t, c.Patching.Shell, s.left("typed.txt"), "what is harmless is applied")
		assert.True(t, s.left("last"))
	})
}
