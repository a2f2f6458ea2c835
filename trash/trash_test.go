package trash_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/trash"
)

// place returns a can, and a directory with things to remove.
func place(t testing.TB) (trash.Can, string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	work := filepath.Join(dir, "work")
	require.NoError(t, os.Mkdir(work, 0o755))
	return trash.New(filepath.Join(dir, "trash"), host.UID()), work
}

// remove moves names to the can, with all that "rm -rf" means.
func remove(can trash.Can, dir string, names ...string) (trash.Done, error) {
	plan, err := can.Plan(trash.Removal{Dir: dir, Names: names, Program: "rm", Force: true, Recursive: true, Cause: trash.Cause{Command: "rm -rf"}})
	if err != nil {
		return trash.Done{}, err
	}
	defer plan.Close()
	return plan.Do(), nil
}

// picture describes everything visible of a tree, a line for each name: kind, mode, owner,
// times, size, blocks, links, inode, attributes, a link's target, content.
func picture(t testing.TB, root string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		var st unix.Stat_t
		require.NoError(t, unix.Lstat(path, &st))
		name, _ := filepath.Rel(root, path)
		fmt.Fprintf(&b, "%s mode %o owner %d:%d changed %v size %d blocks %d links %d inode %d", name, st.Mode, st.Uid, st.Gid, st.Mtim, st.Size, st.Blocks, st.Nlink, st.Ino)
		room := make([]byte, 4096)
		if n, err := unix.Lgetxattr(path, "user.shimgen", room); err == nil {
			fmt.Fprintf(&b, " attribute %q", room[:n])
		}
		switch {
		case d.Type()&fs.ModeSymlink != 0:
			to, _ := os.Readlink(path)
			fmt.Fprintf(&b, " to %q", to)
		case d.Type().IsRegular():
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			fmt.Fprintf(&b, " holds %q", bytes.TrimRight(text, "\x00"))
		}
		b.WriteByte('\n')
		return nil
	})
	require.NoError(t, err)
	return b.String()
}

// grow makes a random tree with everything that a file system can hold.
func grow(t testing.TB, r *rand.Rand, root string) {
	t.Helper()
	require.NoError(t, os.Mkdir(root, 0o755))
	dirs, files := []string{root}, []string{}
	for i := range 3 + r.IntN(20) {
		dir := dirs[r.IntN(len(dirs))]
		name := filepath.Join(dir, []string{"a", "with blank", "-rf", "ü", "new\nline", "%2F", ".hidden", "\xff"}[r.IntN(8)]+fmt.Sprint(i))
		switch r.IntN(7) {
		case 0:
			require.NoError(t, os.Mkdir(name, 0o755))
			dirs = append(dirs, name)
			continue
		case 1:
			require.NoError(t, os.Symlink([]string{"a", "/", "..", "nowhere", root}[r.IntN(5)], name))
			continue
		case 2:
			if len(files) > 0 {
				require.NoError(t, os.Link(files[r.IntN(len(files))], name))
				continue
			}
		case 3:
			require.NoError(t, unix.Mkfifo(name, 0o600))
			continue
		case 4: // with holes
			f, err := os.Create(name)
			require.NoError(t, err)
			_, err = f.WriteAt([]byte("end"), int64(1<<16+r.IntN(1<<18)))
			require.NoError(t, err)
			require.NoError(t, f.Close())
			files = append(files, name)
			continue
		}
		text := make([]byte, r.IntN(3000))
		for i := range text {
			text[i] = byte(r.IntN(256))
		}
		require.NoError(t, os.WriteFile(name, text, 0o600))
		_ = unix.Lsetxattr(name, "user.shimgen", []byte{1, byte(i)}, 0) // if the file system supports attributes
		files = append(files, name)
	}
	for _, name := range files {
		require.NoError(t, os.Chmod(name, fs.FileMode([]int{0o400, 0o644, 0o755, 0o600}[r.IntN(4)])))
		when := time.Unix(int64(r.IntN(2_000_000_000)), int64(r.IntN(1_000_000_000)))
		require.NoError(t, os.Chtimes(name, when, when))
	}
	for _, dir := range slices.Backward(dirs) {
		when := time.Unix(int64(r.IntN(2_000_000_000)), 0)
		require.NoError(t, os.Chtimes(dir, when, when))
	}
}

