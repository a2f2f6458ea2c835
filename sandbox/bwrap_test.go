package sandbox_test

import (
	"flag"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/sandbox"
)

var update = flag.Bool("update", false, "write the golden files")

// tree is a machine's files: a name that ends in a slash is a directory.
func tree(names ...string) sandbox.Files {
	files := fstest.MapFS{}
	for _, name := range names {
		dir, isDir := strings.CutSuffix(name, "/")
		files[strings.TrimPrefix(dir, "/")] = &fstest.MapFile{}
		if isDir {
			files[strings.TrimPrefix(dir, "/")].Mode = fs.ModeDir
		}
		if strings.HasSuffix(name, "@") {
			files[strings.TrimPrefix(dir, "/")].Mode = fs.ModeSymlink
		}
	}
	return func(name string) (fs.FileInfo, error) {
		if name == "/" {
			name = "/."
		}
		return files.Lstat(strings.TrimPrefix(name, "/"))
	}
}

var machine = tree("/home/u/", "/home/u/.ssh/", "/home/u/.ssh/known_hosts", "/home/u/.netrc", "/home/u/p/", "/home/u/p/.git/", "/home/u/p/.git/hooks/",
	"/home/u/p/.git/config", "/home/u/p/sub/.env", "/home/u/link@", "/run/own/tmp/", "/run/own/empty", "/run/own/spool/", "/home/u/.agent-loop/audit/", "/tmp/w/", "/var/tmp/")

// whole has something of all that a box can have.
func whole() sandbox.Box {
	return sandbox.Box{
		Dir: "/home/u/p", Write: []string{"/home/u/p", "/tmp/w"}, Keep: []string{"/home/u/p/.git/config", "/home/u/p/.git/hooks"},
		Hide: []string{"/home/u/.ssh", "/home/u/.netrc", "/home/u/p/sub/.env"}, Show: []string{"/home/u/.ssh/known_hosts"}, Void: "/run/own/empty",
		Temp: "/run/own/tmp", Binds: []sandbox.Bind{{From: "/run/own/spool", At: "/home/u/.agent-loop/audit"}},
	}
}

// listed is a box whose reads are a list.
func listed() sandbox.Box {
	return sandbox.Box{
		Dir: "/home/u/p", Empty: []string{"/home", "/home/u"}, Write: []string{"/home/u/p"}, Hide: []string{"/home/u/.netrc", "/home/u/p/sub/.env"},
		Show: []string{"/home/u/.ssh/known_hosts"}, Void: "/run/own/empty", Binds: []sandbox.Bind{{From: "/run/own/spool", At: "/home/u/.agent-loop/audit"}},
	}
}

func TestBwrapCommandLine(t *testing.T) {
	for name, box := range map[string]sandbox.Box{
		"whole":  whole(),
		"listed": listed(),
		"least":  {Dir: "/home/u", Network: sandbox.Full},
	} {
		plan, err := sandbox.Bwrap{Program: "/usr/bin/bwrap", Inside: []string{"/opt/shimgen"}, Lstat: machine}.Plan(box, sandbox.Entry{Path: "/bin/echo", Argv: []string{"echo", "a b", "--", ""}})
		if err != nil && strings.Contains(err.Error(), sandbox.ErrNoFilter.Error()) {
			t.Skip(err)
		}
		require.NoError(t, err)
		got, file := strings.Join(plan.Argv, "\n")+"\n", "testdata/bwrap-"+name+".golden"
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(want), got, name)
		assert.Equal(t, "/usr/bin/bwrap", plan.Path)
	}
}

func TestBoxesThatCannotBeMade(t *testing.T) {
	for _, c := range []struct {
		why  string
		turn func(b *sandbox.Box)
		want string
	}{
		{"a relative path", func(b *sandbox.Box) { b.Write = []string{"p"} }, `"p" is no absolute, clean path`},
		{"a path with dots", func(b *sandbox.Box) { b.Keep = []string{"/home/u/p/../.netrc"} }, "no absolute, clean path"},
		{"a path that is not there", func(b *sandbox.Box) { b.Keep = []string{"/home/u/none"} }, "file does not exist"},
		{"a link, which leads elsewhere", func(b *sandbox.Box) { b.Write = []string{"/home/u/link@"} }, "is a symbolic link"},
		{"all that there is", func(b *sandbox.Box) { b.Write = []string{"/"} }, "/ cannot be writable"},
		{"a NUL, behind which no program reads", func(b *sandbox.Box) { b.Dir = "/home/u\x00" }, "holds a NUL"},
		{"no place for temporary files", func(b *sandbox.Box) { b.Temp = "/run/own/tmp/none" }, "file does not exist"},
		{"nothing to put in a file's place", func(b *sandbox.Box) { b.Void = "" }, "no empty file to put in the place of /home/u/.netrc"},
	} {
		box := whole()
		c.turn(&box)
		_, err := sandbox.Bwrap{Program: "/usr/bin/bwrap", Lstat: machine}.Plan(box, sandbox.Entry{Path: "/bin/true", Argv: []string{"true"}})
		require.ErrorIs(t, err, sandbox.ErrBox, c.why)
		assert.Contains(t, err.Error(), c.want, c.why)
	}
}

