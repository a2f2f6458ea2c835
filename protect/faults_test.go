package protect

import (
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// If the quarantine cannot take a name, renaming it to one that nobody reads must do.
func TestAQuarantineThatTakesNothing(t *testing.T) {
	s := newScene(t)
	s.q = NewQuarantine(s.at("../root/file/quarantine"), os.Geteuid())
	require.NoError(t, os.WriteFile(s.at("../root/file"), nil, 0o600))
	r := s.look()
	s.write(".envrc", "x")
	s.write("a/"+strings.Repeat("x", 250)+"/.envrc", "x")
	assert.Equal(t, "new renamed .envrc, new renamed a/"+strings.Repeat("x", 250)+"/.envrc", strings.Join(s.check(r), ", "))
	assert.FileExists(t, s.at(".envrc.quarantined-0"))
	s.write(".envrc", "x")
	assert.Equal(t, []string{"new renamed .envrc"}, s.check(r))
	assert.FileExists(t, s.at(".envrc.quarantined-1"), "nothing is overwritten")
}

func TestAQuarantineOfAnother(t *testing.T) {
	s := newScene(t)
	require.NoError(t, os.Mkdir(s.q.dir, 0o777))
	require.NoError(t, os.Chmod(s.q.dir, 0o777))
	r := s.look()
	s.write(".envrc", "x")
	assert.Len(t, s.check(r), 1)
	info, err := os.Stat(s.q.dir)
	require.NoError(t, err)
	assert.True(t, info.Mode().Perm() == 0o700 || !lexists(filepath.Join(s.q.dir, "1")), "others can look into it, and it was used")
}

// A limit on file size looks like a full disk.
func TestNoRoom(t *testing.T) {
	s := newScene(t)
	r := s.look()
	s.write(".envrc", "x")
	var was unix.Rlimit
	require.NoError(t, unix.Getrlimit(unix.RLIMIT_FSIZE, &was))
	signal.Ignore(unix.SIGXFSZ)
	defer signal.Reset(unix.SIGXFSZ)
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 0, Max: was.Max}))
	said := s.check(r)
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_FSIZE, &was))
	assert.Equal(t, []string{"new renamed .envrc"}, said)
}

func TestAnotherFileSystem(t *testing.T) {
	s := newScene(t)
	shared, err := os.MkdirTemp("/dev/shm", "quarantine")
	if err != nil {
		t.Skip("needs another file system: ", err)
	}
	defer os.RemoveAll(shared)
	var here, there unix.Stat_t
	if unix.Stat(s.dir, &here) != nil || unix.Stat(shared, &there) != nil || here.Dev == there.Dev {
		t.Skip("needs another file system")
	}
	s.q = NewQuarantine(shared, os.Geteuid())
	r := s.look()
	s.write(".envrc", "some text")
	s.write("t/.envrc/deep/file", "x")
	require.NoError(t, os.Symlink("/nowhere", s.at("t/.envrc/link")))
	require.NoError(t, os.Chmod(s.at("t/.envrc/deep"), 0))
	require.NoError(t, os.MkdirAll(s.at("f"), 0o755))
	require.NoError(t, unix.Mkfifo(s.at("f/.envrc"), 0o600))
	s.write("l/.envrc", "x")
	require.NoError(t, os.Truncate(s.at("l/.envrc"), maxCopiedBytes+1))
	assert.Equal(t, "new .envrc, new renamed f/.envrc, new renamed l/.envrc, new t/.envrc", strings.Join(s.check(r), ", "))
	assert.NoFileExists(t, s.at(".envrc"))
	assert.NoDirExists(t, s.at("t/.envrc"))
	items, err := s.q.Items()
	require.NoError(t, err)
	require.Len(t, items, 2)
	text, err := os.ReadFile(filepath.Join(shared, items[0].ID))
	require.NoError(t, err)
	assert.Equal(t, "some text", string(text))
	_, err = s.q.Restore(items[1].ID)
	require.NoError(t, err)
	assert.FileExists(t, s.at("t/.envrc/deep/file"))
}

func TestThousandsOfNames(t *testing.T) {
	s := newScene(t)
	r := s.look()
	many := 3000
	if testing.Short() {
		many = 300
	}
	for i := range many {
		s.write(fmt.Sprintf("d/%d/.envrc", i), "x")
	}
	assert.Len(t, s.check(r), many)
	items, err := s.q.Items()
	require.NoError(t, err)
	assert.Len(t, items, many)
	assert.Empty(t, s.check(r))
	dropped, err := s.q.Drop(items[0].ID[:15])
	require.NoError(t, err)
	assert.Len(t, dropped, many)
	left, err := os.ReadDir(s.q.dir)
	require.NoError(t, err)
	assert.Empty(t, left)
}

// Names that the walk before the command skipped do not count as new.
func TestTooMuchBefore(t *testing.T) {
	s := newScene(t)
	for i := range 100 {
		s.write(fmt.Sprintf("d/%d/.envrc", i), "x")
	}
	s.write("a/b/c/d/.envrc", "x")
	r, err := Look([]string{s.dir}, testNames(), Options{Names: 40, Depth: 3})
	require.NoError(t, err)
	assert.True(t, r.Over)
	s.write(".envrc", "x")
	s.write("d/1/.editor/start.json", "x")
	assert.Equal(t, []string{"new .envrc"}, s.check(r))
}

