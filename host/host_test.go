package host

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// fileView is the file system as a judge needs it; FS must implement it.
type fileView interface {
	Lstat(path string) (fs.FileMode, error)
	Readlink(path string) (string, error)
}

var _ fileView = FS{}

func TestD2LstatSaysWhatIsThere(t *testing.T) {
	tests := []struct {
		name string
		make func(t *testing.T, dir string) string
		kind fs.FileMode
		fail error
	}{
		{"file", file("f", 0o640), 0, nil},
		{"directory", subdir(0o700), fs.ModeDir, nil},
		{"link, not its target", link("target"), fs.ModeSymlink, nil},
		{"link to itself", link("link"), fs.ModeSymlink, nil},
		{"FIFO, without opening it", fifo, fs.ModeNamedPipe, nil},
		{"device", at("/dev/null"), fs.ModeDevice | fs.ModeCharDevice, nil},
		{"missing", nothing("f"), 0, fs.ErrNotExist},
		{"below a missing directory", nothing("no/f"), 0, fs.ErrNotExist},
		{"empty", at(""), 0, fs.ErrNotExist},
		{"below a file", below("p/x"), 0, unix.ENOTDIR},
		{"through a loop", loop, 0, unix.ELOOP},
		{"NUL", at("/etc\x00"), 0, unix.EINVAL},
		{"literal tilde is a name like another", nothing("~"), 0, fs.ErrNotExist},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			mode, err := FS{}.Lstat(tt.make(t, tempDir(t)))
			if tt.fail != nil {
				assert.ErrorIs(t, err, tt.fail)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.kind, mode.Type())
		})
	}
}

func loop(t *testing.T, dir string) string {
	return filepath.Join(link("link")(t, dir), "x")
}

func TestD2ReadlinkReturnsTheTextAsWritten(t *testing.T) {
	for _, target := range []string{"target", "../x/./y", "/absolute//path", "link"} {
		got, err := FS{}.Readlink(link(target)(t, tempDir(t)))
		require.NoError(t, err)
		assert.Equal(t, target, got)
	}
	_, err := FS{}.Readlink(filepath.Join(tempDir(t), "missing"))
	assert.ErrorIs(t, err, fs.ErrNotExist)
	_, err = FS{}.Readlink(tempDir(t))
	assert.ErrorIs(t, err, unix.EINVAL)
}

func TestCanonical(t *testing.T) {
	dir := tempDir(t)
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "real/sub"), 0o700))
	require.NoError(t, os.Symlink("real", filepath.Join(dir, "link")))
	require.NoError(t, os.Symlink("nowhere", filepath.Join(dir, "dangling")))
	require.NoError(t, os.Symlink("loop", filepath.Join(dir, "loop")))
	tests := []struct{ name, path, want string }{
		{"itself", "real", "real"},
		{"through a link", "link/sub", "real/sub"},
		{"back out of a link's target", "link/sub/..", "real"},
		{"missing below a link", "link/no/such", "real/no/such"},
		{"a link to nothing stays", "dangling", "dangling"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Canonical(dir + "/" + tt.path)
			require.NoError(t, err)
			assert.Equal(t, filepath.Join(dir, tt.want), got)
		})
	}
	for _, bad := range []string{"", "relative", dir + "/loop", dir + "/loop/x"} {
		_, err := Canonical(bad)
		assert.Error(t, err, bad)
	}
	root, err := Canonical("/")
	require.NoError(t, err)
	assert.Equal(t, "/", root)
}

func TestGetwdIgnoresTheEnvironment(t *testing.T) {
	dir := tempDir(t)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "real"), 0o700))
	require.NoError(t, os.Symlink("real", filepath.Join(dir, "link")))
	t.Chdir(filepath.Join(dir, "link"))
	t.Setenv("PWD", filepath.Join(dir, "link")) // the same directory by another name: os.Getwd trusts it
	got, err := Getwd()
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(dir, "real"), got)
}

func TestGetwdOfARemovedDirectoryIsAnError(t *testing.T) {
	dir := filepath.Join(tempDir(t), "gone")
	require.NoError(t, os.Mkdir(dir, 0o700))
	t.Chdir(dir)
	require.NoError(t, os.Remove(dir))
	_, err := Getwd()
	assert.ErrorIs(t, err, fs.ErrNotExist)
}

