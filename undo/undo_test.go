package undo

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/stash"
	"github.com/agent-loop/shimgen/trash"
)

// scene is a home with a trash, a book, and a work directory.
type scene struct {
	Keepers
	t   *testing.T
	dir string
}

func newScene(t *testing.T) scene {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	s := scene{t: t, dir: filepath.Join(home, "work")}
	require.NoError(t, os.Mkdir(s.dir, 0o755))
	s.Can = trash.New(filepath.Join(home, "trash"), os.Getuid())
	s.Book = stash.NewBook(filepath.Join(home, "trash", "git"), os.Getuid())
	s.Git = func() (stash.Git, error) {
		program, err := exec.LookPath("git")
		return stash.Git{Program: program, Dir: s.dir, Env: []string{"PATH=/usr/bin:/bin", "HOME=" + home}}, err
	}
	return s
}

func (s scene) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.dir, name)
	require.NoError(s.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(s.t, os.WriteFile(path, []byte(text), 0o644))
}

// remove moves names to the trash and returns the id.
func (s scene) remove(names ...string) string {
	s.t.Helper()
	r, ok := trash.Read("rm", append([]string{"-rf", "--"}, names...), s.dir)
	require.True(s.t, ok)
	plan, err := s.Can.Plan(r)
	require.NoError(s.t, err)
	defer plan.Close()
	done := plan.Do()
	require.NotEmpty(s.t, done.Moved)
	return done.Moved[0].Removal()
}

// git runs the real git.
func (s scene) git(args ...string) {
	s.t.Helper()
	g, err := s.Git()
	if err != nil {
		s.t.Skip("needs git")
	}
	c := exec.Command(g.Program, append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
	c.Dir, c.Env = s.dir, g.Env
	out, err := c.CombinedOutput()
	require.NoError(s.t, err, "%v: %s", args, out)
}

// keep keeps what a git command would discard, and returns the id.
func (s scene) keep(args ...string) string {
	s.t.Helper()
	c, ok := stash.Read(args, s.dir)
	require.True(s.t, ok)
	g, err := s.Git()
	require.NoError(s.t, err)
	found, err := g.Look(c)
	require.NoError(s.t, err)
	it, err := s.Book.Keep(found, trash.Cause{Command: "git"})
	require.NoError(s.t, err)
	return it.ID
}

func TestDiffOfTheTrash(t *testing.T) {
	s := newScene(t)
	s.write("d/notes", "one\ntwo\n")
	s.write("d/empty", "")
	s.write("d/picture", "\x89PNG\x00\x00")
	require.NoError(t, os.Symlink("notes", filepath.Join(s.dir, "d", "link")))
	id := s.remove("d")

	text, err := s.Diff(id)
	require.NoError(t, err)
	d := filepath.Join(s.dir, "d")
	assert.Contains(t, text, "--- /dev/null\n+++ "+d+"/notes\n@@ -0,0 +1,2 @@\n+one\n+two\n")
	assert.Contains(t, text, "--- /dev/null\n+++ "+d+"/empty\n")
	assert.Contains(t, text, "file "+d+"/picture, 6 bytes\n")
	assert.Contains(t, text, "symbolic link "+d+"/link\n", "it is not followed")

	text, err = s.Diff(id, d+"/picture")
	require.NoError(t, err)
	assert.Equal(t, "file "+d+"/picture, 6 bytes\n", text, "a part of what went")

	_, err = s.Diff("20260101-000000-00000000")
	require.ErrorIs(t, err, trash.ErrNoItem)
	done, err := s.Restore(id)
	require.NoError(t, err)
	assert.Len(t, done, 1)
	assert.FileExists(t, d+"/notes")
}

func TestDiffOfManyFilesEnds(t *testing.T) {
	s := newScene(t)
	for i := range maxFiles + 5 {
		s.write(filepath.Join("d", time.Duration(i).String()), "")
	}
	text, err := s.Diff(s.remove("d"))
	require.NoError(t, err)
	assert.Contains(t, text, "and more: only the first 500 are shown\n")
}

func TestDiffOfGit(t *testing.T) {
	s := newScene(t)
	s.git("init", "-q", "-b", "main")
	s.write("a", "first\n")
	s.git("add", "a")
	s.git("commit", "-q", "-m", "first")
	s.write("a", "edited\n")
	id := s.keep("reset", "--hard")
	a := filepath.Join(s.dir, "a")

	text, err := s.Diff(id)
	require.NoError(t, err)
	assert.Empty(t, text, "nothing was lost yet")

	s.git("reset", "-q", "--hard")
	text, err = s.Diff(id)
	require.NoError(t, err)
	assert.Equal(t, "--- "+a+"\n+++ "+a+"\n@@ -1,1 +1,1 @@\n-first\n+edited\n", text)

	s.write("a", "since\n")
	text, err = s.Diff(id)
	require.NoError(t, err)
	assert.Contains(t, text, "-since\n+edited\n")
	assert.Contains(t, text, "undo would refuse: a: it was changed since; nothing was put back\n")

	require.NoError(t, os.Remove(a))
	text, err = s.Diff(id, a)
	require.NoError(t, err)
	assert.Equal(t, "--- /dev/null\n+++ "+a+"\n@@ -0,0 +1,1 @@\n+edited\n", text)
}

func TestDiffOfARef(t *testing.T) {
	s := newScene(t)
	s.git("init", "-q", "-b", "main")
	s.git("commit", "-q", "--allow-empty", "-m", "first")
	s.git("branch", "b")
	id := s.keep("branch", "-D", "b")
	s.git("branch", "-q", "-D", "b")
	text, err := s.Diff(id)
	require.NoError(t, err)
	assert.Regexp(t, `^ref refs/heads/b: not there, back to [0-9a-f]{40}\n$`, text)
}

func TestEmpty(t *testing.T) {
	s := newScene(t)
	s.git("init", "-q", "-b", "main")
	s.write("a", "first\n")
	s.git("add", "a")
	s.git("commit", "-q", "-m", "first")
	s.write("a", "edited\n")
	s.keep("reset", "--hard")
	s.write("b", "")
	s.remove("b")
	items, err := s.Items()
	require.NoError(t, err)
	require.Len(t, items, 2)
	assert.False(t, items[1].Time.Before(items[0].Time), "the oldest first")
	gone, err := s.Empty(time.Now().Add(-time.Hour))
	require.NoError(t, err)
	assert.Empty(t, gone)
	gone, err = s.Empty(time.Now().Add(time.Hour))
	require.NoError(t, err)
	assert.Len(t, gone, 2)
}
