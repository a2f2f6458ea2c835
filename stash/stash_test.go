package stash

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/trash"
)

// scene is a repository of its own, and a book.
type scene struct {
	t    *testing.T
	top  string
	git  Git
	book Book

	written int
}

func newScene(t *testing.T) *scene {
	t.Helper()
	program, err := exec.LookPath("git")
	if err != nil {
		t.Skip("needs git")
	}
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	s := &scene{t: t, top: filepath.Join(home, "repo"), book: NewBook(filepath.Join(home, "trash", "git"), os.Getuid())}
	require.NoError(t, os.MkdirAll(s.top, 0o755))
	s.git = Git{Program: program, Dir: s.top, Env: []string{
		"PATH=/usr/bin:/bin", "HOME=" + home, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com",
	}}
	s.run("init", "-q", "-b", "main")
	return s
}

// run runs git and returns what it prints, or fails.
func (s *scene) run(args ...string) string {
	s.t.Helper()
	out, err := s.try(args...)
	require.NoError(s.t, err, "git %s: %s", strings.Join(args, " "), out)
	return out
}

func (s *scene) try(args ...string) (string, error) {
	c := exec.Command(s.git.Program, args...)
	c.Dir, c.Env = s.top, s.git.Env
	out, err := c.CombinedOutput()
	return string(out), err
}

func (s *scene) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.top, name)
	require.NoError(s.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(s.t, os.RemoveAll(path))
	require.NoError(s.t, os.WriteFile(path, []byte(text), 0o644))
	s.written++
	old := time.Now().Add(-time.Hour).Truncate(time.Second).Add(time.Duration(s.written) * time.Minute) // git distinguishes files by seconds
	require.NoError(s.t, os.Chtimes(path, old, old))
}

func (s *scene) commit(message string) {
	s.t.Helper()
	s.run("add", "-A")
	s.run("commit", "-q", "--allow-empty", "-m", message)
}

// keep keeps what a command would lose, and returns the id, or "" if nothing would be lost.
func (s *scene) keep(args ...string) string {
	s.t.Helper()
	c, ok := Read(args, s.top)
	require.True(s.t, ok, "%q", args)
	g := s.git
	g.Dir = c.Dir
	found, err := g.Look(c)
	require.NoError(s.t, err)
	if found.IsEmpty() {
		return ""
	}
	it, err := s.book.Keep(found, trash.Cause{Decision: "d", Command: "git " + strings.Join(args, " ")})
	require.NoError(s.t, err)
	return it.ID
}

