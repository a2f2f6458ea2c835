package stash

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/internal/smalldisk"
	"github.com/agent-loop/shimgen/trash"
)

// TestAFullDiskLosesNothing runs itself on a small file system of its own.
func TestAFullDiskLosesNothing(t *testing.T) {
	if !smalldisk.Here(t, "2m") {
		return
	}
	s := newScene(t)
	s.write("a", "1")
	s.write("b", "1")
	s.commit("first")
	s.write("a", strings.Repeat("2", 64<<10))
	s.write("b", "2")
	before := s.picture()

	// if the state cannot be kept, there is an error, and the command must not run
	s.fill()
	c, ok := Read([]string{"reset", "--hard"}, s.top)
	require.True(t, ok)
	found, err := s.git.Look(c)
	require.NoError(t, err)
	_, err = s.book.Keep(found, trash.Cause{})
	require.Error(t, err)
	s.free()
	assert.Equal(t, before, s.picture(), "nothing of it is left, and nothing has changed")
	items, err := s.book.Items()
	require.NoError(t, err)
	assert.Empty(t, items)

	// if the state cannot be restored, it stays kept, and is restored when there is space
	id := s.keep("reset", "--hard")
	s.run("reset", "-q", "--hard")
	s.fill()
	_, err = s.book.Restore(s.git, id)
	require.Error(t, err)
	_, err = s.book.Item(id)
	require.NoError(t, err)
	s.free()
	_, err = s.book.Restore(s.git, id)
	require.NoError(t, err)
	assert.Equal(t, before, s.picture())
}

// fill leaves no space on the file system, and free frees it again.
func (s *scene) fill() {
	s.t.Helper()
	f, err := os.Create(s.filler())
	require.NoError(s.t, err)
	defer f.Close()
	_, err = io.Copy(f, zeros{})
	require.ErrorContains(s.t, err, "no space left")
}

func (s *scene) free() {
	s.t.Helper()
	require.NoError(s.t, os.Remove(s.filler()))
}

func (s *scene) filler() string { return filepath.Join(filepath.Dir(s.top), "filler") }

// zeros never ends.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
