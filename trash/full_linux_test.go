package trash_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/internal/smalldisk"
)

// TestAFullDiskLosesNothing runs itself on a small file system of its own.
func TestAFullDiskLosesNothing(t *testing.T) {
	if !smalldisk.Here(t, "64k") {
		return
	}
	can, work := place(t)
	require.NoError(t, os.WriteFile(filepath.Join(work, "before"), []byte("x"), 0o600))
	done, err := remove(can, work, "before")
	require.NoError(t, err)
	require.Len(t, done.Moved, 1, "%v", done.Faults)
	require.NoError(t, os.WriteFile(filepath.Join(work, "f"), []byte("x"), 0o600))
	full, err := os.Create(filepath.Join(work, "full"))
	require.NoError(t, err)
	_, err = io.Copy(full, zeros{})
	require.ErrorContains(t, err, "no space left")
	require.NoError(t, full.Close())
	done, err = remove(can, work, "f")
	require.NoError(t, err)
	assert.Empty(t, done.Moved)
	require.Len(t, done.Faults, 1)
	assert.Contains(t, done.Faults[0], "rm: cannot remove 'f': ")
	assert.Contains(t, done.Faults[0], "no space left")
	assert.FileExists(t, filepath.Join(work, "f"))
	items, err := can.Items()
	require.NoError(t, err)
	require.Len(t, items, 1)
	records, err := filepath.Glob(filepath.Join(can.Dir(), "info", "*"))
	require.NoError(t, err)
	assert.Len(t, records, 1, "the record that could not be written is gone")
	_, err = can.Restore(items[0].ID)
	require.NoError(t, err, "to put back needs no room")
	assert.FileExists(t, filepath.Join(work, "before"))
}

// zeros never ends.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
