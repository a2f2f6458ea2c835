package proot

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// everything is a host on which every path is a directory.
func everything(string) (fs.FileInfo, error) { return fs.Stat(fstest.MapFS{}, ".") }

// host is a host with these paths; a path that ends in / is a directory.
func host(paths ...string) Stat {
	tree := fstest.MapFS{}
	for _, p := range paths {
		mode := fs.FileMode(0o600)
		if strings.HasSuffix(p, "/") {
			mode = fs.ModeDir | 0o700
		}
		tree[strings.Trim(p, "/")] = &fstest.MapFile{Mode: mode}
	}
	return func(name string) (fs.FileInfo, error) { return tree.Stat(strings.TrimPrefix(name, "/")) }
}

// allowList returns a valid configuration from which a case starts.
func allowList(o Offers) Config {
	return Config{
		Program: "/usr/bin/proot",
		Offers:  o,
		Root:    "/run/user/1000/root",
		Dir:     "/srv/work",
		Argv:    []string{"/usr/bin/make", "test"},
	}
}

func TestArgsGolden(t *testing.T) {
	const prefix = "/data/data/com.termux/files/usr"
	debian, fork := offers(t, "debian-5.1.0"), offers(t, "termux")

	linux := allowList(debian)
	linux.Base = LinuxBase()
	linux.Binds = append(TempBinds("/run/user/1000/tmp", ""), Bind{Host: "/srv/cache"})

	sparse := linux // a system without /sbin, /lib64 and most of /etc

	linuxFork := linux
	linuxFork.Offers, linuxFork.FakeRoot = fork, true

	phone := Config{
		Program: prefix + "/bin/proot",
		Offers:  fork,
		Android: true,
		Root:    prefix + "/var/lib/shimgen/root",
		Dir:     "/data/data/com.termux/files/home/work",
		Base:    TermuxBase(prefix),
		Binds: append(TempBinds(prefix+"/tmp/s1", prefix),
			Bind{Host: "/data/data/com.termux/files/home/.agent-loop/libexec/shim", Guest: "/system/bin/rm", Literal: true}),
		Hide:    []string{prefix + "/etc/apt"},
		VoidDir: prefix + "/var/lib/shimgen/void.d",
		Argv:    []string{prefix + "/bin/bash", "-c", "it's 'one' argument"},
	}

	mask := Config{
		Program:  "/usr/bin/proot",
		Offers:   debian,
		FakeRoot: true,
		Mode:     Mask,
		Dir:      "/home/u/work",
		Binds:    []Bind{{Host: "/var/lib/fake-home", Guest: "/home/u"}, {Host: "/tmp/s1", Guest: "/tmp"}},
		Hide:     []string{"/srv/keys", "/srv/token", "/srv/absent"},
		VoidDir:  "/var/lib/void.d",
		VoidFile: "/var/lib/void",
		Argv:     []string{"/bin/bash", "-c", "make test"},
	}

	for _, c := range []struct {
		name   string
		config Config
		stat   Stat
	}{
		{"linux-allowlist", linux, everything},
		{"linux-allowlist-sparse", sparse, host("/usr/", "/bin/", "/lib/", "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/proc/", "/srv/work/", "/srv/cache/", "/run/user/1000/tmp/")},
		{"linux-allowlist-fork-fakeroot", linuxFork, everything},
		{"termux-allowlist", phone, everything},
		{"linux-mask", mask, host("/home/u/work/", "/var/lib/fake-home/", "/tmp/s1/", "/srv/keys/", "/srv/token", "/var/lib/void.d/", "/var/lib/void")},
	} {
		t.Run("G2 G3 "+c.name, func(t *testing.T) {
			args, err := c.config.Args(c.stat)
			require.NoError(t, err)
			golden(t, c.name, strings.Join(args, "\n")+"\n")
		})
	}
}

// golden compares got with a file of one argument per line.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".argv")
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

