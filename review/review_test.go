package review

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// project makes a directory with files of every kind that is copied.
func project(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "project")
	for _, sub := range []string{"src", "gone/deep", "closed"} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, sub), 0o755))
	}
	for name, text := range map[string]string{
		"src/a.txt": "one\ntwo\n", "src/b.txt": "same\n", "gone/deep/x": "x", "tool.sh": "#!/bin/sh\n", "closed/in": "in", "blob": "\x00\x01",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o640))
	}
	require.NoError(t, os.Symlink("src/a.txt", filepath.Join(dir, "link")))
	require.NoError(t, unix.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
	require.NoError(t, os.Chmod(filepath.Join(dir, "closed"), 0o555))
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(dir, "closed"), 0o755) })
	return dir
}

func copyOf(t *testing.T, dir string) *Copy {
	t.Helper()
	c, err := Make(dir, filepath.Join(t.TempDir(), "copy"), nil)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, c.Discard()); assert.NoDirExists(t, c.To) })
	return c
}

// do changes the copy in every way.
func do(t *testing.T, c *Copy) {
	t.Helper()
	at := func(name string) string { return filepath.Join(c.To, name) }
	require.NoError(t, os.WriteFile(at("src/a.txt"), []byte("one\n2\n"), 0o600))
	require.NoError(t, os.WriteFile(at("src/b.txt"), []byte("same\n"), 0o600)) // touched
	require.NoError(t, os.RemoveAll(at("gone")))
	require.NoError(t, os.Chmod(at("tool.sh"), 0o750))
	require.NoError(t, os.MkdirAll(at("new/dir"), 0o750))
	require.NoError(t, os.WriteFile(at("new/dir/n.txt"), []byte("new"), 0o600))
	require.NoError(t, os.Remove(at("link")))
	require.NoError(t, os.Symlink("/etc", at("link")))
	require.NoError(t, os.Remove(at("blob")))
	require.NoError(t, os.Mkdir(at("blob"), 0o700))
	require.NoError(t, unix.Mkfifo(at("other-pipe"), 0o600))
}

func lines(all []Change) (text []string) {
	for _, ch := range all {
		text = append(text, ch.String())
	}
	return text
}

func TestChangesAreFoundShownAndApplied(t *testing.T) {
	dir := project(t)
	c := copyOf(t, dir)
	none, err := c.Changes()
	require.NoError(t, err)
	assert.Empty(t, none, "a copy is as its original")

	do(t, c)
	all, err := c.Changes()
	require.NoError(t, err)
	assert.Equal(t, []string{
		"changed blob (2 bytes, mode 640, now directory, mode 700)",
		"removed gone (directory, mode 755)",
		"removed gone/deep (directory, mode 755)",
		"removed gone/deep/x (1 bytes, mode 640)",
		"changed link (link to src/a.txt, now link to /etc)",
		"added new (directory, mode 750)",
		"added new/dir (directory, mode 750)",
		"added new/dir/n.txt (3 bytes, mode 600)",
		"changed src/a.txt (8 bytes, mode 640, now 6 bytes, mode 640)",
		"changed tool.sh (10 bytes, mode 640, now 10 bytes, mode 750)",
	}, lines(all))
	diffs := ""
	for _, ch := range all {
		diffs += c.Diff(ch)
	}
	assert.Contains(t, diffs, "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n")
	assert.Contains(t, diffs, "+++ b/new/dir/n.txt\n")
	assert.NotContains(t, diffs, "blob", "no text")

	require.NoError(t, c.Apply(all))
	again, err := Make(dir, filepath.Join(t.TempDir(), "again"), nil)
	require.NoError(t, err)
	defer again.Discard()
	for _, name := range []string{"src/a.txt", "src/b.txt", "new/dir/n.txt", "tool.sh"} {
		want, err := os.ReadFile(filepath.Join(c.To, name))
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), name)
		assert.Equal(t, c.mode(t, name), again.mode(t, name), name)
	}
	assert.NoDirExists(t, filepath.Join(dir, "gone"))
	link, err := os.Readlink(filepath.Join(dir, "link"))
	require.NoError(t, err)
	assert.Equal(t, "/etc", link)
	assert.DirExists(t, filepath.Join(dir, "blob"))
	leftovers, err := filepath.Glob(filepath.Join(dir, "*", ".shimgen-*"))
	require.NoError(t, err)
	assert.Empty(t, leftovers)
}

func (c *Copy) mode(t *testing.T, name string) os.FileMode {
	t.Helper()
	info, err := os.Lstat(filepath.Join(c.To, name))
	require.NoError(t, err)
	return info.Mode()
}

