package protect

import (
	"fmt"
	"io/fs"
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

// testNames are the names that the tests protect.
func testNames() Names {
	return Names{
		Kept: func(path string) bool {
			for _, name := range []string{"/.git/hooks", "/.git/config", "/.tool"} {
				if strings.HasSuffix(path, name) || strings.Contains(path, name+"/") {
					return true
				}
			}
			return slices.Contains([]string{".envrc", "start.json"}, filepath.Base(path)) && (filepath.Base(path) == ".envrc" || filepath.Base(filepath.Dir(path)) == ".editor")
		},
		Holds:  func(path string) bool { return slices.Contains([]string{".editor", ".git"}, filepath.Base(path)) },
		Hidden: func(path string) bool { return filepath.Base(path) == ".env" },
		Settings: func(_, before, text string) string {
			if strings.Count(text, "evil") > strings.Count(before, "evil") {
				return "it is evil"
			}
			return ""
		},
	}
}

// scene is a directory and its quarantine.
type scene struct {
	t    *testing.T
	dir  string
	q    Quarantine
	free bool
}

func newScene(t *testing.T) *scene {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	s := &scene{t: t, dir: filepath.Join(dir, "work"), q: NewQuarantine(filepath.Join(dir, "root", "quarantine"), os.Geteuid())}
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "root"), 0o700))
	require.NoError(t, os.MkdirAll(s.dir, 0o755))
	for _, at := range []string{"outside", "work/sub/deep", "work/.git/objects", "work/.git/refs", "work/.git/hooks", "work/.git/info", "work/.tool"} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, at), 0o755))
	}
	for _, at := range []string{".git/HEAD", ".git/config", ".git/hooks/pre-commit.sample", ".tool/settings", "sub/main.go", "sub/deep/.envrc"} {
		s.write(at, "as it was")
	}
	old := time.Now().Add(-time.Hour)
	_ = filepath.WalkDir(s.dir, func(path string, _ fs.DirEntry, _ error) error { return os.Chtimes(path, old, old) })
	return s
}

func (s *scene) at(name string) string { return filepath.Join(s.dir, name) }

func (s *scene) write(name, text string) {
	s.t.Helper()
	require.NoError(s.t, os.MkdirAll(filepath.Dir(s.at(name)), 0o755))
	require.NoError(s.t, os.WriteFile(s.at(name), []byte(text), 0o644))
}

func (s *scene) look() *Record {
	s.t.Helper()
	r, err := Look([]string{s.dir}, testNames(), Options{Names: 1000, Depth: 6, Free: s.free})
	require.NoError(s.t, err)
	return r
}

// check makes a record undo what it finds, and summarizes that.
func (s *scene) check(r *Record) []string {
	s.t.Helper()
	var said []string
	report := r.Check(testNames())
	for _, o := range s.q.Settle(report.Changes) {
		require.NoError(s.t, o.Err)
		what := [...]string{"new", "changed", "removed"}[o.Kind]
		switch {
		case o.Left:
			what += " left"
		case o.Item == "" && o.At != "":
			what += " renamed"
		case o.Item == "" && o.Kind != Removal:
			what += " still there"
		}
		said = append(said, what+" "+strings.TrimPrefix(o.Path, s.dir+"/"))
	}
	return said
}

// repository makes a minimal repository as git does.
func (s *scene) repository(at string) {
	s.write(at+"/HEAD", "ref: refs/heads/main\n")
	s.write(at+"/config", "[core]\n")
	s.write(at+"/hooks/pre-commit.sample", "x")
	s.write(at+"/info/exclude", "x")
	require.NoError(s.t, os.MkdirAll(s.at(at+"/objects"), 0o755))
	require.NoError(s.t, os.MkdirAll(s.at(at+"/refs"), 0o755))
}

func (s *scene) executable(at string) {
	s.write(at, "#!/bin/sh\n")
	require.NoError(s.t, os.Chmod(s.at(at), 0o755))
}

