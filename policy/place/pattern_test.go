package place

import (
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// home is where the tables' users live; another spelling of it is a home too.
var home = []string{"/home/al", "/mnt/home/al"}

// zones are paths and what they are: any of secret, system, disk, harmless,
// kernel, persistent.
var zones = []struct{ name, path, want string }{
	{"D1 shadow", "/etc/shadow", "secret system"},
	{"D1 its backup", "/etc/shadow-", "secret system"},
	{"D1 gshadow", "/etc/gshadow", "secret system"},
	{"D1 sudoers", "/etc/sudoers", "secret system persistent"},
	{"D9 below sudoers.d", "/etc/sudoers.d/x", "secret system persistent"},
	{"D1 passwd may be read", "/etc/passwd", "system"},
	{"D1 ssh", "/home/al/.ssh/id_rsa", "secret persistent"},
	{"D1 the directory itself", "/home/al/.ssh", "secret persistent"},
	{"D1 by another spelling of home", "/mnt/home/al/.ssh/x", "secret persistent"},
	{"D1 gnupg", "/home/al/.gnupg/private-keys-v1.d/x", "secret"},
	{"D1 aws", "/home/al/.aws/credentials", "secret"},
	{"D1 gcloud", "/home/al/.config/gcloud/x", "secret"},
	{"D1 netrc", "/home/al/.netrc", "secret"},
	{"D1 registry token", "/home/al/.npmrc", "secret persistent"},
	{"D1 env at home", "/home/al/.env", "secret"},
	{"D4 env of a project", "/srv/p/.env", "secret"},
	{"D4 env of a stage", "/srv/p/.env.production", "secret"},
	{"D4 example env", "/srv/p/.env.example", ""},
	{"D4 example env of a stage", "/srv/p/.env.local.example", ""},
	{"D4 sample env", "/srv/p/.env.sample", ""},
	{"D4 direnv's file runs, and is no secret", "/srv/p/.envrc", "persistent"},
	{"D4 a name that begins like env", "/home/al/.environment.d/x", ""},
	{"D4 a name that begins like ssh", "/home/al/.sshx/id", ""},
	{"D4 a home that begins like home", "/home/al.ssh/x", ""},
	{"D4 another user", "/home/alice/.ssh/x", ""},
	{"D4 a backup of netrc", "/home/al/.netrc.bak", ""},
	{"D4 env as a directory is no file", "/srv/.env/x", ""},
	{"D5 proc", "/proc", "system kernel"},
	{"D5 dev", "/dev", "system kernel"},
	{"D5 sys", "/sys/class", "system kernel"},
	{"D5 null", "/dev/null", "harmless"},
	{"D5 zero", "/dev/zero", "harmless"},
	{"D5 tty", "/dev/tty", "harmless"},
	{"D5 stdin", "/dev/stdin", "harmless"},
	{"D5 stdout", "/dev/stdout", "harmless"},
	{"D5 stderr", "/dev/stderr", "harmless"},
	{"D5 a descriptor", "/dev/fd/3", "harmless"},
	{"D5 a terminal", "/dev/pts/0", "harmless"},
	{"D5 shared memory", "/dev/shm/x", "harmless"},
	{"D5 an unknown device", "/dev/uinput", "system kernel"},
	{"D5 a directory that begins like dev", "/devel/x", ""},
	{"D9 a private key anywhere", "/srv/keys/id_ed25519", "secret"},
	{"D9 a public key anywhere", "/srv/keys/id_ed25519.pub", ""},
	{"D9 a public key", "/home/al/.ssh/id_rsa.pub", "persistent"},
	{"D9 known hosts", "/home/al/.ssh/known_hosts", "persistent"},
	{"D9 ssh's configuration holds no key", "/home/al/.ssh/config", "persistent"},
	{"D9 kube", "/home/al/.kube/config", "secret persistent"},
	{"D9 docker", "/home/al/.docker/config.json", "secret persistent"},
	{"D9 docker's other files", "/home/al/.docker/daemon.json", ""},
	{"D9 git's passwords", "/home/al/.git-credentials", "secret"},
	{"D9 gh", "/home/al/.config/gh/hosts.yml", "secret"},
	{"D9 git's configuration may be read", "/home/al/.gitconfig", "persistent"},
	{"D9 host key", "/etc/ssh/ssh_host_rsa_key", "secret system"},
	{"D9 host key, public", "/etc/ssh/ssh_host_rsa_key.pub", "system"},
	{"D9 root's keys", "/root/.ssh/id_rsa", "secret system persistent"},
	{"D9 history", "/home/al/.bash_history", "secret"},
	{"D9 history of a client", "/home/al/.psql_history", "secret"},
	{"D9 environment of a process", "/proc/self/environ", "secret system kernel"},
	{"D9 another root", "/proc/1/root/etc/passwd", "secret system kernel"},
	{"D9 facts about the machine", "/proc/cpuinfo", "system kernel"},
	{"D9 an agent's token", "/home/al/.claude/.credentials.json", "secret"},
	{"D9 an agent's settings", "/home/al/.claude/settings.local.json", "persistent"},
	{"D9 an agent's settings in a project", "/srv/p/.claude/settings.json", "persistent"},
	{"D9 an agent's hooks", "/home/al/.codex/hooks.json", "persistent"},
	{"D9 an agent's hooks, elsewhere", "/home/al/.codeium/windsurf/hooks.json", "persistent"},
	{"D9 an agent's hooks in a project", "/srv/p/.github/hooks/shimgen.json", "persistent"},
	{"D9 an agent's plugin", "/home/al/.config/opencode/plugin/shimgen.js", "persistent"},
	{"D9 an agent's plugin in a project", "/srv/p/.opencode/plugin/shimgen.js", "persistent"},
	{"D9 an agent's settings in a file of its own", "/srv/p/crush.json", "persistent"},
	{"D9 what else is in .github", "/srv/p/.github/workflows/ci.yml", ""},
	{"D9 a hook", "/srv/p/.git/hooks/pre-commit", "persistent"},
	{"D9 git's configuration of a repository", "/srv/p/.git/config", "persistent"},
	{"D9 what git stores", "/srv/p/.git/objects/00/1", ""},
	{"D9 hooks of something else", "/srv/p/hooks/pre-commit", ""},
	{"D9 the project's policy", "/srv/p/.agent-loop.toml", "persistent"},
	{"D9 start of a shell", "/home/al/.bashrc", "persistent"},
	{"D9 start of a shell, elsewhere", "/srv/p/.bashrc", ""},
	{"D9 a timer", "/etc/cron.d/x", "system persistent"},
	{"D9 a crontab", "/var/spool/cron/crontabs/al", "system persistent"},
	{"D9 a service", "/home/al/.config/systemd/user/x.service", "persistent"},
	{"case does not matter", "/home/al/.SSH/ID_RSA", "secret persistent"},
	{"a certificate is no key", "/srv/p/ca.pem", ""},
	{"var as a whole", "/var", "system"},
	{"below var", "/var/lib/x", "system"},
	{"a directory that users own there", "/var/www", "system"},
	{"below it", "/var/www/x", ""},
	{"temporary files", "/var/tmp/x", ""},
	{"a user's own run directory", "/run/user/1000/x", ""},
	{"usr local", "/usr/local/bin/x", "system"},
	{"lib64", "/lib64/x", "system"},
	{"opt", "/opt/x", "system"},
	{"data is a user's name for a directory", "/data/x", ""},
	{"an app's data on Android", "/data/data/com.example/x", "system"},
	{"the home of a terminal app on Android", "/data/data/com.termux/files/home/x", ""},
	{"macOS", "/System/Library/x", "system"},
	{"macOS, a login item", "/Library/LaunchDaemons/x.plist", "system persistent"},
	{"macOS, a file by its number", "/.vol/16777220/4711", "secret system"},
	{"macOS, who may do what", "/home/al/Library/Application Support/com.apple.TCC/TCC.db", "secret"},
	{"macOS, the users' hashes", "/var/db/dslocal/nodes/Default/users/al.plist", "secret system"},
	{"macOS, a user's temporary files", "/var/folders/zz/n0/T/x", ""},
	{"macOS, an editor's settings", "/home/al/Library/Application Support/Code/User/tasks.json", "persistent"},
	{"macOS, a script beside a folder", "/home/al/Library/Workflows/x.workflow", "persistent"},
	{"macOS, what a program keeps", "/home/al/Library/Application Support/Xcode/x", ""},
	{"FreeBSD, a disk", "/dev/ada0p2", "system kernel disk"},
	{"OpenBSD, a raw disk", "/dev/rsd0c", "system kernel disk"},
	{"OpenBSD, passwords", "/etc/master.passwd", "secret system"},
	{"a disk", "/dev/sda", "system kernel disk"},
	{"a partition", "/dev/nvme0n1p2", "system kernel disk"},
	{"a mapped disk", "/dev/mapper/root", "system kernel disk"},
	{"a disk by name", "/dev/disk/by-id/x", "system kernel disk"},
	{"a card", "/dev/mmcblk0", "system kernel disk"},
	{"memory", "/dev/mem", "secret system kernel disk"},
	{"a name with a blank", "/home/al/Library/Application Support/Firefox/x", "secret"},
	{"a user's file", "/home/al/notes.txt", ""},
	{"the root", "/", ""},
}

func TestD1D4D5D9Places(t *testing.T) {
	for _, c := range zones {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, z := range []struct {
				name string
				is   bool
			}{
				{"secret", IsSecret(c.path, home)},
				{"system", IsSystem(c.path)},
				{"kernel", IsKernel(c.path)},
				{"disk", IsDisk(c.path)},
				{"harmless", IsHarmless(c.path)},
				{"persistent", IsPersistent(c.path, home)},
			} {
				if z.is {
					got = append(got, z.name)
				}
			}
			assert.Equal(t, c.want, strings.Join(got, " "))
		})
	}
}

