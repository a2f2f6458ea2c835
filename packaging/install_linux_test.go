package main

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// root is a file system with next to nothing in it: a user, and a fake git.
type root struct {
	t   *testing.T
	dir string
}

const (
	user    = 1000
	home    = "/home/user"
	shims   = home + "/.agent-loop/bin"
	command = "/usr/bin/shimgen"
)

// newRoot makes a root, or skips the test.
func newRoot(t *testing.T) root {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("needs root, for a file system of its own")
	}
	r := root{t, t.TempDir()}
	require.NoError(t, os.Chmod(r.dir, 0o755))
	for dir := r.dir; dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) { // another user must get there
		require.NoError(t, os.Chmod(dir, 0o755))
	}
	for _, dir := range []string{"/proc", "/dev", "/etc", "/opt", "/usr/bin", "/usr/lib", "/usr/share/doc", "/usr/share/licenses", "/usr/share/man/man1", "/usr/share/man/man5", "/usr/lib/systemd/system", "/var/lib", "/var/log", home, "/tmp"} {
		require.NoError(t, os.MkdirAll(r.dir+dir, 0o755))
	}
	for _, dir := range []string{"/usr/lib", "/usr/share/doc", "/usr/share/licenses", "/usr/share/man/man1", "/usr/share/man/man5", "/usr/lib/systemd/system"} { // so that they stay
		require.NoError(t, os.WriteFile(r.dir+dir+"/other", nil, 0o644))
	}
	require.NoError(t, os.Chmod(r.dir+"/tmp", 0o777|fs.ModeSticky))
	require.NoError(t, os.Chown(r.dir+home, user, user))
	require.NoError(t, os.WriteFile(r.dir+"/etc/passwd", []byte("root:x:0:0::/root:/bin/sh\nuser:x:1000:1000::"+home+":/bin/sh\n"), 0o644))
	if err := syscall.Mknod(r.dir+"/dev/null", syscall.S_IFCHR|0o666, 1<<8|3); err != nil {
		t.Skip("needs to make /dev/null: ", err)
	}
	require.NoError(t, os.Chmod(r.dir+"/dev/null", 0o666))
	fake, err := os.ReadFile(shared + "/fake")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(r.dir+"/usr/bin/git", fake, 0o755))
	if _, err := r.try("/usr/bin/git"); err != nil {
		t.Skip("needs unshare, and to be allowed to use it: ", err)
	}
	return r
}

// try runs a program in the root as its user.
func (r root) try(words ...string) (string, error) {
	c := exec.Command("unshare", append([]string{
		"--mount", "--pid", "--fork", "--root=" + r.dir, "--wd=" + home, "--mount-proc", "--setgid=1000", "--setuid=1000",
	}, words...)...)
	c.Env = []string{"HOME=" + home, "PATH=" + shims + ":/usr/bin"}
	out, err := c.CombinedOutput()
	return string(out), err
}

// tree is every file there is, with its mode, but for what the user keeps after uninstall,
// what another process sees in /proc, and the package manager's own books.
func (r root) tree() map[string]string {
	r.t.Helper()
	found := map[string]string{}
	require.NoError(r.t, filepath.WalkDir(r.dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(file, r.dir)
		switch name {
		case home + "/.agent-loop", "/proc", "/var/lib/dpkg", "/var/lib/rpm", "/usr/lib/apk", "/lib/apk", "/etc/apk":
			return fs.SkipDir
		}
		info, err := d.Info()
		found[name] = info.Mode().String()
		return err
	}))
	return found
}

// installed runs what a user does with an installed shimgen, until uninstall.
func (r root) installed(shimgen string) {
	r.t.Helper()
	out, err := r.try(shimgen, "version")
	require.NoError(r.t, err, out)
	assert.True(r.t, strings.HasPrefix(out, "shimgen v1.2.3 linux/"), out)
	out, err = r.try(shimgen, "install")
	require.NoError(r.t, err, out)
	out, err = r.try(shims+"/git", "status")
	require.NoError(r.t, err, out)
	assert.Equal(r.t, "fake git status\n", out)
	out, err = r.try(shims+"/git", "clean", "-fdx")
	refused(r.t, out, err)
	out, err = r.try(shimgen, "uninstall")
	require.NoError(r.t, err, out)
	assert.NoFileExists(r.t, r.dir+shims+"/git")
}

// refused asserts that a shim stopped a command before its program.
func refused(t *testing.T, out string, err error) {
	t.Helper()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit, out)
	assert.Equal(t, 126, exit.ExitCode(), out)
	assert.NotContains(t, out, "fake")
	assert.Contains(t, out, "shimgen: ")
}

// manage runs the package manager.
func (r root) manage(words ...string) {
	r.t.Helper()
	out, err := exec.Command(words[0], words[1:]...).CombinedOutput()
	require.NoError(r.t, err, "%v\n%s", words, out)
}

