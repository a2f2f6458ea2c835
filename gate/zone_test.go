package gate

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// link makes a symbolic link in a world.
func link(t *testing.T, target, name string) {
	t.Helper()
	require.NoError(t, os.Symlink(target, name))
}

func TestPathsAreWhatTheKernelSays(t *testing.T) {
	w := newWorld(t)
	link(t, w.dir+"/srv", w.work+"/out")
	link(t, "sub", w.work+"/in")
	link(t, w.dir+"/srv/none", w.work+"/dangling")
	link(t, "loop", w.work+"/loop")
	link(t, w.home+"/.ssh", w.work+"/keys")
	link(t, ".git", w.work+"/g")
	link(t, "/proc/self", w.work+"/p")
	link(t, w.work+"/file", w.work+"/.env.local")
	require.NoError(t, os.WriteFile(w.dir+"/home/u/projx", nil, 0o600))
	require.NoError(t, os.Mkdir(w.dir+"/home/u/PROJ", 0o700))
	c := w.checker(t)
	tests := []struct {
		why  string
		argv []string
		want Reason
	}{
		{"a file in the work directory", []string{"rm", "file"}, Clear},
		{"by its absolute name", []string{"rm", w.work + "/file"}, Clear},
		{"by a roundabout name", []string{"rm", "sub/..//./file"}, Clear},
		{"a missing one", []string{"rm", "none"}, Clear},
		{"several missing ones deep", []string{"cp", "file", "a/b/c"}, Clear},
		{"missing, then ..", []string{"cp", "file", "a/../../x"}, Unresolved},
		{"below a file", []string{"rm", "file/x"}, Unresolved},
		{"outside", []string{"rm", "../notes"}, Outside},
		{"beside, with the same beginning", []string{"rm", "../projx"}, Outside},
		{"beside, in capitals", []string{"rm", "../PROJ/x"}, Outside},
		{"missing outside", []string{"rm", w.dir + "/srv/none"}, Outside},
		{"through a link that leads out", []string{"rm", "out/x"}, Outside},
		{"through a link that stays in", []string{"rm", "in/x"}, Clear},
		{"a link itself", []string{"rm", "in"}, Unresolved},
		{"a link to write through", []string{"cp", "file", "out"}, Unresolved},
		{"a link with a slash, which is its target", []string{"cp", "file", "out/"}, Outside},
		{"a dangling link to write through", []string{"cp", "file", "dangling"}, Unresolved},
		{"a dangling link with a slash", []string{"cp", "file", "dangling/"}, Unresolved},
		{"below a dangling link", []string{"cp", "file", "dangling/x"}, Unresolved},
		{"a loop", []string{"rm", "loop/x"}, Unresolved},
		{"read through a link into what is protected", []string{"grep", "x", "keys/id_rsa"}, Protected},
		{"write through a link into a protected name", []string{"rm", "g/config"}, Protected},
		{"a protected name that is a link to a plain file", []string{"grep", "x", ".env.local"}, Protected},
		{"proc by a link", []string{"grep", "x", "p/status"}, Protected},
		{"proc by name", []string{"grep", "x", "/proc/self/environ"}, Protected},
		{"a device", []string{"grep", "x", "/dev/zero"}, Protected},
		{"a free device, read", []string{"grep", "x", "/dev/null"}, Clear},
		{"a free device, written", []string{"cp", "file", "/dev/null"}, Clear},
		{"a free device, removed", []string{"rm", "/dev/null"}, Protected},
		{"a free device, spelt otherwise", []string{"grep", "x", "/dev//null"}, Protected},
		{"sys", []string{"grep", "x", "/sys/kernel"}, Protected},
		{"a protected name", []string{"grep", "x", ".env"}, Protected},
		{"a protected name in capitals", []string{"grep", "x", ".ENV"}, Protected},
		{"a protected beginning", []string{"grep", "x", ".env.prod"}, Protected},
		{"a longer name that is not protected", []string{"grep", "x", ".envrc"}, Clear},
		{"a protected ending", []string{"grep", "x", "sub/key.pem"}, Protected},
		{"a protected name behind a colon", []string{"git", "log", "HEAD:.env"}, Protected},
		{"a protected name behind =", []string{"git", "log", "x=.env"}, Protected},
		{"a protected name in the middle", []string{"rm", ".git/hooks/x"}, Protected},
		{"the same, read, where reads may", []string{"grep", "x", ".git/config"}, Clear},
		{"a protected place", []string{"grep", "x", w.home + "/.ssh/id_rsa"}, Protected},
		{"a protected place, in capitals", []string{"grep", "x", w.home + "/.SSH/id_rsa"}, Protected},
		{"a place protected from writes, read", []string{"grep", "x", w.dir + "/etc/hosts"}, Clear},
		{"a place protected from writes, written", []string{"cp", "file", w.dir + "/etc/hosts"}, Protected},
		{"a place protected in the work directory", []string{"rm", "locked/x"}, Protected},
		{"the own root, read", []string{"grep", "x", w.root + "/policy.toml"}, Protected},
		{"the own root, removed", []string{"rm", w.root + "/bin/rm"}, Protected},
		{"an ordinary read outside", []string{"grep", "x", w.home + "/notes"}, Clear},
		{"a recursive read over protected places", []string{"grep", "-r", "x", "/"}, Protected},
		{"a recursive read of the work directory", []string{"grep", "-r", "x", "."}, Clear},
		{"the work directory, removed", []string{"rm", "-r", w.work}, Protected},
		{"the work directory by a roundabout name", []string{"rm", "-r", "sub/../../proj"}, Protected},
		{".", []string{"rm", "-r", "."}, Outside},
		{"./", []string{"rm", "-r", "./"}, Outside},
		{"..", []string{"rm", "-r", ".."}, Outside},
		{"sub/..", []string{"rm", "-r", "sub/.."}, Outside},
		{"sub/.", []string{"rm", "-r", "sub/."}, Outside},
		{"/", []string{"rm", "-r", "/"}, Outside},
		{"//", []string{"rm", "-r", "//"}, Outside},
		{"/.", []string{"rm", "-r", "/."}, Outside},
		{"a home", []string{"rm", "-r", w.home}, Protected},
		{"a pattern the shell left", []string{"rm", "-r", "*"}, OddPath},
		{"a pattern with a directory", []string{"rm", "-r", "sub/*"}, OddPath},
		{"a tilde the shell left", []string{"rm", "-r", "~"}, OddPath},
		{"letters beyond ASCII", []string{"rm", ".\u017fsh"}, OddPath},
		{"a directory below", []string{"rm", "-r", "sub"}, Clear},
		{"a directory below with a slash", []string{"rm", "-r", "sub/"}, Clear},
		{"a directory that holds a protected place", []string{"rm", "-r", w.dir}, Protected},
		{"below temp", []string{"rm", "-r", w.temp + "/session"}, Clear},
		{"temp itself", []string{"rm", "-r", w.temp}, Protected},
		{"a copy into temp", []string{"cp", "file", w.temp}, Unresolved},
		{"a copy into a directory, where a link may wait", []string{"cp", w.dir + "/etc/hosts", "sub"}, Unresolved},
		{"a copy of a tree into a directory", []string{"cp", "-r", w.temp + "/x", "sub"}, Unresolved},
		{"a copy of a tree to a new name", []string{"cp", "-r", w.temp + "/x", "sub/new"}, Clear},
		{"a copy over a file", []string{"cp", w.dir + "/etc/hosts", "file"}, Clear},
		{"a directory itself", []string{"touch", "sub"}, Clear},
		{"the work directory itself, which holds a protected place", []string{"touch", "."}, Protected},
		{"temp itself, touched", []string{"touch", w.temp}, Clear},
		{"a download into the work directory", []string{"curl", "-so", "x", "https://example.com/"}, Clear},
		{"a download elsewhere", []string{"curl", "-o" + w.dir + "/etc/x", "https://example.com/"}, Protected},
		{"a download upwards", []string{"curl", "--output=../x", "https://example.com/"}, Outside},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			assert.Equal(t, tt.want.String(), c.Check(tt.argv, w.env(), w.work).String(), "%q", tt.argv)
		})
	}
}