func TestTreesComeBackAsTheyWere(t *testing.T) {
	can, work := place(t)
	cases := uint64(300)
	if testing.Short() {
		cases = 30
	}
	for seed := range cases {
		r := rand.New(rand.NewPCG(seed, 19))
		tree := filepath.Join(work, "tree")
		grow(t, r, tree)
		before := picture(t, tree)
		done, err := remove(can, work, "tree")
		require.NoError(t, err)
		require.Empty(t, done.Faults)
		require.Len(t, done.Moved, 1)
		require.NoFileExists(t, tree)
		back, err := can.Restore(done.Moved[0].Removal())
		require.NoError(t, err)
		require.Equal(t, tree, back[0].Path)
		require.Equal(t, before, picture(t, tree), "seed %d", seed)
		require.NoError(t, os.RemoveAll(tree))
	}
	items, err := can.Items()
	require.NoError(t, err)
	assert.Empty(t, items)
	left, err := filepath.Glob(filepath.Join(can.Dir(), "*", "*"))
	require.NoError(t, err)
	assert.Empty(t, left, "nothing stays behind")
}

func TestRecordIsOfTheSpecification(t *testing.T) {
	can, work := place(t)
	name := "a b%\n[ü].txt"
	require.NoError(t, os.WriteFile(filepath.Join(work, name), []byte("x"), 0o600))
	plan, err := can.Plan(trash.Removal{Dir: work, Names: []string{name}, Program: "rm", Force: true, Cause: trash.Cause{Decision: "d1", Command: "rm x\ny"}})
	require.NoError(t, err)
	defer plan.Close()
	done := plan.Do()
	text, err := os.ReadFile(filepath.Join(can.Dir(), "info", done.Moved[0].ID+".trashinfo"))
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	assert.Equal(t, "[Trash Info]", lines[0])
	assert.Equal(t, "Path="+work+"/a%20b%25%0A%5B%C3%BC%5D.txt", lines[1])
	assert.Regexp(t, `^DeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$`, lines[2])
	items, err := can.Items()
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(work, name), items[0].Path)
	assert.Equal(t, "d1", items[0].Decision)
	assert.Equal(t, "rm x\ny", items[0].Command)
	info, err := os.Stat(can.Dir())
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o700), info.Mode().Perm())
}

func TestWhatCannotBeMovedStays(t *testing.T) {
	if other, err := os.MkdirTemp("/dev/shm", "shimgen-trash"); err == nil {
		t.Cleanup(func() { _ = os.RemoveAll(other) })
		can, work := place(t)
		var here, there unix.Stat_t
		require.NoError(t, unix.Stat(work, &here))
		require.NoError(t, unix.Stat(other, &there))
		if here.Dev != there.Dev {
			require.NoError(t, os.WriteFile(filepath.Join(other, "f"), []byte("x"), 0o600))
			require.NoError(t, os.WriteFile(filepath.Join(work, "g"), []byte("x"), 0o600))
			_, err := remove(can, work, "g", filepath.Join(other, "f"))
			require.ErrorIs(t, err, trash.ErrCannot)
			assert.ErrorContains(t, err, "another file system")
			assert.FileExists(t, filepath.Join(other, "f"))
			assert.FileExists(t, filepath.Join(work, "g"), "what came before it is not moved either")
		}
	}
	can, work := place(t)
	above := filepath.Dir(work)
	for _, c := range []struct{ why, dir, name, says string }{
		{"what holds the can", filepath.Dir(above), filepath.Base(above), "it holds the trash"},
		{"the can", above, "trash", "it holds the trash"},
		{"what is in the can", above, "trash/files", "or lies in it"},
		{"a slash behind a file", work, "f/", "a slash behind"},
	} {
		require.NoError(t, os.WriteFile(filepath.Join(work, "f"), nil, 0o600))
		_, err := remove(can, c.dir, c.name)
		require.ErrorIs(t, err, trash.ErrCannot, c.why)
		assert.ErrorContains(t, err, c.says, c.why)
		assert.FileExists(t, filepath.Join(work, "f"), c.why)
	}
	items, err := can.Items()
	require.NoError(t, err)
	assert.Empty(t, items)
}

