package guard_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

// disk is the real file system as a view.
type disk struct{}

func (disk) Lstat(name string) (fs.FileMode, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return 0, err
	}
	return info.Mode(), nil
}

func (disk) Readlink(name string) (string, error) { return os.Readlink(name) }

func (disk) Content(string, int64) (string, error) { return "", fs.ErrPermission }

// links are what stands in the home of the machines that the paths below are
// tried on: a path below it, and the target of a link or "" for a directory.
var links = map[string]string{
	".ssh": "", "p": "", "p/sub": "", "p/.git": "", ".agent-loop": "", ".agent-loop/bin": "", "other": "",
	"p/key": "../.ssh/id_rsa", "p/up": "..", "p/etc": "/etc", "p/one": "two", "p/two": "one", "p/dangling": "/etc/nowhere",
	"p/far": "sub/../../other", "keys": ".ssh",
}

// machines are one machine twice: in memory and on disk, with work in ~/p.
func machines(t *testing.T) map[string]func() (zone.Machine, guard.Request) {
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	tree := zone.Tree{"/": "", "/etc": "", "/dev": "", "/usr": "", "/proc": ""}
	for dir := home; dir != "/"; dir = filepath.Dir(dir) {
		tree[dir] = ""
	}
	for name, target := range links {
		tree[filepath.Join(home, name)] = target
		if target == "" {
			require.NoError(t, os.MkdirAll(filepath.Join(home, name), 0o700))
		}
	}
	for name, target := range links {
		if target != "" {
			require.NoError(t, os.Symlink(target, filepath.Join(home, name)))
		}
	}
	on := func(files zone.FileView) func() (zone.Machine, guard.Request) {
		return func() (zone.Machine, guard.Request) {
			m := zone.Machine{Files: files, Homes: []string{home}, Own: home + "/.agent-loop", Temp: []string{"/tmp", "/var/tmp"}}
			return m, guard.Request{Dir: home + "/p", Vars: func(name string) (string, bool) { return home, name == "HOME" }}
		}
	}
	return map[string]func() (zone.Machine, guard.Request){"in memory": on(tree), "on disk": on(disk{})}
}

