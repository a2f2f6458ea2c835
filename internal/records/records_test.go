package records

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type note struct{ Text string }

func TestRecords(t *testing.T) {
	d := Dir{Path: filepath.Join(t.TempDir(), "state", "notes"), Owner: os.Getuid()}
	names, err := d.Names()
	require.NoError(t, err, "a directory that is not there has none")
	assert.Empty(t, names)
	was, err := d.Remove("a")
	require.NoError(t, err)
	assert.False(t, was)
	_, err = Read[note](d, "a")
	assert.ErrorIs(t, err, fs.ErrNotExist)

	require.NoError(t, d.Prepare())
	for _, name := range []string{"b", "a"} {
		require.NoError(t, d.Write(name, note{"first " + name}))
	}
	require.NoError(t, d.Write("a", note{"second"}))
	got, err := Read[note](d, "a")
	require.NoError(t, err)
	assert.Equal(t, "second", got.Text)
	names, err = d.Names()
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "b"}, names)
	info, err := os.Stat(d.File("a"))
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o600), info.Mode())
	info, err = os.Stat(d.Path)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o700), info.Mode().Perm())

	was, err = d.Remove("a")
	require.NoError(t, err)
	assert.True(t, was)
}

// What is no record, or may be somebody else's, is not read as one.
func TestWhatIsNoRecord(t *testing.T) {
	d := Dir{Path: filepath.Join(t.TempDir(), "state", "notes"), Owner: os.Getuid()}
	require.NoError(t, d.Prepare())
	require.NoError(t, os.WriteFile(d.File("torn"), []byte(`{"Text":`), 0o600))
	require.NoError(t, d.Write("open", note{"x"}))
	require.NoError(t, os.Chmod(d.File("open"), 0o666))
	require.NoError(t, d.Write("target", note{"x"}))
	require.NoError(t, os.Symlink(d.File("target"), d.File("link")))
	require.NoError(t, os.Mkdir(d.File("dir"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(d.Path, "other.txt"), nil, 0o600))
	for _, name := range []string{"torn", "open", "link", "dir"} {
		_, err := Read[note](d, name)
		assert.Error(t, err, name)
	}
	names, err := d.Names()
	require.NoError(t, err)
	assert.Equal(t, []string{"open", "target", "torn"}, names)
	assert.ErrorContains(t, d.Write("long", note{strings.Repeat("x", maxRecord)}), "too many for a record")
}

// Whoever holds the lock for ever stops nobody.
func TestALockThatIsHeldForEver(t *testing.T) {
	d := Dir{Path: filepath.Join(t.TempDir(), "state", "notes"), Owner: os.Getuid()}
	require.NoError(t, d.Prepare())
	inside := false
	require.NoError(t, d.Alone(func() error {
		return d.Alone(func() error { inside = true; return nil })
	}))
	assert.True(t, inside)
	failed := errors.New("no")
	assert.ErrorIs(t, d.Alone(func() error { return failed }), failed)
}

func TestCode(t *testing.T) {
	assert.True(t, IsCode(Code("a", "b")))
	assert.Equal(t, Code("a", "b"), Code("a", "b"))
	assert.NotEqual(t, Code("a", "b"), Code("ab", ""))
	assert.NotEqual(t, Code("a", "b"), Code("b", "a"))
	for _, odd := range []string{"", "../../etc/passwd", Code("a") + "0", "0123456789abcdeF"} {
		assert.False(t, IsCode(odd), odd)
	}
}