// A socket that was there when the box was made may be gone when it is set up.
func TestWhatIsGoneNeedsNoHiding(t *testing.T) {
	box := whole()
	was, err := sandbox.Bwrap{Program: "/usr/bin/bwrap", Lstat: machine}.Plan(box, sandbox.Entry{Path: "/bin/true", Argv: []string{"true"}})
	require.NoError(t, err)
	box.Hide = append(box.Hide, "/home/u/none")
	now, err := sandbox.Bwrap{Program: "/usr/bin/bwrap", Lstat: machine}.Plan(box, sandbox.Entry{Path: "/bin/true", Argv: []string{"true"}})
	require.NoError(t, err)
	assert.Equal(t, was.Argv, now.Argv)
}

func TestTidyLeavesTheOutermost(t *testing.T) {
	b := sandbox.Box{
		Write: []string{"/w/sub", "/w", "/w", "/wide"},
		Hide:  []string{"/h/a", "/h", "/w/.env"},
		Keep:  []string{"/w/.git/hooks/x", "/w/.git/hooks", "/h/kept", "/w/.env"},
		Show:  []string{"/h/shown", "/h/shown"},
	}
	b.Tidy()
	assert.Equal(t, []string{"/w", "/wide"}, b.Write)
	assert.Equal(t, []string{"/h", "/w/.env"}, b.Hide)
	assert.Equal(t, []string{"/w/.git/hooks"}, b.Keep, "what is hidden need not be kept")
	assert.Equal(t, []string{"/h/shown"}, b.Show)
}

func TestABoxNeedsWhatItUses(t *testing.T) {
	box := whole()
	box.Empty = listed().Empty
	assert.ElementsMatch(t, sandbox.All(), box.Needs())
	least := sandbox.Box{Network: sandbox.Full}
	assert.Equal(t, []sandbox.Property{sandbox.Writes, sandbox.Ends, sandbox.Apart, sandbox.Calls}, least.Needs())
	found := sandbox.Findings{sandbox.Writes: nil, sandbox.Ends: os.ErrPermission, sandbox.Calls: nil}
	assert.Equal(t, []sandbox.Property{sandbox.Ends, sandbox.Apart}, found.Missing(least.Needs()), "what was not tried does not hold")
	assert.Equal(t, "ends-with-command, processes", sandbox.Names(found.Missing(least.Needs())))
}

func TestFindBwrapTakesRootsAlone(t *testing.T) {
	everybody := func(fs.FileInfo) bool { return true }
	nobodys := func(fs.FileInfo) bool { return false }
	found, err := sandbox.FindBwrap(tree("/usr/local/bin/bwrap"), everybody, "")
	require.NoError(t, err)
	assert.Equal(t, "/usr/local/bin/bwrap", found)
	_, err = sandbox.FindBwrap(tree("/usr/bin/bwrap"), nobodys, "ID=debian")
	require.ErrorIs(t, err, sandbox.ErrAbsent, "a file of somebody else's is none")
	var u sandbox.Unavailable
	require.ErrorAs(t, err, &u)
	assert.Equal(t, "Install with: apt install bubblewrap", u.Hint)
	_, err = sandbox.FindBwrap(tree("/usr/bin/bwrap/"), everybody, "")
	assert.ErrorIs(t, err, sandbox.ErrAbsent, "nor is a directory")
}

// What is kept in a directory that takes the place of another cannot be renamed with the
// directories above it, which are those of the other one, and not the ones outside.
func TestPinsInWhatTakesThePlaceOfAnother(t *testing.T) {
	files := tree("/u/", "/u/p/", "/u/p/.git/", "/u/p/.git/hooks/", "/u/q/", "/u/q/.git/", "/u/q/.git/hooks/", "/copy/", "/copy/.git/", "/copy/.git/hooks/")
	for why, c := range map[string]struct {
		box  sandbox.Box
		want []string
	}{
		"nothing else may be written": {
			sandbox.Box{Dir: "/u/p", Keep: []string{"/u/p/.git/hooks"}},
			[]string{"write     /u/p (in its place: /copy)", "write     /u/p/.git (in its place: /copy/.git)", "read only /u/p/.git/hooks"},
		},
		"what holds it may be written, too": {
			sandbox.Box{Dir: "/u/p", Write: []string{"/u"}, Keep: []string{"/u/p/.git/hooks", "/u/q/.git/hooks"}},
			[]string{
				"write     /u", "write     /u/p (in its place: /copy)", "write     /u/q",
				"write     /u/p/.git (in its place: /copy/.git)", "write     /u/q/.git", "read only /u/p/.git/hooks", "read only /u/q/.git/hooks",
			},
		},
		"what is in it may be written": {
			sandbox.Box{Dir: "/u/q", Write: []string{"/u/p/.git"}, Keep: []string{"/u/p/.git/hooks"}},
			[]string{"write     /u/p (in its place: /copy)", "write     /u/p/.git", "read only /u/p/.git/hooks"},
		},
	} {
		c.box.Binds = []sandbox.Bind{{From: "/copy", At: "/u/p"}}
		lines := c.box.Lines(files)
		assert.Equal(t, c.want, lines[2:len(lines)-1], why)
	}
}