// The verdicts on paths (mission rows D1 to D5, D9, and P1 to P9 of the
// originals' flaws), the same in memory and on a real file system.
func TestD1PathVerdicts(t *testing.T) {
	const reads, writes, deletes = grammar.Reads, grammar.Writes, grammar.Deletes
	p := builtin(t, policy.Cautious)
	table := []struct {
		reason, path string
		use          grammar.Kind
		action       rules.Action
		rule         string
	}{
		{"D1 credentials of the system", "/etc/shadow", reads, rules.Block, "secrets.read"},
		{"D1 its copy", "/etc/shadow-", reads, rules.Block, "secrets.read"},
		{"D1 names of users", "/etc/passwd", reads, rules.Allow, ""},
		{"D1 a key", "~/.ssh/id_rsa", reads, rules.Block, "secrets.read"},
		{"D1 a public key", "~/.ssh/id_rsa.pub", reads, rules.Allow, ""},
		{"D1 a system file, written", "/etc/hosts", writes, rules.Block, "fs.system-write"},
		{"D1 the work directory", "src/a.go", writes, rules.Allow, ""},
		{"D1 outside", "~/other/x", writes, rules.Warn, "fs.outside-write"},
		{"D1 temp", "/tmp/x", writes, rules.Allow, ""},
		{"D1 their shadow", "/etc/gshadow", reads, rules.Block, "secrets.read"},
		{"D1 who may become root", "/etc/sudoers", reads, rules.Block, "secrets.read"},
		{"D1 root's keys", "/root/.ssh", reads, rules.Block, "secrets.read"},
		{"D1 root's key ring", "/root/.gnupg", reads, rules.Block, "secrets.read"},
		{"D1 keys as a directory", "~/.ssh/", reads, rules.Block, "secrets.read"},
		{"D1 a key ring", "~/.gnupg/", reads, rules.Block, "secrets.read"},
		{"D1 keys of a cloud", "~/.aws/", reads, rules.Block, "secrets.read"},
		{"D1 keys of another", "~/.config/gcloud/", reads, rules.Block, "secrets.read"},
		{"D1 variables", "~/.env", reads, rules.Block, "secrets.read"},
		{"D1 passwords of hosts", "~/.netrc", reads, rules.Block, "secrets.read"},
		{"D1 tokens of a registry", "~/.npmrc", reads, rules.Block, "secrets.read"},
		{"D1 what the kernel says of itself", "/proc/cpuinfo", reads, rules.Allow, ""},
		{"D1 and takes", "/proc/sys/vm/swappiness", writes, rules.Block, "fs.system-write"},
		{"D1 the memory of a process", "/proc/1/mem", reads, rules.Block, "secrets.read"},
		{"D1 its environment", "/proc/1/environ", reads, rules.Block, "secrets.read"},
		{"D1 the devices' switches", "/sys/power/state", writes, rules.Block, "fs.system-write"},
		{"D1 a disk, as cat reads it", "/dev/sda", reads, rules.Ask, "escape.raw-disk"},
		{"D1 the machine's memory", "/dev/mem", reads, rules.Block, "secrets.read"},
		{"D2 through ..", "/etc/../etc/shadow", reads, rules.Block, "secrets.read"},
		{"D2 doubled slashes", "//etc///shadow", reads, rules.Block, "secrets.read"},
		{"D2 single dots", "/etc/./shadow", reads, rules.Block, "secrets.read"},
		{"D2 a trailing slash", "/etc/shadow/", reads, rules.Block, "secrets.read"},
		{"D2 a trailing dot", "~/.ssh/.", reads, rules.Block, "secrets.read"},
		{"D2 many ..", "../../../../../../../../../../etc/shadow", reads, rules.Block, "secrets.read"},
		{"D2 P1 a link in the work directory", "key", reads, rules.Block, "secrets.read"},
		{"D2 a link in the middle", "up/.ssh/id_rsa", reads, rules.Block, "secrets.read"},
		{"D2 .. after a link", "far/../.ssh/id_rsa", reads, rules.Block, "secrets.read"},
		{"D2 a link to a directory of the system", "etc/hosts", writes, rules.Block, "fs.system-write"},
		{"D2 a link to what does not exist", "dangling", writes, rules.Block, "fs.system-write"},
		{"D2 the link itself goes", "dangling", deletes, rules.Allow, ""},
		{"D2 and with a slash what it leads to", "etc/", deletes, rules.Block, "fs.rm-system"},
		{"D2 a link to the credentials", "~/keys/id_rsa", reads, rules.Block, "secrets.read"},
		{"D2 a missing leaf", "no/such/file", writes, rules.Allow, ""},
		{"D2 a newline in a name", "a\nb", writes, rules.Allow, ""},
		{"D2 control characters and bad UTF-8", "\x7f\xff", writes, rules.Allow, ""},
		{"P3 a name that only begins alike", "~/.sshx", reads, rules.Allow, ""},
		{"P10 so do homes", "~x/notes", writes, rules.Allow, ""},
		{"D4 variables of a project", ".env", reads, rules.Block, "secrets.read"},
		{"D4 their variants", "sub/.env.production", reads, rules.Block, "secrets.read"},
		{"D4 their template", ".env.example", reads, rules.Allow, ""},
		{"D4 letters in another case", "~/.SSH/id_rsa", reads, rules.Block, "secrets.read"},
		{"D5 a harmless device", "/dev/null", writes, rules.Allow, ""},
		{"D5 standard output", "/dev/stdout", writes, rules.Allow, ""},
		{"D5 a descriptor", "/dev/fd/3", writes, rules.Allow, ""},
		{"D5 the directory of devices", "/dev", deletes, rules.Block, "fs.rm-system"},
		{"D5 a disk", "/dev/sda", writes, rules.Block, "disk.write"},
		{"D5 the kernel's switches", "/proc/sysrq-trigger", writes, rules.Block, "disk.write"},
		{"P7 the root of a process", "/proc/self/root/etc/shadow", reads, rules.Block, "secrets.read"},
		{"P7 of another process", "/proc/1/root/etc/shadow", reads, rules.Block, "secrets.read"},
		{"P7 its work directory", "/proc/self/cwd/../.ssh/id_rsa", reads, rules.Block, "secrets.read"},
		{"P7 of a thread", "/proc/self/task/7/cwd/key", reads, rules.Block, "secrets.read"},
		{"P7 below a descriptor", "/dev/fd/3/etc/shadow", reads, rules.Block, "secrets.read"},
		{"P9 root's keys", "/root/.ssh/id_rsa", writes, rules.Block, "fs.system-write"},
		{"P9 hooks of a repository", ".git/hooks/pre-commit", writes, rules.Ask, "persistence.write"},
		{"P9 its settings", ".git/config", writes, rules.Ask, "persistence.write"},
		{"P9 start files", "~/.bashrc", writes, rules.Ask, "persistence.write"},
		{"D9 the shims", "~/.agent-loop/bin/rm", writes, rules.Block, "self.write"},
		{"D9 the policy", "~/.agent-loop/policy.toml", writes, rules.Block, "self.write"},
		{"D9 and what holds them", "~/.agent-loop", deletes, rules.Block, "self.write"},
		{"a cache, which a command may delete as well", "~/.cache/pip", deletes, rules.Warn, "fs.outside-write"},
		{"what is beside it", "~/other/x", deletes, rules.Ask, "fs.rm-outside"},
		{"B2 the home", "~", deletes, rules.Block, "fs.rm-home"},
		{"B2 the homes", "/home", deletes, rules.Block, "fs.rm-home"},
		{"B2 a home of another", "/home/user", deletes, rules.Block, "fs.rm-home"},
		{"B2 below another's home", "/home/u/p/build", deletes, rules.Ask, "fs.rm-outside"},
		{"B3 the home by ..", "..", deletes, rules.Block, "fs.rm-home"},
		{"B3 the home by a link", "up/", deletes, rules.Block, "fs.rm-home"},
		{"B2 the root", "/", deletes, rules.Block, "fs.rm-root"},
		{"B2 the work directory", ".", deletes, rules.Ask, "fs.rm-workdir"},
		{"B2 its history", ".git", deletes, rules.Ask, "fs.rm-workdir"},
	}
	for name, machine := range machines(t) {
		for _, c := range table {
			t.Run(name+"/"+c.reason+"/"+c.path, func(t *testing.T) {
				m, req := machine()
				_, d, err := guard.JudgePath(p, m, req, c.path, c.use)
				require.NoError(t, err)
				assert.Equal(t, c.action.String(), d.Action.String(), "%v", ids(d.Findings))
				assert.Equal(t, c.rule, worst(d))
			})
		}
	}
}