func TestIsTerminal(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	defer w.Close()
	assert.False(t, IsTerminal(int(r.Fd())), "pipe")
	assert.False(t, IsTerminal(-1), "no descriptor")
	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer null.Close()
	assert.False(t, IsTerminal(int(null.Fd())), "a device that is no terminal")
	pty, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	defer pty.Close()
	assert.True(t, IsTerminal(int(pty.Fd())), "pseudo-terminal")
}

func TestD3HomesFromEnvironment(t *testing.T) {
	dir := tempDir(t)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "real"), 0o700))
	require.NoError(t, os.Symlink("real", filepath.Join(dir, "link")))
	real, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	tests := []struct {
		name string
		in   []string
		want []string
	}{
		{"unset", []string{""}, nil},
		{"relative would be wherever we are", []string{".", "home/u", "~"}, nil},
		{"root stays", []string{"/"}, []string{"/"}},
		{"many slashes are the root", []string{"///"}, []string{"/"}},
		{"a directory", []string{real}, []string{real}},
		{"a link, by both names", []string{link}, []string{link, real}},
		{"untidy", []string{dir + "//link/."}, []string{link, real}},
		{"out of a link: the kernel's reading too", []string{link + "/../x"}, []string{dir + "/x"}},
		{"missing below a link", []string{link + "/no"}, []string{link + "/no", real + "/no"}},
		{"repeated", []string{real, link, real}, []string{real, link}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, distinctHomes(tt.in))
		})
	}
}

// Android has no list of users, so the path of the program must show the home.
func TestD3HomeOfTheAppThatAProgramLiesIn(t *testing.T) {
	for program, home := range map[string]string{
		"/data/data/com.termux/files/usr/libexec/shimgen/shimgen": "/data/data/com.termux/files/home",
		"/data/user/10/org.fork/files/home/src/bin/shimgen":       "/data/user/10/org.fork/files/home",
		"/data/local/tmp/files/shimgen":                           "",
		"/system/bin/shimgen":                                     "",
		"/usr/bin/shimgen":                                        "",
	} {
		assert.Equal(t, home, appHome(program), program)
	}
}

func TestD3HomesFromPasswd(t *testing.T) {
	tests := []struct {
		name   string
		passwd string
		want   []string
	}{
		{"the uid's line", "root:x:0:0:root:/root:/bin/sh\nu:x:7:7:U,,,:/home/u:/bin/sh\n", []string{"/home/u"}},
		{"several names, one uid", "u:x:7:7::/home/u:\nv:x:7:7::/home/v:\n", []string{"/home/u", "/home/v"}},
		{"no line", "u:x:77:7::/home/u:\n", nil},
		{"group is not uid", "u:x:8:7::/home/u:\n", nil},
		{"too few fields", "u:x:7:7::/home/u\n", nil},
		{"too many fields", "u:x:7:7::/home/u:/bin/sh:\n", nil},
		{"comment and compat lines", "#u:x:7\n+::::::\n\n", nil},
		{"no newline at the end", "u:x:7:7::/home/u:/bin/sh", []string{"/home/u"}},
		{"a line without end", strings.Repeat("x", 1<<17) + "\nu:x:7:7::/home/u:\n", []string{"/home/u"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, passwdHomes([]byte(tt.passwd), 7))
		})
	}
}

func TestD3HomesAreTheUnion(t *testing.T) {
	dir := tempDir(t)
	homes := Homes(UID(), filepath.Join(dir, "installed"), filepath.Join(dir, "env"))
	assert.Subset(t, homes, []string{filepath.Join(dir, "installed"), filepath.Join(dir, "env")})
	if passwd, err := os.ReadFile("/etc/passwd"); err == nil && UID() == 0 && strings.Contains(string(passwd), ":0:0:") {
		assert.Greater(t, len(homes), 2, "root has a home in passwd")
	}
}

func TestThroughRoot(t *testing.T) {
	for path, want := range map[string]bool{
		"/System/Volumes/Data": true, "/system/volumes/DATA": true, "/.nofollow": true, "/.resolve/7": true,
		"/": false, "/System/Volumes": false, "/System/Volumes/Data/Users": false, "/System/Volumes/Database": false, "/.resolve": false,
		"/home/.nofollow": false, "/.resolve/7/etc": false,
	} {
		assert.Equal(t, want, throughRoot(path), path)
	}
}