func TestArgsRefuses(t *testing.T) {
	debian := offers(t, "debian-5.1.0")
	for _, c := range []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"G7 a bind source that is missing", func(c *Config) { c.Binds = []Bind{{Host: "/nope"}} }, "bind /nope"},
		{"G7 a colon would split the bind", func(c *Config) { c.Binds = []Bind{{Host: "/srv/a:b"}} }, "colon"},
		{"G7 a colon in the guest's name", func(c *Config) { c.Binds = []Bind{{Host: "/srv/work", Guest: "/a:/etc"}} }, "colon"},
		{"a colon in the working directory", func(c *Config) { c.Dir = "/srv/a:b" }, "colon"},
		{"a newline in a path", func(c *Config) { c.Binds = []Bind{{Host: "/srv/a\nb"}} }, "newline"},
		{"a NUL in a path", func(c *Config) { c.Binds = []Bind{{Host: "/srv/a\x00b"}} }, "NUL"},
		{"an exclamation mark is proot's flag", func(c *Config) { c.Binds = []Bind{{Host: "/srv/work!"}} }, "ends in !"},
		{"a relative bind", func(c *Config) { c.Binds = []Bind{{Host: "work"}} }, "not absolute"},
		{"an empty working directory", func(c *Config) { c.Dir = "" }, "not absolute"},
		{"dots in a path hide where it leads", func(c *Config) { c.Binds = []Bind{{Host: "/srv/../etc"}} }, "not clean"},
		{"G6 read-only cannot be had", func(c *Config) { c.Binds = []Bind{{Host: "/srv/work", ReadOnly: true}} }, "no read-only binds"},
		{"all of the host defeats the allow-list", func(c *Config) { c.Binds = []Bind{{Host: "/"}} }, "would show everything"},
		{"so does the host shown elsewhere", func(c *Config) { c.Binds = []Bind{{Host: "/", Guest: "/mnt"}} }, "would show everything"},
		{"and an empty root directory is needed", func(c *Config) { c.Root = "" }, "not absolute"},
		{"which is not the host's", func(c *Config) { c.Root = "/" }, "needs an empty directory"},
		{"a root means nothing to the other mode", func(c *Config) { c.Mode = Mask }, "allow-list mode"},
		{"a mode that does not exist", func(c *Config) { c.Mode = 7 }, "unknown mode"},
		{"no program", func(c *Config) { c.Argv = nil }, "absolute path"},
		{"a program that looks like an option", func(c *Config) { c.Argv = []string{"-b", "/"} }, "absolute path"},
		{"G3 upstream dies of SIGSYS on Android", func(c *Config) { c.Android = true }, "SIGSYS"},
		{"an option this proot lacks", func(c *Config) {
			c.FakeRoot, c.Offers = true, Probe("  -r *path*\n  -b *path*\n  -w *path*\n")
		}, "no -0"},
		{"a hidden path with a colon", func(c *Config) { c.Hide = []string{"/srv/work/a:b"} }, "colon"},
		{"a hidden path with nothing to cover it", func(c *Config) { c.Hide = []string{"/srv/work/.env"} }, "cover"},
		{"a cover that is missing", func(c *Config) { c.Hide, c.VoidFile = []string{"/srv/work/.env"}, "/nope" }, "cover /nope"},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := allowList(debian)
			c.change(&config)
			args, err := config.Args(host("/srv/work/", "/srv/work/.env", "/srv/a:b/"))
			assert.ErrorContains(t, err, c.want)
			assert.Nil(t, args)
		})
	}
}

func TestReadOnlyCanBeInspected(t *testing.T) {
	c := allowList(offers(t, "debian-5.1.0"))
	c.Binds = []Bind{{Host: "/srv/data", ReadOnly: true}}
	_, err := c.Args(everything)
	assert.ErrorIs(t, err, ErrReadOnly)
}

func TestLaterBindWins(t *testing.T) {
	c := allowList(offers(t, "debian-5.1.0"))
	c.Base = []Bind{{Host: "/etc/passwd"}}
	c.Binds = []Bind{{Host: "/srv/passwd", Guest: "/etc/passwd"}}
	args, err := c.Args(everything)
	require.NoError(t, err)
	assert.Contains(t, args, "/srv/passwd:/etc/passwd")
	assert.NotContains(t, args, "/etc/passwd")
}

