package host

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestProtectedIsWhatRootAloneCanWrite(t *testing.T) {
	assert.True(t, IsProtected("/"))
	assert.False(t, IsProtected("usr"), "relative")
	assert.False(t, IsProtected("/usr/../usr"), "not clean")
	assert.False(t, IsProtected("/tmp"), "everybody can write there")
	assert.False(t, IsProtected("/tmp/none/at/all"), "nothing there, and everybody can put something there")
	if os.Getuid() != 0 {
		assert.False(t, IsProtected(t.TempDir()), "the user's own")
		t.Skip("needs root for what follows")
	}
	dir, err := os.MkdirTemp("/", "protected")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	file := filepath.Join(dir, "file")
	require.NoError(t, os.Chmod(dir, 0o755))
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	require.NoError(t, os.Symlink("file", dir+"/link"))
	assert.True(t, IsProtected(file))
	assert.True(t, IsProtected(dir+"/none/at/all"), "nothing there, and root alone can put something there")
	assert.False(t, IsProtected(dir+"/link"))
	require.NoError(t, os.Chown(file, 65534, 65534))
	assert.False(t, IsProtected(file), "another user's")
	require.NoError(t, os.Chown(file, 0, 0))
	require.NoError(t, os.Chmod(file, 0o664))
	assert.False(t, IsProtected(file), "a group's too")
	require.NoError(t, os.Chmod(file, 0o644))
	require.NoError(t, os.Chmod(dir, 0o777))
	assert.False(t, IsProtected(file), "it can be replaced")
}
