package undo

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/trash"
)

// removeFor is remove for an agent's session.
func (s scene) removeFor(session, name string) {
	s.t.Helper()
	r, ok := trash.Read("rm", []string{"-rf", name}, s.dir)
	require.True(s.t, ok)
	r.Cause = trash.Cause{Agent: "a", Session: session}
	plan, err := s.Can.Plan(r)
	require.NoError(s.t, err)
	defer plan.Close()
	require.Len(s.t, plan.Do().Moved, 1)
}

func TestUndoOfASession(t *testing.T) {
	s := newScene(t)
	_, err := s.OfSession("")
	require.ErrorIs(t, err, trash.ErrNoItem)
	for _, name := range []string{"dir/one", "two", "three", "four"} {
		s.write(name, name)
	}
	s.removeFor("s1", "dir/one")
	s.removeFor("s1", "dir") // it contained the first one, so it is restored earlier
	s.removeFor("s2", "two")
	s.removeFor("s1", "three")
	s.remove("four")
	_, err = s.OfSession("s3")
	require.ErrorIs(t, err, trash.ErrNoItem)

	last, err := s.OfSession("")
	require.NoError(t, err)
	require.Len(t, last, 3, "the session that lost something last, and nobody's counts for none")

	s.write("three", "new")
	done, err := s.RestoreAll(last)
	assert.ErrorContains(t, err, "three: something is there")
	assert.Len(t, done, 2, "what cannot go back keeps nothing else")
	for name, want := range map[string]string{"dir/one": "dir/one", "three": "new"} {
		text, err := os.ReadFile(filepath.Join(s.dir, name))
		require.NoError(t, err)
		assert.Equal(t, want, string(text), name)
	}
	assert.NoFileExists(t, filepath.Join(s.dir, "two"))
	assert.NoFileExists(t, filepath.Join(s.dir, "four"))

	require.NoError(t, os.Remove(filepath.Join(s.dir, "three")))
	again, err := s.OfSession("s1")
	require.NoError(t, err)
	_, err = s.RestoreAll(again)
	require.NoError(t, err, "once the name is free")
	_, err = s.OfSession("s1")
	require.ErrorIs(t, err, trash.ErrNoItem)
}
