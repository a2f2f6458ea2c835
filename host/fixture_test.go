package host

import (
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// A fixture makes something below dir and returns the path to try.

// tempDir is a new directory under its canonical name: macOS' own temp directory is
// behind a link.
func tempDir(t *testing.T) string {
	dir, err := Canonical(t.TempDir())
	require.NoError(t, err)
	return dir
}

// write makes a file with exactly this mode, whatever the umask.
func write(t *testing.T, path, text string, mode fs.FileMode) string {
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	require.NoError(t, os.Chmod(path, mode))
	return path
}

func file(name string, mode fs.FileMode) func(*testing.T, string) string {
	return func(t *testing.T, dir string) string {
		return write(t, filepath.Join(dir, name), "text", mode)
	}
}

func sized(name string, size int64) func(*testing.T, string) string {
	return func(t *testing.T, dir string) string {
		path := write(t, filepath.Join(dir, name), "", 0o600)
		require.NoError(t, os.Truncate(path, size))
		return path
	}
}

func nothing(name string) func(*testing.T, string) string {
	return func(_ *testing.T, dir string) string { return filepath.Join(dir, name) }
}

func at(path string) func(*testing.T, string) string {
	return func(*testing.T, string) string { return path }
}

func below(name string) func(*testing.T, string) string {
	return func(t *testing.T, dir string) string {
		write(t, filepath.Join(dir, filepath.Dir(name)), "text", 0o600)
		return filepath.Join(dir, name)
	}
}

func subdir(mode fs.FileMode) func(*testing.T, string) string {
	return func(t *testing.T, dir string) string {
		path := filepath.Join(dir, "d")
		require.NoError(t, os.Mkdir(path, 0o700))
		require.NoError(t, os.Chmod(path, mode))
		return path
	}
}

func link(target string) func(*testing.T, string) string {
	return func(t *testing.T, dir string) string {
		write(t, filepath.Join(dir, "target"), "text", 0o600)
		path := filepath.Join(dir, "link")
		require.NoError(t, os.Symlink(target, path))
		return path
	}
}

func linkedDir(t *testing.T, dir string) string {
	require.NoError(t, os.Mkdir(filepath.Join(dir, "real"), 0o700))
	write(t, filepath.Join(dir, "real", "p"), "text", 0o600)
	require.NoError(t, os.Symlink("real", filepath.Join(dir, "link")))
	return filepath.Join(dir, "link", "p")
}

func magicLink(t *testing.T, _ string) string {
	const path = "/proc/self/exe"
	if _, err := os.Lstat(path); err != nil {
		t.Skip("no /proc here")
	}
	// /proc/self is itself a link; the numbered directory is its target.
	self, err := os.Readlink("/proc/self")
	require.NoError(t, err)
	return "/proc/" + self + "/exe"
}

func hardLink(t *testing.T, dir string) string {
	path := write(t, filepath.Join(dir, "a"), "text", 0o600)
	require.NoError(t, os.Link(path, filepath.Join(dir, "b")))
	return path
}

func fifo(t *testing.T, dir string) string {
	path := filepath.Join(dir, "fifo")
	require.NoError(t, unix.Mkfifo(path, 0o600))
	return path
}

func socket(t *testing.T, dir string) string {
	t.Chdir(dir) // a socket's path is short
	l, err := net.Listen("unix", "s")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	return filepath.Join(dir, "s")
}