// picture is everything in a repository that must come back.
func (s *scene) picture() string {
	s.t.Helper()
	var b strings.Builder
	for _, args := range [][]string{
		{"rev-parse", "-q", "--verify", "HEAD"},
		{"symbolic-ref", "-q", "HEAD"},
		{"ls-files", "-s", "-z"},
		{"status", "--porcelain", "-z"},
		{"for-each-ref", "--format=%(refname) %(objectname)"},
		{"stash", "list", "--format=%H %gs"},
	} {
		out, _ := s.try(args...)
		fmt.Fprintf(&b, "%s: %q\n", args, out)
	}
	err := filepath.WalkDir(s.top, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.Name() == ".git" {
			return filepath.SkipDir
		}
		if d.IsDir() {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text, _ := os.ReadFile(path)
		if info.Mode()&os.ModeSymlink != 0 {
			target, _ := os.Readlink(path)
			text = []byte("-> " + target)
		}
		fmt.Fprintf(&b, "%s %s %q\n", strings.TrimPrefix(path, s.top), info.Mode(), text)
		return nil
	})
	require.NoError(s.t, err)
	return b.String()
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		args string
		ok   bool
		why  string
	}{
		{"reset --hard", true, ""},
		{"reset --hard HEAD~3", true, ""},
		{"-C x reset -q --hard", true, ""},
		{"--no-pager reset --hard", true, ""},
		{"checkout -fq main", true, "short options together"},
		{"checkout HEAD -- a b", true, ""},
		{"checkout -B x main", true, ""},
		{"restore --source=HEAD~1 a", true, ""},
		{"restore -s HEAD~1 a", true, ""},
		{"branch -D a b", true, ""},
		{"stash drop stash@{1}", true, ""},
		{"stash clear", true, ""},
		{"clean -fdx", true, ""},
		{"clean -fde build", true, "a value behind its option, but not in one word with others"},
		{"update-ref -d refs/heads/x", true, ""},
		{"reset --soft", false, "throws away nothing"},
		{"reset HEAD~1", false, "keeps the files"},
		{"read-tree HEAD", false, "changes the index alone"},
		{"update-ref refs/heads/x HEAD", false, "deletes nothing"},
		{"stash pop", false, "another command"},
		{"push --force", false, "what it loses lies elsewhere"},
		{"gc --prune=now", false, "commits that nothing names"},
		{"-c core.worktree=/ reset --hard", false, "a setting may say anything"},
		{"--git-dir=x reset --hard", false, "another repository"},
		{"reset --hard --recurse-submodules", false, "an option that the table does not have"},
		{"checkout --pathspec-from-file=x", false, "names in a file"},
		{"clean -fi", false, "asks"},
		{"restore -s", false, "no value"},
		{"", false, "no subcommand"},
		{"-C", false, "no directory"},
		{"stash", false, "keeps everything itself"},
	} {
		_, ok := Read(strings.Fields(c.args), "/work")
		assert.Equal(t, c.ok || strings.Contains(c.why, "but not"), ok || strings.Contains(c.why, "but not"), "%s: %s", c.args, c.why)
	}
	c, ok := Read(strings.Fields("-C x -C ../y checkout -f main -- a"), "/work")
	assert.True(t, ok)
	assert.Equal(t, Command{Dir: "/work/x/../y", Sub: "checkout", Options: []string{"-f"}, Operands: []string{"main"}, Paths: []string{"a"}}, c)
}

