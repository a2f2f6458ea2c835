package runner

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// The age of a copy is that of the directory that holds it, which no command can reach: times
// that a command sets in the copy do not matter. What is in use stays.
func TestOldCopiesAreForgotten(t *testing.T) {
	all := t.TempDir()
	old := time.Now().Add(-2 * copyLifetime)
	for _, name := range []string{"old", "used", "new"} {
		dir := filepath.Join(all, name)
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "tree/closed"), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, lockedCopy), nil, 0o600))
		require.NoError(t, os.Chmod(filepath.Join(dir, "tree/closed"), 0))
		require.NoError(t, os.Chtimes(filepath.Join(dir, "tree"), old, old))
		if name != "new" {
			require.NoError(t, os.Chtimes(dir, old, old))
		}
	}
	lock, err := os.OpenFile(filepath.Join(all, "used", lockedCopy), os.O_RDWR, 0)
	require.NoError(t, err)
	defer lock.Close()
	require.NoError(t, unix.Flock(int(lock.Fd()), unix.LOCK_EX))

	forgetCopies(all)
	assert.NoDirExists(t, filepath.Join(all, "old"))
	assert.DirExists(t, filepath.Join(all, "used/tree"))
	assert.DirExists(t, filepath.Join(all, "new/tree"))
}
