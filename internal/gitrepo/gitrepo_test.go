package gitrepo

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// soon is time enough for any repository of a test.
func soon() Limit { return Limit{time.Now().Add(time.Minute)} }

// scene is a repository that real git made.
type scene struct {
	*testing.T
	dir string
}

func newScene(t *testing.T) scene {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	s := scene{t, dir}
	s.run("init", "-q", "-b", "main")
	return s
}

// git runs real git and returns what it prints; it may fail.
func (s scene) git(args ...string) (string, error) {
	c := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=n@example.com", "-c", "gc.auto=0"}, args...)...)
	c.Dir = s.dir
	c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "LC_ALL=C")
	out, err := c.Output()
	return strings.TrimSuffix(string(out), "\n"), err
}

func (s scene) run(args ...string) string {
	s.Helper()
	out, err := s.git(args...)
	require.NoError(s, err, "git %q", args)
	return out
}

func (s scene) write(name, text string) {
	path := filepath.Join(s.dir, name)
	require.NoError(s, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(s, os.WriteFile(path, []byte(text), 0o600))
}

func (s scene) commit(message string) {
	s.run("add", "-A")
	s.run("commit", "-q", "--allow-empty", "-m", message)
}

func (s scene) open() Repository {
	r, err := Find(s.dir)
	require.NoError(s, err)
	return r
}

// changed is what git says: what differs from HEAD or the index, and is there.
func (s scene) changed() (names []string) {
	out := s.run("diff", "--name-only", "-z", "--no-renames")
	if _, err := s.git("rev-parse", "-q", "--verify", "HEAD"); err == nil {
		out += "\x00" + s.run("diff", "--cached", "--name-only", "-z", "--no-renames")
	} else {
		out += "\x00" + s.run("ls-files", "-z")
	}
	inIndex := strings.Split(s.run("ls-files", "-z"), "\x00")
	staged := strings.Split(s.run("diff", "--cached", "--name-only", "-z", "--no-renames"), "\x00")
	for name := range strings.SplitSeq(out, "\x00") {
		_, err := os.Lstat(filepath.Join(s.dir, name))
		if name != "" && (err == nil || slices.Contains(inIndex, name) && slices.Contains(staged, name)) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (s scene) compare(why string) {
	s.Helper()
	r := s.open()
	x, err := r.Index()
	require.NoError(s, err, why)
	got, err := r.Changed(x, "", soon())
	require.NoError(s, err, why)
	assert.False(s, got.More)
	want := s.changed()
	assert.ElementsMatch(s, want, got.Names, why)
}

// Each generated repository is compared with what real git says of it.
func TestChangedIsWhatGitSays(t *testing.T) {
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s, random := newScene(t), rand.New(rand.NewPCG(seed, 1))
			if seed%3 == 1 {
				s.run("config", "index.version", "4")
			}
			name := func() string {
				return []string{"a", "b", "dir/a", "dir/b", "dir/sub/c", "dir.x", "dir-x/a", "é\n", "z/y/x/w"}[random.IntN(9)]
			}
			for i := range 10 {
				s.write(name(), fmt.Sprint(i, random.IntN(3)))
				switch random.IntN(7) {
				case 0, 1:
					s.commit(fmt.Sprint("commit ", i))
				case 2:
					s.run("add", "-A")
				case 3:
					_ = os.Remove(filepath.Join(s.dir, name()))
				case 4:
					_, _ = s.git("rm", "-q", "--cached", "--", name())
				case 5:
					if _, err := s.git("rev-parse", "-q", "--verify", "HEAD"); err == nil {
						s.run("gc", "-q")
					}
				}
				s.compare(fmt.Sprint("step ", i))
			}
		})
	}
}

