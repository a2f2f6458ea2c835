package trust

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTrustIsForOnePathWithOneText(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	r := In(root, os.Getuid())
	const path, other = "/src/a/.agent-loop.toml", "/src/b/.agent-loop.toml"
	look := func(path, text string) State {
		is, err := r.Look(path, []byte(text))
		require.NoError(t, err)
		return is
	}
	assert.Equal(t, Untrusted, look(path, "x"), "nobody has trusted anything")
	require.NoError(t, r.Add(path, []byte("x")))
	for _, row := range []struct {
		why, path, text string
		want            State
	}{
		{"as it was", path, "x", Trusted},
		{"another text", path, "x\n", Changed},
		{"the same text elsewhere", other, "x", Untrusted},
	} {
		assert.Equal(t, row.want, look(row.path, row.text), row.why)
	}
	info, err := os.Stat(r.File(path))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	require.NoError(t, r.Add(path, []byte("y")))
	assert.Equal(t, Changed, look(path, "x"), "the text before is trusted no more")
	all, err := r.All()
	require.NoError(t, err)
	require.Len(t, all, 1)
	assert.Equal(t, path, all[0].Path)

	was, err := r.Remove(path)
	require.NoError(t, err)
	assert.True(t, was)
	was, err = r.Remove(path)
	require.NoError(t, err)
	assert.False(t, was)
	assert.Equal(t, Untrusted, look(path, "y"))
}

// A file that others could have written, or that is no record, trusts nothing.
func TestOddRecordsTrustNothing(t *testing.T) {
	const path = "/src/a/.agent-loop.toml"
	for _, row := range []struct {
		why    string
		damage func(t *testing.T, r Records)
	}{
		{"writable by others", func(t *testing.T, r Records) { require.NoError(t, os.Chmod(r.File(path), 0o622)) }},
		{"cut off", func(t *testing.T, r Records) { require.NoError(t, os.Truncate(r.File(path), 10)) }},
		{"a link", func(t *testing.T, r Records) {
			require.NoError(t, os.Rename(r.File(path), r.File(path)+"x"))
			require.NoError(t, os.Symlink(r.File(path)+"x", r.File(path)))
		}},
		{"the record of another path under this one's name", func(t *testing.T, r Records) {
			require.NoError(t, r.Add("/src/b", []byte("x")))
			require.NoError(t, os.Rename(r.File("/src/b"), r.File(path)))
		}},
	} {
		root, err := filepath.EvalSymlinks(t.TempDir())
		require.NoError(t, err)
		r := In(root, os.Getuid())
		require.NoError(t, r.Add(path, []byte("x")))
		row.damage(t, r)
		is, _ := r.Look(path, []byte("x"))
		assert.Equal(t, Untrusted, is, row.why)
	}
}
