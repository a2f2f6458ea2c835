package overlay

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// covering returns a Finder for shims of some names over this machine's programs.
func covering(t *testing.T, names ...string) *Finder {
	t.Helper()
	root := t.TempDir()
	for _, dir := range []string{"bin", "state", "libexec"} {
		require.NoError(t, os.Mkdir(filepath.Join(root, dir), 0o700))
	}
	for _, name := range names {
		require.NoError(t, os.Symlink("../libexec/shim", filepath.Join(root, "bin", name)))
	}
	return &Finder{
		Root: root, Owner: os.Getuid(), UID: os.Getuid(), Path: "/usr/local/bin:/usr/bin:/bin", Trees: []string{"/usr", "/bin", "/sbin"},
		Names: func() ([]string, error) { return names, nil }, HasShim: func(string) bool { return true }, Inside: func() bool { return false },
	}
}

func TestWhatShimsLieOverIsKept_X3(t *testing.T) {
	f := covering(t, "rm", "cat")
	bin := t.TempDir()
	f.Path = bin + ":/usr/bin:/bin"

	all := f.Find()
	require.NotEmpty(t, all)
	_, ok := f.keptCover(f.binDirs())
	assert.False(t, ok, "directories have just been made")

	time.Sleep(settled + 100*time.Millisecond) // no program can set when a directory changed
	assert.Equal(t, all, f.Find())
	kept, ok := f.keptCover(f.binDirs())
	require.True(t, ok)
	assert.Equal(t, all, kept)

	for reason, change := range map[string]func() (undo func()){
		"a shim more": func() func() {
			name := filepath.Join(f.Root, "bin", "ls")
			require.NoError(t, os.Symlink("../libexec/shim", name))
			return func() { os.Remove(name) }
		},
		"another PATH": func() func() {
			f.Path = "/usr/bin:/usr/local/bin"
			return func() {}
		},
		"a file that others could have written": func() func() {
			require.NoError(t, os.Chmod(f.cacheFile(), 0o666))
			return func() { require.NoError(t, os.Chmod(f.cacheFile(), 0o600)) }
		},
		"no file": func() func() {
			require.NoError(t, os.Rename(f.cacheFile(), f.cacheFile()+"x"))
			return func() { require.NoError(t, os.Rename(f.cacheFile()+"x", f.cacheFile())) }
		},
	} {
		undo := change()
		_, ok = f.keptCover(f.binDirs())
		assert.False(t, ok, reason)
		undo()
	}
}