func TestD3HomeMayBeTheRoot(t *testing.T) {
	assert.True(t, IsSecret("/.ssh/id_rsa", []string{"/"}))
	assert.False(t, IsSecret("/.ssh/id", nil))
}

func TestRelativePathsAreInPlacesWithoutAnAnchor(t *testing.T) {
	assert.True(t, IsSecret("p/.env", nil))
	assert.True(t, IsSecret("~/.ssh/id", []string{"~"}))
	assert.False(t, IsSecret("etc/shadow", nil))
	assert.False(t, IsSystem("etc"))
	assert.False(t, IsSystem("") || IsSecret("", home) || IsDisk("") || IsPersistent("", home) || IsHarmless("") || IsKernel(""))
}

func TestPlacesAreWellFormed(t *testing.T) {
	secret, except := Secrets()
	for _, list := range [][]Pattern{secret, except, Persistent(), Disks(), HarmlessDevices(), Temp(), notSystem.places(), kernel.places()} {
		seen := map[string]bool{}
		for _, p := range list {
			assert.False(t, seen[p.Path], "%s: twice", p.Path)
			seen[p.Path] = true
			assert.Equal(t, path.Clean(p.Path), p.Path)
			_, err := path.Match(p.Path, "")
			assert.NoError(t, err, p.Path)
			assert.NotEmpty(t, p.Components()[0], p.Path)
		}
	}
}