// changes are what commands do, and the outcomes.
var changes = []struct {
	name string
	do   func(s *scene)
	want string
}{
	{"nothing", func(*scene) {}, ""},
	{"ordinary files", func(s *scene) { s.write("new/x", "x"); s.write(".env", "x"); s.write(".git/index", "x") }, ""},
	{"a name at the top", func(s *scene) { s.write(".envrc", "x") }, "new .envrc"},
	{"below a new directory", func(s *scene) { s.write("a/b/c/.editor/start.json", "x") }, "new a/b/c/.editor/start.json"},
	{"deeper than a command is looked at before", func(s *scene) { s.write("a/b/c/d/e/f/g/h/i/.envrc", "x") }, "new a/b/c/d/e/f/g/h/i/.envrc"},
	{"a FIFO", func(s *scene) { require.NoError(s.t, unix.Mkfifo(s.at(".envrc"), 0o600)) }, "new .envrc"},
	{"a directory", func(s *scene) { s.write(".envrc/x", "x") }, "new .envrc"},
	{"an empty directory", func(s *scene) { require.NoError(s.t, os.Mkdir(s.at(".envrc"), 0o755)) }, ""},
	{"a directory that nobody may read", func(s *scene) {
		s.write(".envrc/x", "x")
		require.NoError(s.t, os.Chmod(s.at(".envrc"), 0))
	}, "new .envrc"},
	{"in a directory that nobody may read", func(s *scene) {
		s.write("new/.envrc", "x")
		require.NoError(s.t, os.Chmod(s.at("new"), 0))
	}, "new new/.envrc"},
	{"a link", func(s *scene) { require.NoError(s.t, os.Symlink("/etc/passwd", s.at(".envrc"))) }, "new .envrc"},
	{"a link in the place of a directory of such names", func(s *scene) {
		s.write("plain/start.json", "x")
		require.NoError(s.t, os.Symlink("plain", s.at(".editor")))
	}, "new .editor"},
	{"a hard link", func(s *scene) { require.NoError(s.t, os.Link(s.at("sub/main.go"), s.at(".envrc"))) }, "new .envrc"},
	{"a directory of a known name, and another", func(s *scene) {
		require.NoError(s.t, os.Rename(s.at("sub"), s.at("moved")))
		s.write("sub/.envrc", "x")
	}, "new moved/deep/.envrc, new sub/.envrc"},
	{"a known directory becomes a link", func(s *scene) {
		require.NoError(s.t, os.RemoveAll(s.at("sub")))
		require.NoError(s.t, os.Symlink(s.at("../outside"), s.at("sub")))
		s.write("../outside/.envrc", "x")
	}, ""},
	{"two, then one is gone", func(s *scene) {
		s.write("x/.envrc", "x")
		s.write(".envrc", "x")
		require.NoError(s.t, os.Remove(s.at(".envrc")))
	}, "new x/.envrc"},
	{"what git stores, and packages", func(s *scene) { s.write("node_modules/p/.envrc", "x"); s.write(".git/objects/.envrc", "x") }, ""},

	{"a new repository", func(s *scene) { s.repository("r/.git"); s.write("r/x", "x") }, ""},
	{"with a hook", func(s *scene) { s.repository("r/.git"); s.executable("r/.git/hooks/pre-commit") }, "new r/.git/hooks/pre-commit"},
	{"with a hook that is a link", func(s *scene) {
		s.repository("r/.git")
		require.NoError(s.t, os.Symlink("../../x", s.at("r/.git/hooks/pre-commit")))
	}, "new r/.git/hooks/pre-commit"},
	{"with hooks that are a link", func(s *scene) {
		s.repository("r/.git")
		require.NoError(s.t, os.RemoveAll(s.at("r/.git/hooks")))
		require.NoError(s.t, os.Symlink("../x", s.at("r/.git/hooks")))
	}, "new r/.git/hooks"},
	{"with settings that run code", func(s *scene) { s.repository("r/.git"); s.write("r/.git/config", "evil") }, "new r/.git/config"},
	{"with settings that are no file", func(s *scene) {
		s.repository("r/.git")
		require.NoError(s.t, os.Remove(s.at("r/.git/config")))
		require.NoError(s.t, unix.Mkfifo(s.at("r/.git/config"), 0o600))
	}, "new r/.git/config"},
	{"with endless settings", func(s *scene) {
		s.repository("r/.git")
		s.write("r/.git/config", strings.Repeat("# x\n", 1<<16))
	}, "new r/.git/config"},
	{"with settings elsewhere", func(s *scene) { s.repository("r/.git"); s.write("r/.git/commondir", "../../y\n") }, "new r/.git/commondir"},
	{"with names that come along", func(s *scene) { s.repository("r/.git"); s.write("r/a/.envrc", "x") }, "new left r/a/.envrc"},
	{"under the name of a known directory", func(s *scene) {
		require.NoError(s.t, os.RemoveAll(s.at("sub")))
		s.repository("sub/.git")
		s.write("sub/.envrc", "x")
	}, "new sub/.envrc"},
	{"a bare one", func(s *scene) { s.repository("r.git") }, ""},
	{"a bare one that runs code", func(s *scene) {
		s.repository("r.git")
		s.write("r.git/config", "evil")
		s.executable("r.git/hooks/update")
	}, "new r.git/config, new r.git/hooks/update"},
	{"a bare one where all is", func(s *scene) {
		s.repository(".")
		s.write("config", "evil")
	}, "new config"},
	{"settings that worktrees would share", func(s *scene) {
		s.write("y/config", "evil")
		s.write("y/objects/x", "x")
		s.write("y/refs/x", "x")
		s.write(".git/commondir", "../y\n")
	}, "new .git/commondir, new y/config"},
	{"a worktree", func(s *scene) {
		s.write(".git/worktrees/w/HEAD", "x")
		s.write(".git/worktrees/w/commondir", "../..\n")
		s.write(".git/worktrees/w/gitdir", s.at("w/.git"))
		s.write("w/.git", "gitdir: "+s.at(".git/worktrees/w")+"\n")
	}, ""},
	{"a worktree of another", func(s *scene) {
		s.write(".git/worktrees/w/HEAD", "x")
		s.write(".git/worktrees/w/commondir", "../../../y\n")
	}, "new .git/worktrees/w/commondir"},
	{"a .git file that leads out", func(s *scene) { s.write("w/.git", "gitdir: "+s.at("../outside")+"\n") }, "new w/.git"},
	{"a long one", func(s *scene) { s.write("w/.git", "gitdir: ../.git/objects/x"+strings.Repeat("\n", 20_000)) }, "new w/.git"},
	{"one that leads where nobody looks", func(s *scene) {
		s.repository("node_modules/r")
		s.write("w/.git", "gitdir: ../node_modules/r\n")
	}, "new w/.git"},
	{"a .git that is a link to one that was looked at", func(s *scene) {
		s.repository("r")
		require.NoError(s.t, os.MkdirAll(s.at("w"), 0o755))
		require.NoError(s.t, os.Symlink("../r", s.at("w/.git")))
	}, ""},
	{"attributes of a repository that was there", func(s *scene) { s.write(".git/info/attributes", "x") }, "new .git/info/attributes"},
}

