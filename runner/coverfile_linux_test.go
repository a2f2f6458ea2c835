package runner

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWhatShimsLieOverIsKept_X3(t *testing.T) {
	s := covering(t, "rm", "cat")
	s.uid = os.Getuid()
	s.owner = s.uid
	require.NoError(t, os.Mkdir(filepath.Join(s.Root, "state"), 0o700))
	require.NoError(t, os.Mkdir(filepath.Join(s.Root, "libexec"), 0o700))
	bin := t.TempDir()
	s.env = environment{"PATH=" + bin + ":/usr/bin:/bin"}
	dirs := func() []string { s.trees = s.steadyTrees(); return s.binDirs() }

	all := s.Covered()
	require.NotEmpty(t, all)
	_, ok := s.keptCover(dirs())
	assert.False(t, ok, "directories have just been made")

	time.Sleep(settled + 100*time.Millisecond) // no program can set when a directory changed
	s.cover = nil
	assert.Equal(t, all, s.Covered())
	kept, ok := s.keptCover(dirs())
	require.True(t, ok)
	assert.Equal(t, s.cover, kept)

	for reason, change := range map[string]func() (undo func()){
		"a shim more": func() func() {
			name := filepath.Join(s.Root, "bin", "ls")
			require.NoError(t, os.Symlink("../libexec/shim", name))
			return func() { os.Remove(name) }
		},
		"another PATH": func() func() {
			s.env = environment{"PATH=/usr/bin:/usr/local/bin"}
			return func() {}
		},
		"a file that others could have written": func() func() {
			require.NoError(t, os.Chmod(s.coverFile(), 0o666))
			return func() { require.NoError(t, os.Chmod(s.coverFile(), 0o600)) }
		},
		"no file": func() func() {
			require.NoError(t, os.Rename(s.coverFile(), s.coverFile()+"x"))
			return func() { require.NoError(t, os.Rename(s.coverFile()+"x", s.coverFile())) }
		},
	} {
		undo := change()
		_, ok = s.keptCover(dirs())
		assert.False(t, ok, reason)
		undo()
	}
}
