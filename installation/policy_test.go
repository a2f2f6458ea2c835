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

	backup, err := keepPolicy(root, target, []byte(before))
	require.NoError(t, err)
	assert.Empty(t, backup, "the same text")

	backup, err = keepPolicy(root, target, []byte(after))
	require.NoError(t, err)
	kept, err := filepath.Glob(filepath.Join(root, "state", "policies", "*.toml"))
	require.NoError(t, err)
	assert.Equal(t, []string{backup}, kept)
	text, err := os.ReadFile(backup)
	require.NoError(t, err)
	assert.Equal(t, before, string(text))
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
		backup, err := keepPolicy(root, target, []byte("profile = \"open\"\n"))
		assert.NoError(t, err, why)
		assert.Empty(t, backup, why)
		assert.NoDirExists(t, filepath.Join(root, "state"), why)
	}
}