func TestACanThatCannotBeWrittenTakesNothing(t *testing.T) {
	can, work := place(t)
	require.NoError(t, os.WriteFile(filepath.Join(work, "f"), nil, 0o600))
	require.NoError(t, os.WriteFile(can.Dir(), nil, 0o600))
	_, err := remove(can, work, "f")
	require.ErrorIs(t, err, trash.ErrCannot)
	require.NoError(t, os.Remove(can.Dir()))
	require.NoError(t, os.Symlink(work, can.Dir()))
	_, err = remove(can, work, "f")
	require.ErrorIs(t, err, trash.ErrCannot, "a link in its place is not followed")
	_, err = remove(trash.New(can.Dir()+"2", host.UID()+1), work, "f")
	require.ErrorIs(t, err, trash.ErrCannot, "of another user")
	assert.FileExists(t, filepath.Join(work, "f"))
}

func TestALinkIsMovedAndNotFollowed(t *testing.T) {
	can, work := place(t)
	require.NoError(t, os.Mkdir(filepath.Join(work, "real"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(work, "real", "f"), []byte("x"), 0o600))
	require.NoError(t, os.Symlink("real", filepath.Join(work, "link")))
	done, err := remove(can, work, "link/f")
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(work, "real", "f"), done.Moved[0].Path, "where it really was")
	_, err = can.Restore(done.Moved[0].ID)
	require.NoError(t, err)
	done, err = remove(can, work, "link")
	require.NoError(t, err)
	assert.FileExists(t, filepath.Join(work, "real", "f"))
	require.Len(t, done.Moved, 1)
	require.NoError(t, os.Rename(filepath.Join(work, "real"), filepath.Join(work, "was")))
	require.NoError(t, os.Mkdir(filepath.Join(work, "real"), 0o755))
	_, err = can.Restore(done.Moved[0].ID)
	require.NoError(t, err)
	to, err := os.Readlink(filepath.Join(work, "link"))
	require.NoError(t, err)
	assert.Equal(t, "real", to)
}

func TestADirectoryThatIsALinkNowGetsNothingBack(t *testing.T) {
	can, work := place(t)
	dir := filepath.Join(work, "d")
	require.NoError(t, os.Mkdir(dir, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "f"), nil, 0o600))
	done, err := remove(can, dir, "f")
	require.NoError(t, err)
	require.NoError(t, os.Remove(dir))
	require.NoError(t, os.Symlink("/tmp", dir))
	_, err = can.Restore(done.Moved[0].ID)
	require.ErrorContains(t, err, "gone or was replaced")
	items, err := can.Items()
	require.NoError(t, err)
	assert.Len(t, items, 1, "it stays in the trash")
}

func TestPartsOfARemovalComeBack(t *testing.T) {
	can, work := place(t)
	for _, name := range []string{"a", "b", "c"} {
		require.NoError(t, os.WriteFile(filepath.Join(work, name), []byte(name), 0o600))
	}
	done, err := remove(can, work, "a", "b", "c", "missing")
	require.NoError(t, err)
	require.Len(t, done.Moved, 3)
	back, err := can.Restore(done.Moved[0].Removal(), filepath.Join(work, "b"))
	require.NoError(t, err)
	require.Len(t, back, 1)
	assert.FileExists(t, filepath.Join(work, "b"))
	assert.NoFileExists(t, filepath.Join(work, "a"))
	_, err = can.Restore(done.Moved[0].Removal(), filepath.Join(work, "x"))
	require.ErrorIs(t, err, trash.ErrNoItem)
	require.NoError(t, os.WriteFile(filepath.Join(work, "a"), []byte("another"), 0o600))
	back, err = can.Restore(done.Moved[0].Removal())
	require.ErrorContains(t, err, "something is there")
	require.Len(t, back, 1)
	text, err := os.ReadFile(filepath.Join(work, "a"))
	require.NoError(t, err)
	assert.Equal(t, "another", string(text))
	_, err = can.Restore("20000101-000000-00000000")
	require.ErrorIs(t, err, trash.ErrNoItem)
}

// If a process is killed between the record and the rename, on the way in or out, a record
// without a thing remains, and the thing is whole.
func TestARecordWithoutItsThingCountsForNothing(t *testing.T) {
	can, work := place(t)
	require.NoError(t, os.WriteFile(filepath.Join(work, "f"), nil, 0o600))
	done, err := remove(can, work, "f")
	require.NoError(t, err)
	it := done.Moved[0]
	require.NoError(t, os.Rename(filepath.Join(can.Dir(), "files", it.ID), filepath.Join(work, "f")))
	items, err := can.Items()
	require.NoError(t, err)
	assert.Empty(t, items)
	record := filepath.Join(can.Dir(), "info", it.ID+".trashinfo")
	_, err = can.Empty(time.Now().Add(time.Hour))
	require.NoError(t, err)
	assert.FileExists(t, record, "it may be of a removal on its way")
	old := time.Now().Add(-2 * time.Hour)
	require.NoError(t, os.Chtimes(record, old, old))
	_, err = can.Empty(time.Now().Add(time.Hour))
	require.NoError(t, err)
	assert.NoFileExists(t, record)
	assert.FileExists(t, filepath.Join(work, "f"))
}

