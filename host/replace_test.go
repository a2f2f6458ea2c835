package host

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "policy.toml")
	for _, umask := range []int{0, 0o077, 0o777} {
		before := syscall.Umask(umask)
		err := Replace(path, []byte{byte('0' + umask%8)}, 0o640)
		syscall.Umask(before)
		require.NoError(t, err)
		st, err := os.Stat(path)
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o640), st.Mode(), "umask %o", umask)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, []byte{byte('0' + umask%8)}, text)
	}
	assert.Error(t, Replace(filepath.Join(dir, "none", "x"), nil, 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "d"), 0o700))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "d", "in"), 0o700))
	require.Error(t, Replace(filepath.Join(dir, "d"), nil, 0o600), "a directory is in the way")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 2, "nothing is left behind")
}