// The judge checks a path as written and as resolved, and so must the gate: a name in a
// protected place counts wherever it leads.
func TestWhatIsWrittenCountsToo(t *testing.T) {
	w := newWorld(t)
	require.NoError(t, os.MkdirAll(w.temp+"/a/b", 0o700))
	for name, target := range map[string]string{
		w.home + "/.ssh/out": w.work + "/file", w.home + "/.ssh/tosrc": w.work + "/src", w.work + "/totmp": w.temp + "/a/b",
	} {
		require.NoError(t, os.Symlink(target, name))
	}
	c := w.checker(t)
	for _, argv := range [][]string{
		{"grep", "x", "../.ssh/out"},
		{"grep", "x", w.home + "/.ssh/out"},
		{"touch", "../.ssh/tosrc/a.go"},
		{"rm", "totmp/../../.ssh/x"},
		{"rm", "-r", "totmp/../../proj"},
	} {
		assert.Equal(t, Protected.String(), c.Check(argv, w.env(), w.work).String(), "%q", argv)
	}
	assert.Equal(t, Protected, c.Check([]string{"grep", "x", "out"}, w.env(), w.home+"/.ssh"), "in the protected place")
	assert.Equal(t, Clear, c.Check([]string{"rm", "totmp/../x"}, w.env(), w.work))
}

