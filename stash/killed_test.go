package stash

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// killer is a git that kills its parent at its n-th call, before or after it runs the real
// git. It logs all calls.
const killer = `#!/bin/sh
echo "$*" >>"$KILL_LOG"
n=$(wc -l <"$KILL_LOG")
if [ "$n" -eq "$KILL_AT" ]; then
	[ "$KILL_AFTER" = 0 ] || "$KILL_GIT" "$@" >/dev/null 2>&1
	kill -9 $PPID
	exit 1
fi
exec "$KILL_GIT" "$@"
`

// This process runs an undo, which a test kills.
func TestUndoThatIsKilled(t *testing.T) {
	top := os.Getenv("STASH_TEST_TOP")
	if top == "" {
		t.Skip("is what TestKilledAtEachStep runs")
	}
	book := NewBook(os.Getenv("STASH_TEST_BOOK"), os.Getuid())
	_, err := book.Restore(Git{Program: os.Getenv("STASH_TEST_GIT"), Dir: top, Env: os.Environ()}, os.Getenv("STASH_TEST_ID"))
	require.NoError(t, err)
}

// killedScene is a repository that has lost everything that can be lost at once: HEAD was on
// another branch, with files that were edited, staged, new and deleted. It returns the state
// before.
func killedScene(t *testing.T) (s *scene, id, before string) {
	s = newScene(t)
	for _, name := range []string{"a", "b", "c", "dir/d"} {
		s.write(name, "1 "+name)
	}
	s.commit("first")
	s.write("a", "2")
	s.write("e", "new")
	s.commit("second")
	s.run("branch", "other", "HEAD~1")
	s.write("a", "3")
	s.write("b", "staged")
	s.write("dir/n", "added")
	s.run("add", "b", "dir/n")
	s.write("b", "edited after it was staged")
	require.NoError(t, os.Remove(filepath.Join(s.top, "c")))
	before = s.picture()
	id = s.keep("checkout", "-f", "-B", "other", "HEAD~1")
	require.NotEmpty(t, id)
	s.run("checkout", "-q", "-f", "-B", "other", "HEAD~1")
	return s, id, before
}

// restoreKilled runs an undo that is killed at its n-th call of git, and returns the calls.
func (s *scene) restoreKilled(id string, at int, after bool) []string {
	s.t.Helper()
	home := filepath.Dir(s.top)
	program, log := filepath.Join(home, "killer"), filepath.Join(home, "calls")
	require.NoError(s.t, os.WriteFile(program, []byte(killer), 0o755))
	require.NoError(s.t, os.RemoveAll(log))
	c := exec.Command(os.Args[0], "-test.run=^TestUndoThatIsKilled$")
	when := "0"
	if after {
		when = "1"
	}
	c.Env = append(s.git.Env, "STASH_TEST_TOP="+s.top, "STASH_TEST_BOOK="+s.book.dir.Path, "STASH_TEST_GIT="+program, "STASH_TEST_ID="+id,
		"KILL_GIT="+s.git.Program, "KILL_LOG="+log, fmt.Sprintf("KILL_AT=%d", at), "KILL_AFTER="+when)
	err := c.Run()
	assert.Equal(s.t, at == 0, err == nil, "it is killed, or comes to its end")
	text, err := os.ReadFile(log)
	require.NoError(s.t, err)
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// firstWrite is the number of the first call that changes anything.
func firstWrite(t *testing.T, calls []string) int {
	t.Helper()
	for i, call := range calls {
		for _, verb := range []string{" read-tree -m", " symbolic-ref HEAD", " update-ref "} {
			if strings.Contains(call, verb) {
				return i + 1
			}
		}
	}
	t.Fatal("nothing changes")
	return 0
}

// If an undo was killed at any step, the next one finishes it, and nothing is lost.
func TestKilledAtEachStep(t *testing.T) {
	s, id, before := killedScene(t)
	calls := s.restoreKilled(id, 0, false)
	require.Equal(t, before, s.picture())
	first, step := firstWrite(t, calls), 1
	if testing.Short() {
		step = 9
	}
	for at := first; at <= len(calls); at += step {
		for _, after := range []bool{false, true} {
			name := fmt.Sprintf("%d of %d, after it %t: %s", at, len(calls), after, calls[at-1])
			s, id, before := killedScene(t)
			s.restoreKilled(id, at, after)
			if _, err := s.book.Item(id); err != nil {
				require.ErrorIs(t, err, ErrNoItem)
				assert.Equal(t, before, s.picture(), "what is forgotten is back: %s", name)
				continue
			}
			_, err := s.book.Restore(s.git, id)
			if assert.NoError(t, err, name) {
				assert.Equal(t, before, s.picture(), name)
			}
		}
	}
}

// indexStep is the number of the call that reads the index before it is written: everything
// else is restored by then.
func indexStep(t *testing.T) (n int) {
	t.Helper()
	s, id, _ := killedScene(t)
	for i, call := range s.restoreKilled(id, 0, false) {
		if strings.HasSuffix(call, ":index") {
			n = i + 1
		}
	}
	return n
}

// If an undo is killed while it writes a file or the index, its leftovers are no obstacle.
func TestWhatAKilledUndoLeaves(t *testing.T) {
	s, id, before := killedScene(t)
	it, err := s.book.Item(id)
	require.NoError(t, err)
	index := s.run("cat-file", "blob", it.Commit+":index")
	for name, text := range map[string]string{
		".shimgen-" + id: "hal", "dir/.shimgen-" + id: "", ".git/index.lock": index, ".git/index.shimgen-" + id: "DIR",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(s.top, name), []byte(text), 0o600))
	}
	_, err = s.book.Restore(s.git, id)
	require.Error(t, err, "git's own lock is held: HEAD cannot move")
	require.NoError(t, os.Remove(filepath.Join(s.top, ".git/index.lock")))
	s.restoreKilled(id, indexStep(t), false)
	require.NoError(t, os.WriteFile(filepath.Join(s.top, ".git/index.lock"), []byte(index), 0o600))
	_, err = s.book.Restore(s.git, id)
	require.NoError(t, err)
	assert.Equal(t, before, s.picture())
	assert.NoFileExists(t, filepath.Join(s.top, ".git/index.lock"))

	// the lock of a running git is not removed
	s, id, _ = killedScene(t)
	s.restoreKilled(id, indexStep(t), false)
	require.NoError(t, os.WriteFile(filepath.Join(s.top, ".git/index.lock"), nil, 0o600))
	_, err = s.book.Restore(s.git, id)
	require.ErrorContains(t, err, "index.lock")
	assert.FileExists(t, filepath.Join(s.top, ".git/index.lock"))
	_, err = s.book.Item(id)
	require.NoError(t, err, "it can be done again")
}

// Two processes that restore the same state at once do not collide.
func TestTwoUndosAtOnce(t *testing.T) {
	s, id, before := killedScene(t)
	done, err := s.book.alone()
	require.NoError(t, err)
	_, err = s.book.Restore(s.git, id)
	require.ErrorContains(t, err, "another undo is running")
	done()
	_, err = s.book.Restore(s.git, id)
	require.NoError(t, err)
	assert.Equal(t, before, s.picture())
}