// Each package is installed into a fresh root, does its work for a user, and goes without a
// trace. None has a script.
func TestPackages(t *testing.T) {
	for _, row := range []struct {
		name, file, needs string
		shimgen           string
		add, remove       func(t *testing.T, r root, file string)
	}{
		{"archive", "shimgen-v*.tar.gz", "tar", "/opt/shimgen-v1.2.3-" + here + "/shimgen", unpack, func(t *testing.T, r root, _ string) {
			require.NoError(t, os.RemoveAll(r.dir+"/opt/shimgen-v1.2.3-"+here))
		}},
		{"deb", "*.deb", "dpkg", command, addDeb, func(_ *testing.T, r root, _ string) {
			r.manage("dpkg", "--root="+r.dir, "--log=/dev/null", "--purge", "shimgen")
		}},
		{"rpm", "*.rpm", "rpm", command, addRPM, func(_ *testing.T, r root, _ string) { r.manage(rpmOf(r, "--erase", "shimgen")...) }},
		{"apk", "*.apk", "apk", command, addAPK, func(_ *testing.T, r root, _ string) {
			r.manage("apk", "--root="+r.dir, "--no-network", "del", "shimgen")
		}},
		{"apk without apk", "*.apk", "tar", command, unpackAPK, removeAPK},
	} {
		t.Run(row.name, func(t *testing.T) {
			file := only(t, row.file)
			if _, err := exec.LookPath(row.needs); err != nil {
				t.Skip("needs " + row.needs)
			}
			r := newRoot(t)
			before := r.tree()
			row.add(t, r, file)
			r.installed(row.shimgen)
			if row.name == "deb" || row.name == "rpm" {
				assert.FileExists(t, r.dir+"/usr/lib/systemd/system/shimgen-fleet-pull.service")
				assert.FileExists(t, r.dir+"/usr/bin/shimgen-fleet", "the program that the units start")
			}
			row.remove(t, r, file)
			assert.Equal(t, before, r.tree())
		})
	}
}

func unpack(_ *testing.T, r root, file string) {
	r.manage("tar", "-xzf", file, "-C", r.dir+"/opt")
}

func addDeb(t *testing.T, r root, file string) {
	require.NoError(t, os.MkdirAll(r.dir+"/var/lib/dpkg/info", 0o755))
	require.NoError(t, os.MkdirAll(r.dir+"/var/lib/dpkg/updates", 0o755))
	require.NoError(t, os.WriteFile(r.dir+"/var/lib/dpkg/status", nil, 0o644))
	members, err := exec.Command("dpkg-deb", "--ctrl-tarfile", file).Output()
	require.NoError(t, err)
	in := tar.NewReader(strings.NewReader(string(members)))
	for {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		assert.Contains(t, []string{"./", "./control", "./md5sums"}, "./"+strings.TrimPrefix(h.Name, "./"))
	}
	r.manage("dpkg", "--root="+r.dir, "--log=/dev/null", "--install", file)
}

// rpmOf is a call of it for a root of this machine's, which is perhaps Debian's.
func rpmOf(r root, words ...string) []string {
	all := []string{"rpm", "--root=" + r.dir, "--dbpath=/var/lib/rpm"}
	if _, err := os.Stat("/etc/debian_version"); err == nil {
		all = append(all, "--force-debian")
	}
	return append(all, words...)
}

func addRPM(t *testing.T, r root, file string) {
	scripts, err := exec.Command("rpm", "--query", "--package", "--scripts", "--triggers", file).Output()
	require.NoError(t, err)
	assert.Empty(t, string(scripts))
	r.manage(rpmOf(r, "--install", "--nosignature", file)...)
}

func addAPK(_ *testing.T, r root, file string) {
	r.manage("apk", "--root="+r.dir, "--initdb", "--no-network", "--allow-untrusted", "add", file)
}

// unpackAPK does what apk does with files: a package is three archives one after another, of
// which the last has them.
func unpackAPK(t *testing.T, r root, file string) {
	eachOfAPK(t, file, func(h *tar.Header, in io.Reader) {
		if !strings.HasPrefix(h.Name, ".") {
			extract(t, r.dir+"/"+h.Name, h, in)
			return
		}
		assert.Equal(t, ".PKGINFO", h.Name, "no script")
	})
}

func extract(t *testing.T, name string, h *tar.Header, in io.Reader) {
	t.Helper()
	switch h.Typeflag {
	case tar.TypeDir:
		require.NoError(t, os.MkdirAll(name, 0o755))
	case tar.TypeSymlink:
		require.NoError(t, os.Symlink(h.Linkname, name))
	default:
		out, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, h.FileInfo().Mode())
		require.NoError(t, err)
		_, err = io.Copy(out, in)
		require.NoError(t, err)
		require.NoError(t, out.Close())
	}
}

// removeAPK removes what the package has, and directories that are empty then.
func removeAPK(t *testing.T, r root, file string) {
	var dirs []string
	eachOfAPK(t, file, func(h *tar.Header, _ io.Reader) {
		switch {
		case strings.HasPrefix(h.Name, "."):
		case h.Typeflag == tar.TypeDir:
			dirs = append(dirs, r.dir+"/"+h.Name)
		default:
			require.NoError(t, os.Remove(r.dir+"/"+h.Name))
		}
	})
	for i := range dirs {
		if dir := filepath.Clean(dirs[len(dirs)-1-i]); strings.Count(strings.TrimPrefix(dir, r.dir), "/") > 2 {
			_ = os.Remove(dir)
		}
	}
}

func eachOfAPK(t *testing.T, file string, visit func(h *tar.Header, in io.Reader)) {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	for in := tar.NewReader(z); ; {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
		visit(h, in)
	}
}