func TestOnlyWhatIsChosenIsApplied(t *testing.T) {
	dir := project(t)
	c := copyOf(t, dir)
	do(t, c)
	all, err := c.Changes()
	require.NoError(t, err)
	var chosen []Change
	for _, ch := range all {
		if ch.Path == "new/dir/n.txt" || ch.Path == "gone/deep/x" {
			chosen = append(chosen, ch)
		}
	}
	require.NoError(t, c.Apply(chosen))
	assert.FileExists(t, filepath.Join(dir, "new/dir/n.txt"), "the directories above it are made")
	assert.DirExists(t, filepath.Join(dir, "gone/deep"))
	assert.NoFileExists(t, filepath.Join(dir, "gone/deep/x"))
	text, err := os.ReadFile(filepath.Join(dir, "src/a.txt"))
	require.NoError(t, err)
	assert.Equal(t, "one\ntwo\n", string(text))
}

// What somebody else has changed meanwhile is kept, and nothing of the rest is applied.
func TestWhatChangedMeanwhile(t *testing.T) {
	for why, meanwhile := range map[string]func(dir string) error{
		"a changed file was changed here":    func(dir string) error { return os.WriteFile(filepath.Join(dir, "src/a.txt"), []byte("mine"), 0o600) },
		"a changed file is gone":             func(dir string) error { return os.Remove(filepath.Join(dir, "tool.sh")) },
		"a removed file was changed":         func(dir string) error { return os.WriteFile(filepath.Join(dir, "gone/deep/x"), []byte("mine"), 0o600) },
		"a file is where one would be added": func(dir string) error { return os.Mkdir(filepath.Join(dir, "new"), 0o700) },
		"with the time set back": func(dir string) error {
			name := filepath.Join(dir, "src/a.txt")
			info, err := os.Stat(name)
			if err == nil {
				err = os.WriteFile(name, []byte("eno\nowt\n"), 0o600)
			}
			if err == nil {
				err = os.Chtimes(name, time.Time{}, info.ModTime())
			}
			return err
		},
	} {
		t.Run(why, func(t *testing.T) {
			dir := project(t)
			c := copyOf(t, dir)
			do(t, c)
			all, err := c.Changes()
			require.NoError(t, err)
			time.Sleep(10 * time.Millisecond) // ctime has the granularity of a tick
			require.NoError(t, meanwhile(dir))
			assert.ErrorIs(t, c.Apply(all), ErrMeanwhile)
			assert.FileExists(t, filepath.Join(dir, "blob"), "nothing was applied")
		})
	}
}

// A directory that became a link after the copy leads nowhere: the change stays in the directory.
func TestLinksDoNotLeadOut(t *testing.T) {
	dir, outside := project(t), t.TempDir()
	c := copyOf(t, dir)
	require.NoError(t, os.WriteFile(filepath.Join(c.To, "src/planted"), []byte("x"), 0o600))
	all, err := c.Changes()
	require.NoError(t, err)
	require.NoError(t, os.Rename(filepath.Join(dir, "src"), filepath.Join(dir, "was-src")))
	require.NoError(t, os.Symlink(outside, filepath.Join(dir, "src")))
	assert.Error(t, c.Apply(all))
	names, err := os.ReadDir(outside)
	require.NoError(t, err)
	assert.Empty(t, names)
}

func TestWhatCannotBeCopied(t *testing.T) {
	dir := t.TempDir()
	file, err := os.Create(filepath.Join(dir, "large"))
	require.NoError(t, err)
	require.NoError(t, file.Truncate(maxBytes+1))
	require.NoError(t, file.Close())
	to := filepath.Join(t.TempDir(), "copy")
	_, err = Make(dir, to, nil)
	assert.ErrorIs(t, err, ErrCannot)
	assert.ErrorContains(t, err, "over 4 GiB")
	assert.NoDirExists(t, to)
	if os.Geteuid() != 0 {
		closed := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(closed, "f"), nil, 0))
		_, err = Make(closed, to, nil)
		assert.ErrorContains(t, err, "permission denied")
		assert.NoDirExists(t, to)
	}
	_, err = Make(filepath.Join(dir, "none"), to, nil)
	assert.Error(t, err)
	require.True(t, strings.HasPrefix(to, os.TempDir()))
}