func TestManyAtOnceNeverMeet(t *testing.T) {
	can, work := place(t)
	const n = 40
	for i := range n {
		require.NoError(t, os.WriteFile(filepath.Join(work, fmt.Sprint(i)), []byte(fmt.Sprint(i)), 0o600))
	}
	var all sync.WaitGroup
	var lock sync.Mutex
	moved := map[string]int{}
	for range 4 { // all four want each name
		all.Go(func() {
			for i := range n {
				done, err := remove(can, work, fmt.Sprint(i))
				if err != nil {
					continue
				}
				lock.Lock()
				for _, it := range done.Moved {
					moved[it.Path]++
				}
				lock.Unlock()
			}
		})
	}
	all.Wait()
	items, err := can.Items()
	require.NoError(t, err)
	assert.Len(t, items, n)
	for path, times := range moved {
		assert.Equal(t, 1, times, path)
	}
	for _, it := range items {
		text, err := os.ReadFile(filepath.Join(can.Dir(), "files", it.ID))
		require.NoError(t, err)
		assert.Equal(t, filepath.Base(it.Path), string(text))
	}
}

func TestEmptyDeletesWhatIsOld(t *testing.T) {
	can, work := place(t)
	outside := filepath.Join(work, "outside")
	require.NoError(t, os.WriteFile(outside, []byte("x"), 0o600))
	require.NoError(t, os.MkdirAll(filepath.Join(work, "d", "e"), 0o755))
	require.NoError(t, os.Symlink(outside, filepath.Join(work, "d", "e", "link")))
	require.NoError(t, os.Chmod(filepath.Join(work, "d", "e"), 0o500))
	_, err := remove(can, work, "d")
	require.NoError(t, err)
	gone, err := can.Empty(time.Now().Add(-time.Hour))
	require.NoError(t, err)
	assert.Empty(t, gone)
	gone, err = can.Empty(time.Now().Add(time.Second))
	require.NoError(t, err)
	assert.Len(t, gone, 1)
	left, _ := filepath.Glob(filepath.Join(can.Dir(), "*", "*"))
	assert.Empty(t, left)
	assert.FileExists(t, outside)
	info, err := os.Stat(outside)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o600), info.Mode().Perm())
}

func TestReadTakesWhatRmWouldDoUnasked(t *testing.T) {
	for _, c := range []struct {
		why, program, args string
		ok                 bool
	}{
		{"a file", "rm", "a", true},
		{"letters together", "rm", "-rfv a b", true},
		{"long options", "rm", "--recursive --force a", true},
		{"behind --", "rm", "-r -- -f", true},
		{"unlink", "unlink", "a", true},
		{"two for unlink", "unlink", "a b", false},
		{"nothing", "rm", "-rf", false},
		{"an option that asks", "rm", "-ri a", false},
		{"one that asks once", "rm", "-I a", false},
		{"the root", "rm", "-rf /", false},
		{"here", "rm", "-rf .", false},
		{"above", "rm", "-rf a/..", false},
		{"the root unguarded", "rm", "-rf --no-preserve-root a", false},
		{"an abbreviation", "rm", "--recur a", false},
		{"behind a name", "rm", "a -r", false},
		{"help", "rm", "--help", false},
		{"another program", "shred", "a", false},
	} {
		_, ok := trash.Read(c.program, strings.Fields(c.args), "/w")
		assert.Equal(t, c.ok, ok, c.why)
	}
	_, ok := trash.Read("rm", []string{""}, "/w")
	assert.False(t, ok, "an empty name")
}

