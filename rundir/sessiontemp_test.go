package rundir

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A session's directory is ours alone, or there is none.
func TestSessionTemp(t *testing.T) {
	s := Runs{Dir: In(t.TempDir()), Root: t.TempDir()}
	one, release := s.SessionTemp("one")
	require.DirExists(t, one)
	again, release2 := s.SessionTemp("one")
	assert.Equal(t, one, again)
	two, release3 := s.SessionTemp("two")
	assert.NotEqual(t, one, two)
	none, _ := s.SessionTemp("")
	assert.Empty(t, none, "a session without a name is nobody's")
	release3()

	old := time.Now().Add(-2 * sessionKept)
	for _, dir := range []string{one, two} {
		require.NoError(t, os.Chtimes(filepath.Join(filepath.Dir(dir), "lock"), old, old))
	}
	_, release4 := s.SessionTemp("three")
	defer release4()
	assert.DirExists(t, one, "it is in use")
	assert.NoDirExists(t, two, "nobody came for a day")
	release()
	release2()

	require.NoError(t, os.Chmod(filepath.Dir(one), 0o755))
	seen, _ := s.SessionTemp("one")
	assert.Empty(t, seen, "others may look into it")
	require.NoError(t, os.RemoveAll(filepath.Dir(one)))
	require.NoError(t, os.Symlink(t.TempDir(), filepath.Dir(one)))
	led, _ := s.SessionTemp("one")
	assert.Empty(t, led, "a link leads there")
}