// What is hidden from the command is not copied, is not shown, and stays, whatever happens to
// the name or to a directory that holds it.
func TestWhatIsHiddenIsNotCopiedAndStays(t *testing.T) {
	dir := t.TempDir()
	for _, sub := range []string{"conf/keys", "conf/more"} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, sub), 0o755))
	}
	for _, name := range []string{"conf/.env", "conf/keys/id", "conf/plain", ".env"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("secret\n"), 0o640))
	}
	c, err := Make(dir, filepath.Join(t.TempDir(), "copy"), []string{filepath.Join(dir, "conf/.env"), filepath.Join(dir, "conf/keys"), filepath.Join(dir, ".env"), "/nosuch"})
	require.NoError(t, err)
	defer c.Discard()
	for _, name := range []string{"conf/.env", ".env"} {
		info, err := os.Stat(filepath.Join(c.To, name))
		require.NoError(t, err)
		assert.Zero(t, info.Size(), name)
		assert.Equal(t, os.FileMode(0o640), info.Mode(), name)
	}
	assert.NoFileExists(t, filepath.Join(c.To, "conf/keys/id"))
	none, err := c.Changes()
	require.NoError(t, err)
	assert.Empty(t, none)

	require.NoError(t, os.Rename(filepath.Join(c.To, "conf"), filepath.Join(c.To, "conf2")))
	require.NoError(t, os.WriteFile(filepath.Join(c.To, ".env"), []byte("other\n"), 0o640))
	all, err := c.Changes()
	require.NoError(t, err)
	const stays = ": is hidden from the command: stays as it is"
	assert.Equal(t, []string{
		"changed .env" + stays, "removed conf" + stays, "removed conf/.env" + stays, "removed conf/keys" + stays,
		"removed conf/more (directory, mode 755)", "removed conf/plain (7 bytes, mode 640)",
		"added conf2 (directory, mode 755)", "added conf2/.env" + stays, "added conf2/keys" + stays,
		"added conf2/more (directory, mode 755)", "added conf2/plain (7 bytes, mode 640)",
	}, lines(all))
	var chosen []Change
	for _, ch := range all {
		if ch.Stays {
			assert.Empty(t, c.Diff(ch), ch.Path)
			assert.ErrorContains(t, c.Apply([]Change{ch}), stays)
		} else {
			chosen = append(chosen, ch)
		}
	}
	require.NoError(t, c.Apply(chosen))
	for _, name := range []string{"conf/.env", "conf/keys/id", "conf2/plain", ".env"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, "secret\n", string(text), name)
	}
	assert.NoFileExists(t, filepath.Join(dir, "conf2/.env"))
}

// Changes that do not go together are refused before anything is done.
func TestWhatDoesNotGoTogether(t *testing.T) {
	for why, c := range map[string]struct {
		chosen []string
		says   string
	}{
		"a directory goes, and not what is in it":   {[]string{"tool.sh", "gone"}, "nothing was changed: gone cannot be removed, for "},
		"a file would be a directory for another":   {[]string{"tool.sh", "blob/in"}, "nothing was changed: blob/in cannot be added, for blob is no directory here"},
		"what was not copied is in a directory too": {[]string{"tool.sh", "gone", "gone/deep", "gone/deep/x"}, "nothing was changed: gone cannot be removed, for socket in it is not to be"},
	} {
		t.Run(why, func(t *testing.T) {
			dir := project(t)
			copied := copyOf(t, dir)
			do(t, copied)
			require.NoError(t, os.WriteFile(filepath.Join(copied.To, "blob/in"), nil, 0o600))
			require.NoError(t, unix.Mkfifo(filepath.Join(dir, "gone/socket"), 0o600))
			all, err := copied.Changes()
			require.NoError(t, err)
			var chosen []Change
			for _, ch := range all {
				if slices.Contains(c.chosen, ch.Path) {
					chosen = append(chosen, ch)
				}
			}
			require.Len(t, chosen, len(c.chosen))
			err = copied.Apply(chosen)
			assert.ErrorContains(t, err, c.says)
			assert.FileExists(t, filepath.Join(dir, "gone/deep/x"))
			info, err := os.Stat(filepath.Join(dir, "tool.sh"))
			require.NoError(t, err)
			assert.Equal(t, os.FileMode(0o640), info.Mode())
			left, err := filepath.Glob(filepath.Join(dir, ".shimgen-*"))
			require.NoError(t, err)
			assert.Empty(t, left)
		})
	}
}

func TestACopyDoesNotLieInItsOriginal(t *testing.T) {
	dir := t.TempDir()
	_, err := Make(dir, filepath.Join(dir, "copy"), nil)
	assert.ErrorIs(t, err, ErrCannot)
	assert.ErrorContains(t, err, "its copy would lie in it")
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(dir, link))
	_, err = Make(dir, filepath.Join(link, "copy"), nil)
	assert.ErrorContains(t, err, "its copy would lie in it")
	_, err = Make(dir, filepath.Join(t.TempDir(), "copy"), []string{filepath.Dir(dir)})
	assert.ErrorContains(t, err, "it is hidden from the command")
}
