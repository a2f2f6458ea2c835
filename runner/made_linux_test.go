package runner_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/process"
)

func TestADirectoryIsYoungerThanItsCommand(t *testing.T) {
	since := process.MadeSinceStart()
	dir := t.TempDir()
	if !since(dir) {
		t.Skip("this file system does not know when a file was made")
	}
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	require.NoError(t, os.Symlink(dir, filepath.Join(dir, "link")))
	assert.False(t, since(file), "a file is no directory")
	assert.False(t, since(filepath.Join(dir, "link")), "no link is followed")
	assert.False(t, since(filepath.Join(dir, "absent")))
	assert.False(t, since("/proc"), "a file system that does not know")
	assert.False(t, since("/usr"), "it was there before")
}