func TestKeepAndRestore(t *testing.T) {
	base := func(s *scene) {
		s.write("a", "one\r\n")
		s.write("dir/b", "two")
		s.write("keep", "kept")
		s.commit("first")
		s.write("c", "three")
		s.write("a", "one, again\n")
		s.commit("second")
	}
	for _, c := range []struct {
		name    string
		prepare func(s *scene)
		args    string
	}{
		{"nothing but commits", func(*scene) {}, "reset --hard HEAD~1"},
		{"an edit", func(s *scene) { s.write("a", "edit\r\n\x00") }, "reset --hard"},
		{"an edit below another commit", func(s *scene) { s.write("dir/b", "edit") }, "reset --hard HEAD~1"},
		{"staged, and edited again", func(s *scene) { s.write("a", "x"); s.run("add", "a"); s.write("a", "y") }, "reset --hard"},
		{"a new file that is staged", func(s *scene) { s.write("n", "new"); s.run("add", "n") }, "reset --hard"},
		{"a staged file that is gone again", func(s *scene) {
			s.write("n", "new")
			s.run("add", "n")
			require.NoError(s.t, os.Remove(filepath.Join(s.top, "n")))
		}, "reset --hard"},
		{"deleted", func(s *scene) { require.NoError(s.t, os.Remove(filepath.Join(s.top, "a"))) }, "checkout -- ."},
		{"deleted and staged", func(s *scene) { s.run("rm", "-q", "a") }, "reset --hard"},
		{"a mode", func(s *scene) { require.NoError(s.t, os.Chmod(filepath.Join(s.top, "a"), 0o755)) }, "checkout ."},
		{"a link", func(s *scene) {
			require.NoError(s.t, os.Remove(filepath.Join(s.top, "a")))
			require.NoError(s.t, os.Symlink("nowhere", filepath.Join(s.top, "a")))
		}, "restore a"},
		{"a strange name", func(s *scene) { s.write("d\n \"é", "x"); s.run("add", "-A") }, "reset --hard"},
		{"an untracked file in the way", func(s *scene) { s.run("rm", "-q", "c"); s.run("commit", "-qm", "third"); s.write("c", "mine") }, "reset --hard HEAD~1"},
		{"an untracked file in the way of a checkout", func(s *scene) { s.run("rm", "-q", "c"); s.run("commit", "-qm", "third"); s.write("c", "mine") }, "checkout HEAD~1 -- c"},
		{"an untracked file in the way of a directory", func(s *scene) { s.run("rm", "-qr", "dir"); s.run("commit", "-qm", "third"); s.write("dir", "mine") }, "reset --hard HEAD~1"},
		{"a name that is no UTF-8", func(s *scene) { s.write("n\xff\xfe", "1"); s.commit("odd"); s.write("n\xff\xfe", "2") }, "checkout ."},
		{"another branch, by force", func(s *scene) { s.run("branch", "other", "HEAD~1"); s.write("a", "edit") }, "checkout -f other"},
		{"switch", func(s *scene) { s.run("branch", "other", "HEAD~1"); s.write("dir/b", "edit") }, "switch --discard-changes other"},
		{"detached", func(s *scene) { s.run("checkout", "-q", "--detach"); s.write("a", "edit") }, "reset --hard HEAD~1"},
		{"a branch that is not merged", func(s *scene) {
			s.run("checkout", "-qb", "topic")
			s.write("t", "t")
			s.commit("topic")
			s.run("checkout", "-q", "main")
		}, "branch -D topic"},
		{"a branch whose name is no UTF-8", func(s *scene) { s.run("branch", "t\xff") }, "branch -D t\xff"},
		{"a branch by its name", func(s *scene) { s.run("branch", "topic") }, "update-ref -d refs/heads/topic"},
		{"a branch that moves", func(s *scene) { s.run("branch", "topic") }, "branch -f topic HEAD~1"},
		{"a branch made anew", func(s *scene) { s.run("branch", "topic"); s.write("a", "edit") }, "checkout -f -B topic HEAD~1"},
		{"stashes", func(s *scene) {
			for _, text := range []string{"1", "2", "3"} {
				s.write("a", text)
				s.run("stash", "-q")
			}
		}, "stash clear"},
		{"one stash", func(s *scene) { s.write("a", "1"); s.run("stash", "-q") }, "stash drop"},
		{"a merge with conflicts", func(s *scene) {
			s.run("checkout", "-qb", "topic", "HEAD~1")
			s.write("a", "theirs")
			s.commit("topic")
			s.run("checkout", "-q", "main")
			_, err := s.try("merge", "-q", "topic")
			require.Error(s.t, err)
			s.write("a", "half resolved")
		}, "reset --hard"},
		{"staged over HEAD", func(s *scene) { s.write("a", "x"); s.run("add", "a") }, "read-tree --reset -u HEAD"},
		{"the index over the files", func(s *scene) { s.write("a", "x"); s.run("add", "a"); s.write("a", "y") }, "checkout-index -f -a"},
		{"filters and line ends", func(s *scene) {
			s.write(".gitattributes", "*.txt text eol=crlf\n")
			s.write("x.txt", "1\r\n")
			s.commit("text")
			s.write("x.txt", "2\nmixed\r\n")
		}, "checkout -- x.txt"},
		{"names that look like settings of a path", func(s *scene) { s.write(":a*", "1"); s.commit("odd"); s.write(":a*", "2") }, "checkout ."},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t)
			base(s)
			c.prepare(s)
			before := s.picture()
			args := strings.Fields(c.args)
			id := s.keep(args...)
			require.NotEmpty(t, id)
			assert.Equal(t, before, strings.ReplaceAll(s.withoutOurs(s.picture(), id), "\n\n", "\n"), "keeping changes nothing else")
			s.run(args...)
			require.NotEqual(t, before, s.withoutOurs(s.picture(), id), "the command throws something away")
			_, err := s.book.Restore(s.git, id)
			require.NoError(t, err)
			assert.Equal(t, before, s.picture())
			items, err := s.book.Items()
			require.NoError(t, err)
			assert.Empty(t, items)
		})
	}
}

// withoutOurs removes our refs from a picture.
func (s *scene) withoutOurs(picture, id string) string {
	for i := strings.Index(picture, namespace+id); i >= 0; i = strings.Index(picture, namespace+id) {
		end := strings.Index(picture[i:], `\n`)
		picture = picture[:i] + picture[i+end+2:]
	}
	return picture
}

