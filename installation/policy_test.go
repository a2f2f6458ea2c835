package installation

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestKeepPolicyKeepsTheOldText(t *testing.T) {
	const before, after = "profile = \"open\"\n", "profile = \"guarded\"\n"
	root := t.TempDir()
	target := filepath.Join(root, "policy.toml")
	require.NoError(t, os.WriteFile(target, []byte(before), 0o600))

	lines, err := keepPolicy(root, target, []byte(before))
	require.NoError(t, err)
	assert.Empty(t, lines, "the same text")

	lines, err = keepPolicy(root, target, []byte(after))
	require.NoError(t, err)
	assert.Contains(t, lines, "-profile = \"open\"")
	assert.Contains(t, lines, "+profile = \"guarded\"")
	kept, err := filepath.Glob(filepath.Join(root, "state", "policies", "*.toml"))
	require.NoError(t, err)
	require.Len(t, kept, 1)
	text, err := os.ReadFile(kept[0])
	require.NoError(t, err)
	assert.Equal(t, before, string(text))
	assert.Equal(t, "the previous policy is "+kept[0], lines[len(lines)-1])
}

func TestKeepPolicyOfNone(t *testing.T) {
	for why, make := range map[string]func(path string) error{
		"nothing there": func(string) error { return nil },
		"no file":       func(path string) error { return os.Mkdir(path, 0o700) },
		"a link":        func(path string) error { return os.Symlink("/dev/zero", path) },
	} {
		root := t.TempDir()
		target := filepath.Join(root, "policy.toml")
		require.NoError(t, make(target), why)
		lines, err := keepPolicy(root, target, []byte("profile = \"open\"\n"))
		assert.NoError(t, err, why)
		assert.Empty(t, lines, why)
		assert.NoDirExists(t, filepath.Join(root, "state"), why)
	}
}