func TestHiddenPathIsLookedUpThroughItsBind(t *testing.T) {
	c := allowList(offers(t, "debian-5.1.0"))
	c.Binds = []Bind{{Host: "/srv/work", Guest: "/work"}}
	c.Hide = []string{"/work/.env", "/elsewhere/.env"}
	c.VoidFile = "/void"
	args, err := c.Args(host("/srv/work/", "/srv/work/.env", "/void", "/elsewhere/.env"))
	require.NoError(t, err)
	assert.Contains(t, args, "/void:/work/.env", "the guest would see it at this name")
	assert.NotContains(t, args, "/void:/elsewhere/.env", "the guest sees nothing there")
}

func TestWhatCannotBeReadIsCovered(t *testing.T) {
	c := allowList(offers(t, "debian-5.1.0"))
	c.Hide, c.VoidDir = []string{"/srv/work/locked"}, "/void.d"
	args, err := c.Args(func(name string) (fs.FileInfo, error) {
		if name == "/srv/work/locked" {
			return nil, fs.ErrPermission
		}
		return everything(name)
	})
	require.NoError(t, err)
	assert.Contains(t, args, "/void.d:/srv/work/locked")
}

func TestLinuxBaseNeverShowsWholeTrees(t *testing.T) {
	for _, b := range LinuxBase() {
		for _, tree := range []string{"/", "/etc", "/dev", "/run", "/var", "/home", "/root"} {
			assert.NotEqual(t, tree, b.Host)
		}
	}
}

func TestEnv(t *testing.T) {
	parent := []string{"HOME=/home/u", "PROOT_NO_SECCOMP=1", "PROOT_LOADER=/tmp/x", "LD_PRELOAD=/x.so", "LD_AUDIT=/y.so", "PROOTED=1"}
	assert.Equal(t, []string{"HOME=/home/u", "PROOTED=1", "PROOT_TMP_DIR=/tmp/s1"}, Env(parent, "/tmp/s1", false),
		"L2 what would weaken or enter the tracer goes")
	assert.Contains(t, Env(parent, "/tmp/s1", true), "PROOT_NO_SECCOMP=1", "G4 only when asked for")
	assert.Equal(t, "PROOT_NO_SECCOMP=1", parent[1], "the caller's slice stays as it is")
}

func TestInstallHint(t *testing.T) {
	for _, c := range []struct {
		name, osRelease string
		termux          bool
		want            string
	}{
		{"G8 Termux, whatever /etc says", "ID=debian\n", true, "Install with: pkg install proot"},
		{"G8 Debian", "NAME=\"Debian GNU/Linux\"\nID=debian\n", false, "Install with: apt install proot"},
		{"Arch", "ID=arch\n", false, "Install with: pacman -S proot"},
		{"a derivative is like its parent", "ID=rocky\nID_LIKE=\"rhel centos fedora\"\n", false, "Install with: dnf install proot"},
		{"no os-release", "", false, "Install with: the package manager of this system, package proot"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, InstallHint("proot", c.termux, c.osRelease))
		})
	}
	assert.EqualError(t, ErrNotInstalled, "proot is not installed")
}

func FuzzArgs(f *testing.F) {
	f.Add("/srv/work", "/srv/x", "/x")
	f.Add("/a:b", "/a!", "/../x")
	f.Add("/srv/work", "-b", "/\n")
	help, err := os.ReadFile("testdata/debian-5.1.0.help")
	require.NoError(f, err)
	debian := Probe(string(help))
	f.Fuzz(func(t *testing.T, dir, from, to string) {
		c := allowList(debian)
		c.Dir, c.Binds = dir, []Bind{{Host: from, Guest: to}}
		args, err := c.Args(everything)
		if err != nil {
			return
		}
		for i, a := range args {
			if i > 0 && args[i-1] == "-b" {
				assert.LessOrEqual(t, strings.Count(a, ":"), 1)
				assert.True(t, strings.HasPrefix(a, "/"))
				assert.False(t, strings.HasSuffix(a, "!"))
			}
		}
	})
}