func TestComponents(t *testing.T) {
	assert.Equal(t, []string{"etc", "shadow*"}, Pattern{Path: "/etc/shadow*"}.Components())
	assert.Equal(t, []string{".ssh"}, Pattern{Path: "~/.ssh"}.Components())
	assert.Equal(t, []string{".git", "hooks"}, Pattern{Path: ".git/hooks"}.Components())
}

// FuzzPlaces holds that no path breaks the tables, that a tree covers what is
// below what it covers, and that the tables agree with each place by itself.
func FuzzPlaces(f *testing.F) {
	for _, z := range zones {
		f.Add(z.path)
	}
	f.Fuzz(func(t *testing.T, name string) {
		name = path.Clean("/" + name)
		secret, _ := Secrets()
		any := false
		for _, p := range secret {
			is := p.Covers(name, home)
			any = any || is
			if is && p.Tree {
				assert.True(t, p.Covers(path.Join(name, "x"), home), "%s: %s/x", p.Path, name)
			}
		}
		assert.Equal(t, any, secrets.covers(name, home))
		if IsHarmless(name) {
			assert.False(t, IsSystem(name) || IsKernel(name))
		}
	})
}

func BenchmarkPlaces(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		const name = "/home/al/work/project/internal/server/handler.go"
		if IsSystem(name) || IsSecret(name, home) || IsPersistent(name, home) || IsDisk(name) {
			b.Fatal("an ordinary path")
		}
	}
}

// BenchmarkRegions is what a process pays that looks into every region.
func BenchmarkRegions(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		for _, r := range []*region{&secrets, &public, &lasting, &disks, &kernel, &notSystem, &harmlessDevices} {
			new(placeIndex).addAll(1, r.lines)
		}
	}
}

func TestDevicesLieWhereTheyAreLookedFor(t *testing.T) {
	for _, p := range append(Disks(), HarmlessDevices()...) {
		assert.True(t, hasDevices(p.Path), p.Path)
		assert.True(t, hasDevices(strings.ToUpper(p.Path)), "as a file system without letter case has %s", p.Path)
	}
	assert.False(t, hasDevices("/dev") || hasDevices("/devel/sda") || hasDevices("/srv/dev/sda") || hasDevices(""))
}
