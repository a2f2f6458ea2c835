//go:build amd64 || arm64

package sandbox_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox"
)

// What a supervisor answers is told from what anybody could put at a path: a file, one on a file
// system whose files can be sealed, a link to one that is sealed.
func TestALentFileHasNoName(t *testing.T) {
	sealed, err := unix.MemfdCreate("planted", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	require.NoError(t, err)
	defer unix.Close(sealed)
	_, err = unix.Write(sealed, []byte("planted"))
	require.NoError(t, err)
	_, err = unix.FcntlInt(uintptr(sealed), unix.F_ADD_SEALS, unix.F_SEAL_SEAL|unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_WRITE)
	require.NoError(t, err)
	for _, dir := range []string{t.TempDir(), "/dev/shm"} { // the latter is a tmpfs
		file, err := os.CreateTemp(dir, "planted")
		if err != nil {
			continue
		}
		t.Cleanup(func() { os.Remove(file.Name()) })
		_, err = file.WriteString("planted")
		require.NoError(t, err)
		_, ok := sandbox.ReadSealedCopy(file.Name())
		assert.False(t, ok, dir)
		require.NoError(t, file.Close())
	}
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(fmt.Sprintf("/proc/self/fd/%d", sealed), link))
	text, err := os.ReadFile(link)
	require.NoError(t, err)
	assert.Equal(t, "planted", string(text))
	_, ok := sandbox.ReadSealedCopy(link)
	assert.False(t, ok)
}