func TestRmsOwnFaults(t *testing.T) {
	can, work := place(t)
	require.NoError(t, os.Mkdir(filepath.Join(work, "d"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(work, "f"), nil, 0o600))
	plan, err := can.Plan(trash.Removal{Dir: work, Names: []string{"d", "none", "f"}, Program: "rm", Verbose: true})
	require.NoError(t, err)
	defer plan.Close()
	done := plan.Do()
	assert.Equal(t, []string{"rm: cannot remove 'd': Is a directory", "rm: cannot remove 'none': No such file or directory"}, done.Faults)
	assert.Equal(t, []string{"removed 'f'"}, done.Out)
	assert.DirExists(t, filepath.Join(work, "d"))
	if os.Geteuid() != 0 || runtime.GOOS != "linux" {
		require.NoError(t, os.WriteFile(filepath.Join(work, "ro"), nil, 0o400))
		_, err = can.Plan(trash.Removal{Dir: work, Names: []string{"ro"}, Program: "rm"})
		require.ErrorIs(t, err, trash.ErrCannot, "rm may ask about it")
	}
}

// TestKilledInTheMiddle kills a process that moves a tree in and out as fast as it can.
func TestKilledInTheMiddle(t *testing.T) {
	if dir := os.Getenv("TRASH_TEST_DIR"); dir != "" {
		can := trash.New(filepath.Join(dir, "trash"), host.UID())
		for {
			if done, err := remove(can, filepath.Join(dir, "work"), "tree"); err == nil && len(done.Moved) == 1 {
				_, _ = can.Restore(done.Moved[0].ID)
			}
		}
	}
	can, work := place(t)
	tree := filepath.Join(work, "tree")
	grow(t, rand.New(rand.NewPCG(1, 1)), tree)
	before := picture(t, tree)
	rounds := 20
	if testing.Short() {
		rounds = 4
	}
	for i := range rounds {
		child := exec.Command(os.Args[0], "-test.run=^TestKilledInTheMiddle$")
		child.Env = append(os.Environ(), "TRASH_TEST_DIR="+filepath.Dir(work))
		require.NoError(t, child.Start())
		time.Sleep(time.Duration(30+7*i) * time.Millisecond)
		require.NoError(t, child.Process.Kill())
		_ = child.Wait() // it was killed
		items, err := can.Items()
		require.NoError(t, err)
		if _, err := os.Lstat(tree); err != nil {
			require.Len(t, items, 1, "in one place or the other")
			_, err = can.Restore(items[0].ID)
			require.NoError(t, err)
		} else {
			require.Empty(t, items, "in one place alone")
		}
		require.Equal(t, before, picture(t, tree))
	}
}

func TestAPartOfADirectoryComesBack(t *testing.T) {
	can, work := place(t)
	deep := filepath.Join(work, "d", "e")
	require.NoError(t, os.MkdirAll(deep, 0o755))
	require.NoError(t, os.Chmod(deep, 0o750))
	require.NoError(t, os.WriteFile(filepath.Join(deep, "f"), []byte("f"), 0o640))
	require.NoError(t, os.WriteFile(filepath.Join(deep, "g"), []byte("g"), 0o640))
	require.NoError(t, os.Symlink("/tmp", filepath.Join(work, "d", "out")))
	done, err := remove(can, work, "d")
	require.NoError(t, err)
	id := done.Moved[0].Removal()

	for _, path := range []string{"d/e/none", "d/out/x", "d/none/x", "other"} {
		_, err = can.Restore(id, filepath.Join(work, path))
		require.Error(t, err, path)
		assert.NoFileExists(t, filepath.Join(work, "d"), "nothing was made for %s", path)
	}
	back, err := can.Restore(id, filepath.Join(deep, "f"))
	require.NoError(t, err)
	require.Len(t, back, 1)
	assert.Contains(t, back[0].String(), filepath.Join(deep, "f"))
	text, err := os.ReadFile(filepath.Join(deep, "f"))
	require.NoError(t, err)
	assert.Equal(t, "f", string(text))
	assert.NoFileExists(t, filepath.Join(deep, "g"))
	info, err := os.Stat(deep)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o750), info.Mode().Perm())

	require.NoError(t, os.WriteFile(filepath.Join(deep, "g"), []byte("another"), 0o640))
	_, err = can.Restore(id, filepath.Join(deep, "g"))
	require.ErrorContains(t, err, "something is there")
	require.NoError(t, os.RemoveAll(filepath.Join(work, "d")))
	require.NoError(t, os.Symlink("/tmp", filepath.Join(work, "d")))
	_, err = can.Restore(id, filepath.Join(deep, "g"))
	require.Error(t, err, "through a link")
	require.NoError(t, os.Remove(filepath.Join(work, "d")))
	_, err = can.Restore(id)
	require.NoError(t, err)
	assert.FileExists(t, filepath.Join(deep, "g"), "the rest comes back as a whole")
	assert.NoFileExists(t, filepath.Join(deep, "f"))
}