func TestSomeDirectoriesAreNoWorkDirectory(t *testing.T) {
	w := newWorld(t)
	require.NoError(t, os.MkdirAll(w.dir+"/home/other/p", 0o700))
	require.NoError(t, os.MkdirAll(w.dir+"/sys/x", 0o700))
	c := w.checker(t)
	tests := []struct {
		why, cwd string
		want     Reason
	}{
		{"an ordinary one", w.work, Clear},
		{"one below temp", w.temp + "/session", Clear},
		{"another user's project", w.dir + "/home/other/p", Clear},
		{"the root", "/", Outside},
		{"home", w.home, Outside},
		{"another home", w.dir + "/home/other", Outside},
		{"the parent of homes", w.dir + "/home", Outside},
		{"a parent of all", w.dir, Outside},
		{"temp itself, which is harmless as temp", w.temp, Clear},
		{"a system path", w.dir + "/sys", Outside},
		{"below a system path", w.dir + "/sys/x", Outside},
		{"a protected name", w.work + "/.git", Protected},
		{"below a protected name", w.work + "/.git/hooks", Protected},
		{"the own root", w.root + "/bin", Protected},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			assert.Equal(t, tt.want.String(), c.Check([]string{"rm", "some-file"}, w.env(), tt.cwd).String())
			assert.Equal(t, Clear.String(), c.Check([]string{"true"}, w.env(), tt.cwd).String(), "no path, no zone")
		})
	}
	assert.Equal(t, NoDirectory, c.Check([]string{"true"}, w.env(), w.dir+"/none"))
}

func TestHomeInTempIsNotTemp(t *testing.T) {
	w := newWorld(t)
	home := w.temp + "/home"
	require.NoError(t, os.MkdirAll(home+"/p", 0o700))
	w.spec.Zones.Homes = []string{home}
	c := w.checker(t)
	assert.Equal(t, Outside, c.Check([]string{"rm", home + "/notes"}, w.env(), w.work))
	assert.Equal(t, Protected, c.Check([]string{"rm", "-r", home}, w.env(), w.work))
	assert.Equal(t, Clear, c.Check([]string{"rm", "x"}, w.env(), home+"/p"))
}

// A temp directory that the work directory lies in is above it, so that changing the
// directory itself is not harmless; what lies in it is as ever.
func TestTempAboveTheWorkDirectory(t *testing.T) {
	w := newWorld(t)
	require.NoError(t, os.Mkdir(w.temp+"/deep", 0o700))
	c := w.checker(t)
	for _, tt := range []struct {
		dir, path string
		want      Reason
	}{
		{w.work, w.temp, Clear},
		{w.temp + "/deep", w.temp, Protected},
		{w.temp + "/deep", "..", Protected},
		{w.temp + "/deep", "../beside", Clear},
		{w.temp + "/deep", "file", Clear},
	} {
		assert.Equal(t, tt.want.String(), c.Check([]string{"touch", tt.path}, w.env(), tt.dir).String(), "%s in %s", tt.path, tt.dir)
	}
}