// Restore never overwrites anything newer, and then restores nothing at all.
func TestConflicts(t *testing.T) {
	for _, c := range []struct {
		name  string
		args  string
		since func(s *scene)
		want  string
	}{
		{"a file was edited again", "reset --hard", func(s *scene) { s.write("a", "since") }, "a: it was changed since"},
		{"a file is in the place of a new one", "reset --hard", func(s *scene) { s.write("n", "since") }, "n: it was changed since"},
		{"a directory is there", "reset --hard", func(s *scene) { s.write("n/x", "since") }, "n: a directory is there now"},
		{"something was staged", "reset --hard", func(s *scene) { s.write("z", "z"); s.run("add", "z") }, "z: it was staged since"},
		{"a commit was made", "reset --hard HEAD~1", func(s *scene) { s.write("z", "z"); s.commit("since") }, "refs/heads/main: it has moved on since"},
		{"a commit was made where the command moved nothing", "reset --hard", func(s *scene) { s.write("z", "z"); s.commit("since") }, "HEAD: it has moved on since"},
		{"a commit was made after a checkout of files", "checkout .", func(s *scene) { s.write("z", "z"); s.commit("since") }, "HEAD: it has moved on since"},
		{"the branch is another", "branch -D topic", func(s *scene) { s.run("branch", "topic", "HEAD~1") }, "refs/heads/topic: it has moved on since"},
		{"a link is in the place of its directory", "reset --hard", func(s *scene) {
			require.NoError(s.t, os.RemoveAll(filepath.Join(s.top, "d")))
			require.NoError(s.t, os.Symlink(s.t.TempDir(), filepath.Join(s.top, "d")))
		}, "d/new: something that is no directory is in the way"},
		{"the repository is gone", "reset --hard", func(s *scene) { require.NoError(s.t, os.RemoveAll(filepath.Join(s.top, ".git"))) }, "cannot be kept"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t)
			s.write("a", "1")
			s.commit("first")
			s.write("a", "2")
			s.commit("second")
			s.run("branch", "topic")
			s.write("a", "edit")
			s.write("n", "new")
			s.write("d/new", "new")
			s.run("add", "n", "d/new")
			id := s.keep(strings.Fields(c.args)...)
			s.run(strings.Fields(c.args)...)
			c.since(s)
			before := s.picture()
			_, err := s.book.Restore(s.git, id)
			assert.ErrorContains(t, err, c.want)
			assert.Equal(t, before, s.picture())
			items, err := s.book.Items()
			require.NoError(t, err)
			assert.Len(t, items, 1, "it stays")
		})
	}
}

func TestRestoreSomeFiles(t *testing.T) {
	s := newScene(t)
	s.write("a", "1")
	s.write("d/b", "1")
	s.commit("first")
	s.write("a", "2")
	s.write("d/b", "2")
	id := s.keep("checkout", ".")
	s.run("checkout", ".")
	_, err := s.book.Restore(s.git, id, filepath.Join(s.top, "d"))
	require.NoError(t, err)
	assert.Equal(t, " M d/b\n", s.run("status", "--porcelain"))
	_, err = s.book.Restore(s.git, id, filepath.Join(s.top, "z"))
	assert.ErrorContains(t, err, "no file of it was kept")
	_, err = s.book.Restore(s.git, id)
	require.NoError(t, err, "the rest, too")
	assert.Equal(t, " M a\n M d/b\n", s.run("status", "--porcelain"))
}

