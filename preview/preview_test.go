package preview

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/zone"
)

// scene is a work directory, a repository where the test wants one.
type scene struct {
	*testing.T
	dir string
}

func newScene(t *testing.T) scene {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	return scene{t, dir}
}

func (s scene) git(args ...string) {
	s.Helper()
	c := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=n@example.com"}, args...)...)
	c.Dir = s.dir
	c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	out, err := c.CombinedOutput()
	require.NoError(s, err, "git %q: %s", args, out)
}

func (s scene) write(name, text string) {
	path := filepath.Join(s.dir, name)
	require.NoError(s, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(s, os.WriteFile(path, []byte(text), 0o600))
}

// look judges source with a policy that asks about all it can, and looks.
func (s scene) look(source string) string {
	s.Helper()
	const asks = "profile = \"guarded\"\n[actions]\ndestructive = \"ask\"\n\"outside-write\" = \"ask\"\n"
	p, err := policy.Load([]policy.Layer{{Name: "policy.toml", Kind: policy.User, Data: []byte(asks)}}, policy.Flags{})
	require.NoError(s, err)
	d := guard.Judge(p, zone.Machine{Files: host.FS{}, Homes: []string{"/home/nobody-there"}}, guard.Request{Source: source, Dir: s.dir, Work: "/home/nobody-there/work"})
	require.NoError(s, d.Err)
	return strings.Join(Look(d, s.dir, time.Minute), "\n")
}

func TestFiles(t *testing.T) {
	s := newScene(t)
	s.write("build/a", strings.Repeat("x", 3000))
	s.write("build/sub/b", "12345")
	s.write("build/.hidden", "1")
	require.NoError(t, os.Symlink("a", filepath.Join(s.dir, "build/link")))
	s.write("one", "1")
	require.NoError(t, os.Symlink("build/sub", filepath.Join(s.dir, "to-sub")))
	s.write("empty", "")
	s.write("a b", "12")
	for _, tt := range []struct{ why, source, want string }{
		{"a tree", "rm -rf build", "would be deleted or moved away: build: 3 files, 2 directories, 1 symbolic link, 2.9 KiB; no git repository has them"},
		{"several, one that is not there", "rm -rf build one none", "would be deleted or moved away: build, one: 4 files, 2 directories, 1 symbolic link, 2.9 KiB; no git repository has them"},
		{"in another directory", "cd build && rm -rf sub", "would be deleted or moved away: build/sub: 1 file, 1 directory, 5 bytes; no git repository has them"},
		{"a pattern, which hidden names do not match", "rm -rf build/*", "would be deleted or moved away: build/a, build/link, build/sub: 2 files, 1 directory, 1 symbolic link, 2.9 KiB; no git repository has them"},
		{"a name with a blank", "rm -rf 'a b'/ a\\ b", "would be deleted or moved away: a b: 1 file, 2 bytes; no git repository has them"},
		{"behind a link", "rm -rf to-sub/../a", "would be deleted or moved away: build/a: 1 file, 2.9 KiB; no git repository has them"},
		{"what a link leads to", "rm -rf to-sub/", "would be deleted or moved away: build/sub: 1 file, 1 directory, 5 bytes; no git repository has them"},
		{"nothing is there", "rm -rf none", ""},
		{"a word that is not known", "rm -rf \"$(cat x)\"/y", ""},
		{"on another machine", "ssh h rm -rf build", ""},
		{"only what is asked about", "ls build", ""},
	} {
		assert.Equal(t, tt.want, s.look(tt.source), tt.why)
	}
}

func TestFilesOfARepository(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	s := newScene(t)
	s.git("init", "-q", "-b", "main")
	s.write("src/a", "1")
	s.write("src/b", "1")
	s.git("add", "-A")
	s.git("commit", "-qm", "first")
	assert.Equal(t, "would be deleted or moved away: src: 2 files, 1 directory, 2 bytes; git has them all", s.look("rm -rf src"))
	s.write("src/a", "22")
	s.write("src/new", "3")
	assert.Equal(t, "would be deleted or moved away: src: 3 files, 1 directory, 4 bytes; git has 2, but not the changes to 1 of them: src/a", s.look("rm -rf src"))
	assert.Equal(t, "would be deleted or moved away: src/new: 1 file, 1 byte; git has none of them", s.look("rm -rf src/new"))
	all := s.look("cd .. && rm -rf " + filepath.Base(s.dir))
	assert.Regexp(t, "; with the whole history of 1 git repository$", all)
}

func TestGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	s := newScene(t)
	s.git("init", "-q", "-b", "main")
	for _, name := range []string{"a", "dir/b", "dir/c"} {
		s.write(name, "1")
	}
	s.git("add", "-A")
	s.git("commit", "-qm", "first")
	s.git("branch", "old")
	s.write("a", "2")
	s.git("commit", "-qam", "second")
	assert.Equal(t, "nothing would be thrown away: a commit has each tracked file as it is", s.look("git reset --hard"))

	hash := func(name string) string {
		out, err := exec.Command("git", "-C", s.dir, "rev-parse", "--short=7", name).Output()
		require.NoError(t, err)
		return strings.TrimSpace(string(out))
	}
	second := "would be thrown away: 1 commit that no other branch or tag has: " + hash("HEAD") + " second"
	assert.Equal(t, "nothing would be thrown away: a commit has each tracked file as it is\n"+second, s.look("git reset --hard HEAD~1"))
	s.write("a", "mine")
	s.write("dir/b", "mine")
	s.git("add", "dir/b")
	s.write("new", "12345")
	s.write("dir/new", "1")
	for _, tt := range []struct{ why, source, want string }{
		{"what is staged, too", "git reset --hard", "would be thrown away: changes to 2 files that no commit has: a, dir/b"},
		{"from another directory", "cd / && git -C " + s.dir + "/dir reset --hard", "would be thrown away: changes to 2 files that no commit has: a, dir/b"},
		{"one path", "git checkout -- a", "would be thrown away: changes to 1 file that no commit has: a"},
		{"a directory", "git checkout HEAD -- dir", "would be thrown away: changes to 1 file that no commit has: dir/b"},
		{"a pattern of git's own", "git checkout -- '*.x'", "would be thrown away: changes to 2 files that no commit has: a, dir/b"},
		{"what git does not have", "git clean -fd", "would be deleted: up to 2 files that git does not have, 6 bytes, but for those that git ignores: dir/new, new"},
		{"below a directory", "git clean -fdx dir", "would be deleted: up to 1 file that git does not have, 1 byte, those that git ignores among them: dir/new"},
		{"no stashes", "git stash clear", ""},
		{"a branch that another holds", "git branch -D old", ""},
		{"no repository", "git -C / reset --hard", ""},
	} {
		assert.Equal(t, tt.want, s.look(tt.source), tt.why)
	}
	s.git("stash", "-q")
	assert.Equal(t, "would be thrown away: 1 stash", s.look("git stash clear"))
	s.git("checkout", "-qb", "topic")
	s.git("commit", "--allow-empty", "-qm", "third")
	third := "1 commit that no other branch or tag has: " + hash("HEAD") + " third"
	s.git("checkout", "-q", "main")
	assert.Equal(t, "would be thrown away: topic: "+third, s.look("git branch -D topic"))
	s.git("branch", "copy", "topic")
	assert.Equal(t, "would be thrown away: topic: "+third+"\nwould be thrown away: copy: "+third, s.look("git branch -D topic copy"), "neither holds the other")
	s.git("branch", "-D", "copy")
	assert.Equal(t, "what git would throw away is not known: GIT_WORK_TREE is set", s.look("GIT_WORK_TREE=/other git reset --hard"))
	s.git("update-ref", "refs/remotes/origin/main", "topic")
	assert.Equal(t, "would be thrown away: origin main: 1 commit fetched from there and not in main: "+hash("topic")+" third", s.look("git push --force origin main"))
}