func TestTooMuchAfter(t *testing.T) {
	s := newScene(t)
	r := s.look()
	s.write(strings.Repeat("d/", depthAfter+2)+".envrc", "x")
	report := r.Check(testNames())
	assert.True(t, report.Over)
	assert.Empty(t, report.Changes)
}

// A name swapped for a link between check and move leads nowhere.
func TestSwapForLink(t *testing.T) {
	s := newScene(t)
	r := s.look()
	s.write("d/.envrc", "x")
	s.write("../outside/.envrc", "not yours")
	report := r.Check(testNames())
	require.Len(t, report.Changes, 1)
	require.NoError(t, os.RemoveAll(s.at("d")))
	require.NoError(t, os.Symlink("../outside", s.at("d")))
	s.q.Settle(report.Changes)
	assert.FileExists(t, s.at("../outside/.envrc"))
	items, err := s.q.Items()
	require.NoError(t, err)
	assert.Empty(t, items)
}

// Commands of another run may keep swapping directories for links during a check.
func TestSwappedAllTheTime(t *testing.T) {
	s := newScene(t)
	s.write("../outside/.envrc", "not yours")
	r := s.look()
	stop := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			_ = os.MkdirAll(s.at("d"), 0o755)
			_ = os.WriteFile(s.at("d/.envrc"), nil, 0o644)
			_ = os.RemoveAll(s.at("d"))
			_ = os.Symlink("../outside", s.at("d"))
			_ = os.Remove(s.at("d"))
		}
	})
	for until := time.Now().Add(300 * time.Millisecond); time.Now().Before(until); {
		s.q.Settle(r.Check(testNames()).Changes)
	}
	close(stop)
	done.Wait()
	text, err := os.ReadFile(s.at("../outside/.envrc"))
	require.NoError(t, err)
	assert.Equal(t, "not yours", string(text))
}

func TestSeveralAtOnce(t *testing.T) {
	s := newScene(t)
	r := s.look()
	for i := range 50 {
		s.write(fmt.Sprintf("d/%d/.envrc", i), "x")
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for _, o := range s.q.Settle(r.Check(testNames()).Changes) {
				assert.NoError(t, o.Err)
			}
		})
	}
	all.Wait()
	items, err := s.q.Items()
	require.NoError(t, err)
	assert.Len(t, items, 50, "each was taken once")
}

// The check ignores what changed a name after the command had ended.
func TestChangesAfterTheEnd(t *testing.T) {
	s := newScene(t)
	r := s.look()
	r.Until = time.Now().Add(-time.Minute)
	s.write(".envrc", "x")
	assert.Empty(t, s.check(r))
	r.Until = time.Now().Add(time.Minute)
	assert.Equal(t, []string{"new .envrc"}, s.check(r))
}

func TestRestore(t *testing.T) {
	s := newScene(t)
	r := s.look()
	s.write("d/.envrc", "mine")
	s.check(r)
	items, err := s.q.Items()
	require.NoError(t, err)
	require.Len(t, items, 1)
	s.write("d/.envrc", "another")
	_, err = s.q.Restore(items[0].ID)
	assert.ErrorContains(t, err, "something is there")
	require.NoError(t, os.RemoveAll(s.at("d")))
	require.NoError(t, os.Symlink("../outside", s.at("d")))
	_, err = s.q.Restore(items[0].ID)
	assert.ErrorContains(t, err, "its directory is now another")
	require.NoError(t, os.Remove(s.at("d")))
	require.NoError(t, os.Mkdir(s.at("d"), 0o755))
	_, err = s.q.Restore(items[0].ID)
	require.NoError(t, err)
	text, err := os.ReadFile(s.at("d/.envrc"))
	require.NoError(t, err)
	assert.Equal(t, "mine", string(text))
	for _, id := range []string{"", "..", "../..", "/", "20260102-000000/1"} {
		_, err = s.q.Drop(id)
		assert.ErrorIs(t, err, ErrNoItem, id)
	}
}

// A hard link can write to a protected file that no mount holds.
func TestHardLink(t *testing.T) {
	s := newScene(t)
	require.NoError(t, os.Link(s.at(".git/config"), s.at("linked")))
	r := s.look()
	s.write("linked", "evil")
	assert.Equal(t, []string{"changed .git/config"}, s.check(r))
	text, err := os.ReadFile(s.at(".git/config"))
	require.NoError(t, err)
	assert.Equal(t, "as it was", string(text))
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(""))
	f.Add([]byte(formatName + "\x00o\x001\x002\x00true\x000\x00t\x00/w\x00d\x00\x00n\x00.envrc\x000\x00420\x001\x002\x003\x004\x001\x00\x00-\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := Decode(text)
		if err != nil {
			return
		}
		again, err := Decode(r.Encode())
		require.NoError(t, err)
		assert.Len(t, again.trees, len(r.trees))
	})
}