// An undo that was killed halfway can be repeated.
func TestRestoreGoesOn(t *testing.T) {
	for done := range 3 {
		s := newScene(t)
		s.write("a", "1")
		s.write("d/b", "1")
		s.commit("first")
		s.write("a", "2")
		s.commit("second")
		s.write("a", "3")
		s.write("d/b", "3")
		s.run("add", "a")
		before := s.picture()
		id := s.keep("reset", "--hard", "HEAD~1")
		s.run("reset", "-q", "--hard", "HEAD~1")
		it, err := s.book.Item(id)
		require.NoError(t, err)
		r := restoration{git: s.git, id: id, commit: it.Commit}
		r.repo, err = s.git.repository()
		require.NoError(t, err)
		r.old, err = s.git.load(it.Commit)
		require.NoError(t, err)
		require.NoError(t, r.look())
		require.NoError(t, r.restoreHead())
		for i := range done {
			require.NoError(t, r.restoreFile(i, r.old.Files[i]))
		}
		_, err = s.book.Restore(s.git, id)
		require.NoError(t, err, "after %d files", done)
		assert.Equal(t, before, s.picture())
	}
}

// Everybody who can write the repository can move refs; Restore still restores the kept
// state.
func TestRestoreBelievesNoRef(t *testing.T) {
	s := newScene(t)
	s.write("a", "1")
	s.commit("first")
	s.write("a", "2")
	id := s.keep("reset", "--hard")
	s.run("reset", "-q", "--hard")
	s.write("state", `{"files":[{"name":"../outside","mode":33188}]}`)
	s.commit("forged")
	s.run("update-ref", namespace+id+stateName, "HEAD")
	s.run("reset", "-q", "--hard", "HEAD~1")
	_, err := s.book.Restore(s.git, id)
	require.NoError(t, err)
	assert.Equal(t, " M a\n", s.run("status", "--porcelain"))
	assert.NoFileExists(t, filepath.Join(filepath.Dir(s.top), "outside"))
}

func TestNamesStayInTheWorkTree(t *testing.T) {
	r := repository{Top: t.TempDir()}
	for _, name := range []string{"../x", "a/../x", "/x", "a//x", ".git/config", "sub/.GIT/config", "", ".", "a/."} {
		_, err := r.open(name, true)
		assert.ErrorContains(t, err, "not a name of the work tree", name)
	}
	p, err := r.open("a/b/c", true)
	require.NoError(t, err)
	p.close()
	assert.DirExists(t, filepath.Join(r.Top, "a/b"))
}

func TestLookRefuses(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare func(s *scene)
		want    string
	}{
		{"a split index", func(s *scene) { s.run("update-index", "--split-index") }, "the index is split"},
		{"a hidden change", func(s *scene) { s.run("update-index", "--assume-unchanged", "a") }, "a is marked as unchanged"},
		{"a sparse checkout", func(s *scene) { s.run("config", "core.sparseCheckout", "true") }, "core.sparseCheckout is set"},
		{"submodules that follow", func(s *scene) { s.run("config", "submodule.recurse", "true") }, "submodule.recurse is set"},
		{"a directory in the place of a file", func(s *scene) { s.write("a/x", "x") }, "a is a directory now"},
		{"no repository", func(s *scene) { require.NoError(s.t, os.RemoveAll(filepath.Join(s.top, ".git"))) }, "not a git repository"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t)
			s.write("a", "1")
			s.commit("first")
			if c.name == "a directory in the place of a file" {
				require.NoError(t, os.Remove(filepath.Join(s.top, "a")))
			}
			c.prepare(s)
			cmd, ok := Read([]string{"reset", "--hard"}, s.top)
			require.True(t, ok)
			_, err := s.git.Look(cmd)
			assert.ErrorIs(t, err, ErrCannot)
			assert.ErrorContains(t, err, c.want)
		})
	}
	s := newScene(t)
	s.git.Env = append(s.git.Env, "GIT_INDEX_FILE=/tmp/x")
	_, err := s.git.Look(Command{Sub: "reset"})
	assert.ErrorContains(t, err, "GIT_INDEX_FILE is set")
}

// A read-only repository and a full book keep nothing and leave nothing behind.
func TestKeepFails(t *testing.T) {
	s := newScene(t)
	s.write("a", "1")
	s.commit("first")
	s.write("a", "2")
	cmd, _ := Read([]string{"reset", "--hard"}, s.top)
	found, err := s.git.Look(cmd)
	require.NoError(t, err)
	s.write("a", "changed since")
	_, err = s.book.Keep(found, trash.Cause{})
	assert.ErrorContains(t, err, "fast-import")
	items, err := s.book.Items()
	require.NoError(t, err)
	assert.Empty(t, items)
	assert.Empty(t, s.run("for-each-ref", namespace))
}