// A look that has no time says what it does not know.
func TestNoTime(t *testing.T) {
	s := newScene(t)
	for i := range 300 {
		s.write("d/"+strings.Repeat("x", i%200+1)+string(rune('a'+i/200)), "1")
	}
	p, err := policy.Load([]policy.Layer{{Name: "p", Kind: policy.User, Data: []byte("[actions]\ndestructive = \"ask\"\n")}}, policy.Flags{})
	require.NoError(t, err)
	d := guard.Judge(p, zone.Machine{Files: host.FS{}}, guard.Request{Source: "rm -rf d", Dir: s.dir, Work: "/home/nobody-there/work"})
	lines := Look(d, s.dir, 0)
	require.Len(t, lines, 1)
	assert.Contains(t, lines[0], "more than 12")
}

func TestWords(t *testing.T) {
	assert.Equal(t, "0 bytes", size(0))
	assert.Equal(t, "1 byte", size(1))
	assert.Equal(t, "1.0 KiB", size(1024))
	assert.Equal(t, "10 KiB", size(10<<10))
	assert.Equal(t, "2.5 GiB", size(5<<29))
	assert.Equal(t, "a, b, c, d", list([]string{"a", "b", "c", "d"}))
	assert.Equal(t, "a, b, c and 2 more", list([]string{"a", "b", "c", "d", "e"}))
}
