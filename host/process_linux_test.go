package host_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/host"
)

func TestProcesses(t *testing.T) {
	assert.Equal(t, os.Getppid(), host.ParentOf(os.Getpid()))
	args, err := host.CommandLine(os.Getpid())
	require.NoError(t, err)
	assert.Equal(t, os.Args, args)

	const none = 1 << 30 // above every process id
	assert.Zero(t, host.ParentOf(none))
	_, err = host.CommandLine(none)
	assert.Error(t, err)
}

func TestFirstPage(t *testing.T) {
	long := filepath.Join(t.TempDir(), "long")
	require.NoError(t, os.WriteFile(long, make([]byte, 10_000), 0o600))
	assert.Len(t, host.FirstPage(long), 4096)
	assert.Empty(t, host.FirstPage(long+".absent"))
}