func TestDirectoryNamesMayBeOdd(t *testing.T) {
	w := newWorld(t)
	odd := w.dir + "/home/u/größe $x * \""
	gone := w.dir + "/home/u/x (deleted)"
	require.NoError(t, os.MkdirAll(odd, 0o700))
	require.NoError(t, os.MkdirAll(gone, 0o700))
	c := w.checker(t)
	assert.Equal(t, Clear, c.Check([]string{"rm", "x"}, w.env(), odd))
	assert.Equal(t, NoDirectory, c.Check([]string{"rm", "x"}, w.env(), gone), "it cannot be told from a removed one")
}

func TestProjectFileMustBeCompiledIn(t *testing.T) {
	w := newWorld(t)
	assert.Equal(t, Clear, w.check(t, "true"))
	file := w.work + "/" + ProjectFile
	require.NoError(t, os.WriteFile(file, []byte("x"), 0o600))
	c := w.checker(t)
	assert.Equal(t, ProjectPolicy, c.Check([]string{"true"}, w.env(), w.work), "in the cwd")
	assert.Equal(t, ProjectPolicy, c.Check([]string{"true"}, w.env(), w.work+"/sub/deep"), "above the cwd")
	assert.Equal(t, Clear, c.Check([]string{"true"}, w.env(), w.temp), "elsewhere")

	source, err := StatSource(file)
	require.NoError(t, err)
	require.True(t, source.Project)
	w.spec.Sources = []Source{source}
	c = w.checker(t)
	assert.Equal(t, Clear, c.Check([]string{"true"}, w.env(), w.work))
	assert.Equal(t, Clear, c.Check([]string{"true"}, w.env(), w.work+"/sub/deep"))
	assert.Equal(t, ProjectPolicy, c.Check([]string{"true"}, w.env(), w.temp), "one project's table does not hold in another place")

	other := w.temp + "/session"
	require.NoError(t, os.WriteFile(other+"/"+ProjectFile, []byte("y"), 0o600))
	assert.Equal(t, ProjectPolicy, c.Check([]string{"true"}, w.env(), other), "another project's file")

	link(t, file, w.work+"/sub/"+ProjectFile)
	assert.Equal(t, ProjectPolicy, c.Check([]string{"true"}, w.env(), w.work+"/sub"), "a link to a project file is another project file")
}

func TestSourceMustBeUnchanged(t *testing.T) {
	w := newWorld(t)
	policy := w.root + "/policy.toml"
	require.NoError(t, os.WriteFile(policy, []byte("one"), 0o600))
	source, err := StatSource(policy)
	require.NoError(t, err)
	absent, err := StatSource(w.root + "/none.toml")
	require.NoError(t, err)
	require.True(t, absent.Absent)
	w.spec.Sources = []Source{source, absent}
	assert.Equal(t, Clear, w.check(t, "true"))

	for name, change := range map[string]func(*Source){
		"device": func(s *Source) { s.Dev++ }, "inode": func(s *Source) { s.Ino++ }, "size": func(s *Source) { s.Size++ },
		"mtime": func(s *Source) { s.Mtime++ }, "ctime": func(s *Source) { s.Ctime-- }, "owner": func(s *Source) { s.UID++ },
		"mode": func(s *Source) { s.Mode ^= 0o100 }, "absent": func(s *Source) { s.Absent = true }, "name": func(s *Source) { s.Path += "x" },
	} {
		changed := source
		change(&changed)
		w.spec.Sources = []Source{changed}
		assert.Equal(t, StaleTable.String(), w.check(t, "true").String(), name)
	}

	w.spec.Sources = []Source{source, absent}
	c := w.checker(t)
	require.NoError(t, os.WriteFile(w.root+"/none.toml", nil, 0o600))
	assert.Equal(t, StaleTable, c.Check([]string{"true"}, w.env(), w.work), "a new file is noticed")
	require.NoError(t, os.Remove(w.root+"/none.toml"))
	require.NoError(t, os.WriteFile(policy, []byte("two"), 0o600))
	assert.Equal(t, StaleTable, c.Check([]string{"true"}, w.env(), w.work), "same size, other content")
}

func TestStatSourceRefusesWhatCannotBeLookedAt(t *testing.T) {
	for _, path := range []string{"a\x00b", "/dev/null/x", "/" + strings.Repeat("x", 300)} {
		_, err := StatSource(path)
		assert.ErrorIs(t, err, ErrSource)
	}
}