func TestChanges(t *testing.T) {
	for _, c := range changes {
		for _, saved := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, saved %v", c.name, saved), func(t *testing.T) {
				s := newScene(t)
				r := s.look()
				c.do(s)
				if saved {
					var err error
					r, err = Decode(r.Encode())
					require.NoError(t, err)
				}
				assert.Equal(t, c.want, strings.Join(s.check(r), ", "))
				if c.want != "" && !strings.Contains(c.want, "left") {
					assert.Empty(t, s.check(r), "nothing is left")
				}
			})
		}
	}
}

// Files that nothing holds are compared and restored.
func TestLooseFiles(t *testing.T) {
	s := newScene(t)
	names := testNames()
	names.Loose = func(path string) bool { return strings.HasSuffix(path, "/.git/config") }
	look := func() *Record {
		r, err := Look([]string{s.dir}, names, Options{Names: 1000, Depth: 6})
		require.NoError(t, err)
		return r
	}
	s.write(".git/config", "evil")
	r := look()
	assert.NotContains(t, r.Keep, s.at(".git/config"), "nothing holds it")
	assert.Contains(t, r.Keep, s.at(".git/hooks"))
	s.write(".git/config", "evil [remote]")
	assert.Empty(t, s.check(r), "what it said before is the user's")
	r = look()
	s.write(".git/config", "evil evil")
	assert.Equal(t, []string{"changed .git/config"}, s.check(r))

	s.write(".git/config", "evil evil")
	r, err := Decode(r.Encode())
	require.NoError(t, err)
	assert.Equal(t, []string{"changed .git/config"}, s.check(r), "as well by the run after one that was killed")

	s.write(".git/config", strings.Repeat("x", maxCopy+1))
	assert.Contains(t, look().Keep, s.at(".git/config"), "what cannot be compared is held")
}

func TestFree(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(s *scene)
		want string
	}{
		{"nothing", func(*scene) {}, ""},
		{"the same again", func(s *scene) { s.write(".git/config", "as it was") }, ""},
		{"settings", func(s *scene) { s.write(".git/config", "evil") }, "changed .git/config"},
		{"ordinary settings", func(s *scene) { s.write(".git/config", "[remote]") }, ""},
		{"a hook", func(s *scene) { s.executable(".git/hooks/pre-commit") }, "new .git/hooks/pre-commit"},
		{"an old hook", func(s *scene) { s.write(".git/hooks/pre-commit.sample", "x") }, "changed .git/hooks/pre-commit.sample"},
		{"all of .git", func(s *scene) {
			require.NoError(s.t, os.Rename(s.at(".git"), s.at("g")))
		}, "removed .git/config, removed .git/hooks, removed .git/hooks/pre-commit.sample"},
		{"a file of a tree", func(s *scene) { require.NoError(s.t, os.Remove(s.at(".tool/settings"))) }, "removed .tool/settings"},
		{"a directory in the place of a file", func(s *scene) {
			require.NoError(s.t, os.Remove(s.at("sub/deep/.envrc")))
			s.write("sub/deep/.envrc/x", "x")
		}, "changed sub/deep/.envrc"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t)
			s.free = true
			r := s.look()
			c.do(s)
			assert.Equal(t, c.want, strings.Join(s.check(r), ", "))
		})
	}
}