func TestChangedOfOddFiles(t *testing.T) {
	s := newScene(t)
	s.write("plain", "1")
	s.write("mode", "1")
	s.write("was", "1")
	require.NoError(t, os.Symlink("plain", filepath.Join(s.dir, "link")))
	s.commit("first")
	s.compare("nothing")
	require.NoError(t, os.Chtimes(filepath.Join(s.dir, "plain"), time.Now(), time.Now().Add(-time.Hour)))
	s.compare("another time, the same content")
	require.NoError(t, os.Remove(filepath.Join(s.dir, "link")))
	require.NoError(t, os.Symlink("mode", filepath.Join(s.dir, "link")))
	s.compare("a link that leads elsewhere")
	require.NoError(t, os.Remove(filepath.Join(s.dir, "was")))
	require.NoError(t, os.Symlink("plain", filepath.Join(s.dir, "was")))
	s.compare("a link in the place of a file")
	require.NoError(t, os.Chmod(filepath.Join(s.dir, "mode"), 0o700))
	s.compare("a mode")

	r := s.open()
	x, err := r.Index()
	require.NoError(t, err)
	assert.True(t, x.Has("mode"))
	assert.False(t, x.Has("mod"))
	assert.Len(t, x.Below("mode"), 1)
	c, err := r.Changed(x, "", Limit{})
	require.NoError(t, err)
	_ = c // without time it may say nothing, and says so where there are many

	s.run("reset", "-q", "--hard")
	s.write("plain", "2")
	s.run("update-index", "--assume-unchanged", "plain")
	x, err = r.Index()
	require.NoError(t, err)
	c, err = r.Changed(x, "", soon())
	require.NoError(t, err)
	assert.Equal(t, []string{"plain"}, c.Names, "a file that git does not look at is lost all the same")
	s.run("update-index", "--no-assume-unchanged", "plain")
	s.run("rm", "-q", "-f", "--cached", "plain")
	x, err = r.Index()
	require.NoError(t, err)
	c, err = r.Changed(x, "", soon())
	require.NoError(t, err)
	assert.Equal(t, []string{"plain"}, c.Names, "so is one that only HEAD has")
}

func TestConflictsAreChanges(t *testing.T) {
	s := newScene(t)
	s.write("a", "1\n")
	s.commit("first")
	s.run("checkout", "-qb", "other")
	s.write("a", "2\n")
	s.commit("second")
	s.run("checkout", "-q", "main")
	s.write("a", "3\n")
	s.commit("third")
	_, err := s.git("merge", "-q", "other")
	require.Error(t, err)
	r := s.open()
	x, err := r.Index()
	require.NoError(t, err)
	got, err := r.Changed(x, "", soon())
	require.NoError(t, err)
	assert.Equal(t, []string{"a"}, got.Names)
}

// history makes branches that part and meet.
func history(s scene, random *rand.Rand) {
	s.commit("root")
	for i := range 25 {
		branches := strings.Fields(s.run("for-each-ref", "--format=%(refname:short)", "refs/heads"))
		pick := branches[random.IntN(len(branches))]
		s.run("checkout", "-q", pick)
		switch random.IntN(5) {
		case 0:
			s.run("checkout", "-qb", fmt.Sprint("branch", i))
		case 1:
			_, _ = s.git("merge", "-q", "-m", fmt.Sprint("merge ", i), branches[random.IntN(len(branches))])
		case 2:
			s.run("tag", "-a", "-m", "x", fmt.Sprint("tag", i))
		}
		s.commit(fmt.Sprint("commit ", i))
	}
}

func TestCommitsAreThoseOfGit(t *testing.T) {
	for _, packed := range []bool{false, true} {
		t.Run(fmt.Sprint("packed=", packed), func(t *testing.T) {
			s := newScene(t)
			history(s, rand.New(rand.NewPCG(7, 7)))
			if packed {
				s.run("gc", "-q", "--aggressive")
				s.run("pack-refs", "--all")
			}
			r := s.open()
			refs := r.Refs()
			for row := range strings.SplitSeq(s.run("for-each-ref", "--format=%(objectname) %(refname)"), "\n") {
				hash, name, _ := strings.Cut(row, " ")
				assert.Equal(t, hash, refs[name].String(), name)
			}
			var names []string
			for name := range refs {
				names = append(names, name)
			}
			slices.Sort(names)
			for i, from := range names {
				for _, keep := range []string{names[0], names[(i+1)%len(names)], names[i/2], names[len(names)-1]} {
					lost, more, err := r.Only(refs[from], []Hash{refs[keep]}, soon())
					require.NoError(t, err)
					assert.False(t, more)
					var got []string
					for _, c := range lost {
						got = append(got, c.Hash.String())
					}
					want := strings.Fields(s.run("rev-list", from, "^"+keep))
					assert.ElementsMatch(t, want, got, "%s not %s", from, keep)
				}
			}
		})
	}
}

