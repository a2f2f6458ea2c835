package host_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/host"
)

func TestSameFile(t *testing.T) {
	dir := t.TempDir()
	file, link, other := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "other")
	require.NoError(t, os.WriteFile(file, []byte("x"), 0o600))
	require.NoError(t, os.WriteFile(other, []byte("x"), 0o600))
	require.NoError(t, os.Symlink(file, link))
	assert.True(t, host.SameFile(file, link))
	assert.True(t, host.SameFile(file, dir+"/./file"))
	assert.True(t, host.SameFile("/absent", "/absent"), "one name is one file")
	assert.False(t, host.SameFile(file, other))
	assert.False(t, host.SameFile(file, "/absent"))
	assert.False(t, host.SameFile("/absent", file))
}

func TestMakePrivate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	for range 2 { // created, then found
		require.NoError(t, host.MakePrivate(dir))
		info, err := os.Stat(dir)
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o700), info.Mode().Perm())
		require.NoError(t, os.Chmod(dir, 0o755))
	}
	assert.Error(t, host.MakePrivate(filepath.Join(dir, "b", "c")), "its parent is not there")
}

func TestReadUntrusted(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "policy.toml")
	require.NoError(t, os.WriteFile(file, []byte("x"), 0o666))
	text, err := host.ReadUntrusted(file)
	require.NoError(t, err)
	assert.Equal(t, "x", string(text))
	_, err = host.ReadUntrusted(dir)
	assert.Error(t, err)
	require.NoError(t, os.Truncate(file, host.PolicyLimit+1))
	_, err = host.ReadUntrusted(file)
	assert.Error(t, err)
}