// What names nothing is an error, and the zero decision blocks (mission row D2).
func TestD2NoPath(t *testing.T) {
	p := builtin(t, policy.Open)
	for name, machine := range machines(t) {
		t.Run(name, func(t *testing.T) {
			m, req := machine()
			for _, path := range []string{"", "a\x00b", "one", "one/x"} {
				_, d, err := guard.JudgePath(p, m, req, path, grammar.Reads)
				assert.Error(t, err, path)
				assert.Equal(t, rules.Block, d.Action, path)
			}
		})
	}
}

// Homes that are links, the root, or not there (mission row D3, P5 and P6).
func TestD3Homes(t *testing.T) {
	tree := zone.Tree{"/": "", "/link": "/real", "/real": "", "/real/p": "", "/.ssh": ""}
	for _, c := range []struct {
		reason, path string
		homeNames    []string
		action       rules.Action
	}{
		{"a home that is a link, by its target", "/real/.ssh/id_rsa", []string{"/link", "/real"}, rules.Block},
		{"a home that is a link, by its name", "/link/.ssh/id_rsa", []string{"/link", "/real"}, rules.Block},
		{"the root as home", "/.ssh/id_rsa", []string{"/"}, rules.Block},
		{"no home", "/etc/shadow", nil, rules.Block},
		{"no home, and a tilde", "~/x", nil, rules.Allow},
	} {
		t.Run(c.reason, func(t *testing.T) {
			m := zone.Machine{Files: tree, Homes: c.homeNames}
			_, d, err := guard.JudgePath(builtin(t, policy.Cautious), m, guard.Request{Dir: "/real/p"}, c.path, grammar.Reads)
			require.NoError(t, err)
			assert.Equal(t, c.action.String(), d.Action.String())
		})
	}
}

// Where a directory can be one to work in, and what belongs to the system on
// which machine.
func TestWorkDirectories(t *testing.T) {
	const prefix = "/data/data/com.termux/files/usr"
	for _, c := range []struct {
		reason, dir, prefix, path string
		use                       grammar.Kind
		action                    rules.Action
	}{
		{"below /opt", "/opt/app", "", "x", grammar.Writes, rules.Allow},
		{"beside it", "/opt/app", "", "/opt/other/x", grammar.Writes, rules.Ask},
		{"/opt as a whole", "/opt/app", "", "/opt", grammar.Deletes, rules.Block},
		{"below /usr/src", "/usr/src/app", "", "build", grammar.Deletes, rules.Allow},
		{"another's home in a container", "/home/build/x", "", "y", grammar.Writes, rules.Allow},
		{"the root is none", "/", "", "x", grammar.Writes, rules.Warn},
		{"the home is none", "/home/agent", "", "x", grammar.Writes, rules.Warn},
		{"above the home is none", "/home", "", "agent2/x", grammar.Writes, rules.Warn},
		{"temp itself is none, but temp", "/tmp", "", "x", grammar.Writes, rules.Allow},
		{"a system directory is none", "/etc/x", "", "y", grammar.Writes, rules.Block},
		{"/data is Android's on Android", "/home/agent/p", prefix, "/data/app/x", grammar.Writes, rules.Block},
		{"and a user's elsewhere", "/data/app", "", "x", grammar.Writes, rules.Allow},
		{"B4 the prefix", "/home/agent/p", prefix, prefix, grammar.Deletes, rules.Block},
		{"B4 a directory of the prefix", "/home/agent/p", prefix, prefix + "/bin", grammar.Deletes, rules.Block},
		{"B4 below it", "/home/agent/p", prefix, prefix + "/etc/x", grammar.Writes, rules.Block},
		{"B4 its temp", "/home/agent/p", prefix, prefix + "/tmp/x", grammar.Writes, rules.Allow},
	} {
		t.Run(c.reason, func(t *testing.T) {
			m := zone.Machine{
				Files: zone.Tree{"/": ""}, Homes: []string{"/home/agent"}, Prefix: c.prefix, Temp: []string{"/tmp", prefix + "/tmp"},
			}
			_, d, err := guard.JudgePath(builtin(t, policy.Cautious), m, guard.Request{Dir: c.dir}, c.path, c.use)
			require.NoError(t, err)
			assert.Equal(t, c.action.String(), d.Action.String(), "%v", ids(d.Findings))
		})
	}
}