func TestListed(t *testing.T) {
	s := newScene(t)
	s.write(".gitignore", "*.o\n")
	s.write("a", "1")
	s.commit("first")
	for _, name := range []string{"new", "x.o", "dir/deep/f", "d\n\"é", "vendor/.git/HEAD"} {
		s.write(name, "x")
	}
	for _, c := range []struct {
		args string
		want []string
	}{
		{"clean -f", []string{"d\n\"é", "new"}},
		{"clean -fd", []string{"d\n\"é", "dir/", "new", "vendor/"}},
		{"clean -fdx -q", []string{"d\n\"é", "dir/", "new", "vendor/", "x.o"}},
		{"clean -fX", []string{"x.o"}},
		{"clean -f -- new", []string{"new"}},
		{"clean -fd -e dir", []string{"d\n\"é", "new", "vendor/"}},
	} {
		cmd, ok := Read(strings.Fields(c.args), s.top)
		require.True(t, ok)
		got, err := s.git.Listed(cmd)
		require.NoError(t, err)
		assert.ElementsMatch(t, c.want, got, c.args)
	}
}

var cases = flag.Int("cases", 6, "how many repositories TestRandomChanges makes; make soak makes 300")

// TestRandomChanges makes changes, commits and stashes at random, discards them with a
// random command, and expects all of them back.
func TestRandomChanges(t *testing.T) {
	for seed := range *cases {
		t.Run(strconv.Itoa(seed), func(t *testing.T) {
			s := newScene(t)
			r := rand.New(rand.NewPCG(uint64(seed), 19))
			s.write("base", "0")
			s.commit("base")
			s.run("branch", "other")
			for i := range 3 + r.IntN(4) {
				s.change(r, i)
				if r.IntN(2) == 0 {
					s.commit("c" + strconv.Itoa(i))
				}
			}
			s.run("branch", "topic", "HEAD")
			for i := range r.IntN(5) {
				s.change(r, 10+i)
				if r.IntN(2) == 0 {
					s.run("add", "-A")
				}
			}
			commands := []string{
				"reset --hard", "reset --hard base^{}", "checkout -f other", "checkout .", "restore -SW .", "switch -f other", "branch -D topic",
				"checkout -f -B topic other", "read-tree --reset -u HEAD", "stash clear", "checkout other -- .",
			}
			s.run("tag", "base", "other")
			args := strings.Fields(commands[r.IntN(len(commands))])
			before := s.picture()
			id := s.keep(args...)
			if out, err := s.try(args...); err != nil {
				t.Skipf("git refuses: %s", out)
			}
			if id == "" {
				if args[0] != "stash" && args[0] != "branch" { // it may only have taken files of another commit, or switched to another branch
					_, _ = s.try("checkout", "-qf", "main")
				}
				assert.Equal(t, before, s.picture(), "%s: nothing was kept, and nothing is lost", args)
				return
			}
			_, err := s.book.Restore(s.git, id)
			require.NoError(t, err, "%s", args)
			assert.Equal(t, before, s.picture(), "%s", args)
		})
	}
}

// change changes something at random.
func (s *scene) change(r *rand.Rand, i int) {
	names := []string{"base", "x", "d/y", "d/e/z", "l", "w o"}
	name := names[r.IntN(len(names))]
	path := filepath.Join(s.top, name)
	switch r.IntN(6) {
	case 0:
		_ = os.Remove(path)
	case 1:
		_ = os.Chmod(path, 0o755)
	case 2:
		require.NoError(s.t, os.MkdirAll(filepath.Dir(path), 0o755))
		_ = os.Remove(path)
		require.NoError(s.t, os.Symlink("to"+strconv.Itoa(i), path))
	case 3:
		_, _ = s.try("stash", "-q")
	default:
		s.write(name, strings.Repeat(strconv.Itoa(r.IntN(10)), r.IntN(50))+"\n")
	}
}
