package shimdir

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFileIsMadeChangedAndRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b", "file")
	f, err := ReadFile(path)
	require.NoError(t, err)
	assert.False(t, f.Exists)
	require.NoError(t, f.Put("one"))
	require.ErrorContains(t, f.Put("two"), "changed in the meantime", "it was missing when it was read")

	require.NoError(t, os.Chmod(path, 0o600))
	f, err = ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "one", f.Text)
	require.NoError(t, f.Put("two"))
	fi, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o600), fi.Mode())
	require.ErrorContains(t, f.Remove(), "changed in the meantime")

	f, err = ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, f.Remove())
	assert.NoFileExists(t, path)
	assert.Empty(t, list(t, filepath.Dir(path)), "nothing stays behind")
}

func TestFileIsNotMadeInAnothersDirectory(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("giving a directory away needs root")
	}
	dir, home := t.TempDir(), t.TempDir()
	require.NoError(t, os.Chown(dir, 12345, -1))
	require.NoError(t, os.Symlink(dir, filepath.Join(home, ".agent")))
	f, err := ReadFile(filepath.Join(home, ".agent", "settings.json"))
	require.NoError(t, err)
	require.ErrorContains(t, f.Put("x"), "another user's directory")
	assert.Empty(t, list(t, dir))
}