func TestNamesOfCommits(t *testing.T) {
	s := newScene(t)
	history(s, rand.New(rand.NewPCG(3, 3)))
	s.run("update-ref", "refs/remotes/origin/main", "main")
	s.run("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
	whole := s.run("rev-parse", "HEAD")
	r := s.open()
	for _, name := range []string{
		"HEAD", "@", "main", "HEAD~", "HEAD^", "HEAD~3", "HEAD^1~2", "HEAD~2^0", "main^^", "origin/main", "origin", "refs/heads/main", "tags/none", "heads/main",
		whole, whole[:7], whole[:12], "zzzz", "HEAD^9", "HEAD~10000", "nothing", "HEAD^{tree}", "a..b", "", "config",
	} {
		want, err := s.git("rev-parse", "-q", "--verify", name+"^{commit}")
		got, ok := r.Resolve(name)
		if name == "HEAD^{tree}" {
			assert.False(t, ok, "a form that is not read")
			continue
		}
		assert.Equal(t, err == nil, ok, name)
		if ok {
			assert.Equal(t, want, got.String(), name)
		}
	}
	for name := range r.Refs() {
		if strings.HasPrefix(name, "refs/tags/") {
			got, ok := r.Resolve(name)
			assert.True(t, ok)
			assert.Equal(t, s.run("rev-parse", name+"^{commit}"), got.String(), name)
		}
	}
	assert.Equal(t, s.run("symbolic-ref", "HEAD"), r.Head())
	s.run("checkout", "-q", "--detach")
	assert.Empty(t, r.Head())
	assert.Zero(t, r.Stashes())
	s.write("new", "x")
	s.run("stash", "-qu")
	assert.Equal(t, 1, r.Stashes())
}

func TestOtherPlaces(t *testing.T) {
	s := newScene(t)
	s.write("a", "1")
	s.commit("first")
	tree := filepath.Join(t.TempDir(), "tree")
	s.run("worktree", "add", "-q", "-b", "second", tree)
	require.NoError(t, os.MkdirAll(filepath.Join(tree, "deep/er"), 0o700))
	r, err := Find(filepath.Join(tree, "deep/er"))
	require.NoError(t, err)
	assert.Equal(t, "refs/heads/second", r.Head())
	_, ok := r.Resolve("main")
	assert.True(t, ok, "refs are shared")

	borrowed := filepath.Join(t.TempDir(), "borrowed")
	s.run("clone", "-q", "--shared", s.dir, borrowed)
	r, err = Find(borrowed)
	require.NoError(t, err)
	_, ok = r.Resolve("HEAD")
	assert.True(t, ok, "objects of another repository")

	_, err = Find(t.TempDir())
	assert.ErrorIs(t, err, ErrNone)
	new256 := t.TempDir()
	if _, err := s.git("init", "-q", "--object-format=sha256", new256); err == nil {
		_, err = Find(new256)
		assert.ErrorIs(t, err, ErrUnread)
	}
}

// What somebody broke on purpose is an error or nothing, and nothing waits for it.
func TestBrokenRepositories(t *testing.T) {
	s := newScene(t)
	s.write("a", "1")
	s.commit("first")
	r := s.open()
	object := s.run("rev-parse", "HEAD")
	file := filepath.Join(s.dir, ".git/objects", object[:2], object[2:])
	require.NoError(t, os.Remove(file))
	require.NoError(t, unix.Mkfifo(file, 0o600))
	_, ok := r.Resolve("HEAD")
	assert.False(t, ok, "a pipe in the place of an object")
	index, err := os.ReadFile(filepath.Join(s.dir, ".git/index"))
	require.NoError(t, err)
	for cut := range len(index) {
		s.write(".git/index", string(index[:cut]))
		_, err := r.Index()
		assert.Error(t, err, cut)
	}
	s.run("init", "-q")
	require.NoError(t, os.WriteFile(filepath.Join(s.dir, ".git/refs/heads/main"), []byte("ref: refs/heads/main\n"), 0o600))
	_, ok = r.Ref("HEAD")
	assert.False(t, ok, "a ref to itself")
	_, ok = r.Ref("../../x")
	assert.False(t, ok)
}

func FuzzIndex(f *testing.F) {
	f.Add([]byte("DIRC\x00\x00\x00\x02\x00\x00\x00\x00TREE\x00\x00\x00\x06\x00-1 0\n01234567890123456789"))
	f.Add([]byte("DIRC\x00\x00\x00\x04\x00\x00\x00\x01"))
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "index"), text, 0o600))
		_, _ = Repository{Dir: dir}.Index()
	})
}

func FuzzPatched(f *testing.F) {
	f.Add([]byte("base"), []byte("\x04\x04\x90\x04"))
	f.Fuzz(func(_ *testing.T, base, delta []byte) { _, _ = patched(base, delta) })
}
