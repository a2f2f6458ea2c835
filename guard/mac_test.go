package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

// mac is a Mac: /etc, /var and /tmp are links, and the case of letters tells no two
// files apart. The user me works in ~/work.
func mac() (zone.Machine, guard.Request) {
	tree := zone.Tree{
		"/etc": "private/etc", "/var": "private/var", "/tmp": "private/tmp", "/home": "/System/Volumes/Data/home",
		"/System/Volumes/Data": "/", "/.nofollow": "/", "/.resolve/4": "/",
	}
	for _, dir := range []string{
		"/", "/dev", "/usr", "/bin", "/private", "/private/etc", "/private/tmp", "/private/var", "/private/var/tmp", "/private/var/db",
		"/private/var/folders", "/private/var/folders/zz", "/private/var/folders/zz/n0", "/private/var/folders/zz/n0/T",
		"/System", "/System/Volumes", "/.resolve", "/Users", "/Users/me", "/Users/me/work", "/Users/me/work/.git", "/Users/me/.ssh", "/Volumes",
		"/Library", "/Applications",
	} {
		tree[dir] = ""
	}
	const temp = "/private/var/folders/zz/n0/T"
	m := zone.Machine{
		Files: tree, Homes: []string{"/Users/me"}, Own: "/Users/me/.agent-loop", Mac: true,
		Temp: []string{"/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp", temp, temp[len("/private"):]},
	}
	vars := map[string]string{"HOME": "/Users/me", "TMPDIR": "/var/folders/zz/n0/T/"}
	return m, guard.Request{Dir: "/Users/me/work", Vars: func(name string) (string, bool) {
		v, ok := vars[name]
		return v, ok
	}}
}

func TestPathsOfAMac(t *testing.T) {
	for _, c := range []struct {
		reason, path string
		use          grammar.Kind
		want         rules.Action
	}{
		{"a file of the project", "src/main.go", grammar.Writes, rules.Allow},
		{"the same, by its name", "/Users/me/work/src/main.go", grammar.Writes, rules.Allow},
		{"by the volume's name it is written below /System", "/System/Volumes/Data/Users/me/work/main.go", grammar.Writes, rules.Block},
		{"and may be read", "/System/Volumes/Data/Users/me/work/main.go", grammar.Reads, rules.Allow},
		{"temporary files, by the link", "/tmp/x", grammar.Writes, rules.Allow},
		{"temporary files, as resolved", "/private/tmp/x", grammar.Deletes, rules.Allow},
		{"the user's own temporary files", "/var/folders/zz/n0/T/x", grammar.Writes, rules.Allow},
		{"as resolved", "/private/var/folders/zz/n0/T/x/y", grammar.Deletes, rules.Allow},
		{"another user's", "/private/var/folders/zz/n1/T/x", grammar.Writes, rules.Warn},
		{"an external disk is no system", "/Volumes/Backup/x", grammar.Writes, rules.Warn},
		{"where the disks are is", "/Volumes", grammar.Deletes, rules.Block},

		{"the system's settings, by the link", "/etc/hosts", grammar.Writes, rules.Block},
		{"as resolved", "/private/etc/hosts", grammar.Writes, rules.Block},
		{"by the volume's name", "/System/Volumes/Data/private/etc/hosts", grammar.Writes, rules.Block},
		{"credentials, by the link", "/etc/sudoers", grammar.Reads, rules.Block},
		{"as resolved", "/private/etc/sudoers", grammar.Reads, rules.Block},
		{"users' hashes, as resolved", "/private/var/db/dslocal/nodes/x.plist", grammar.Reads, rules.Block},
		{"settings may be read", "/private/etc/hosts", grammar.Reads, rules.Allow},
		{"the system", "/System/Library/x", grammar.Writes, rules.Block},

		{"a key", "~/.ssh/id_ed25519", grammar.Reads, rules.Block},
		{"the keychains", "~/Library/Keychains/login.keychain-db", grammar.Reads, rules.Block},
		{"a key by the volume's name", "/System/Volumes/Data/Users/me/.ssh/work", grammar.Reads, rules.Block},
		{"without links", "/.nofollow/Users/me/.ssh/work", grammar.Reads, rules.Block},
		{"with a way to resolve", "/.resolve/4/Users/me/.ssh/work", grammar.Reads, rules.Block},
		{"by number", "/.vol/16777220/4711", grammar.Reads, rules.Block},
		{"in other letters", "/users/ME/.SSH/work", grammar.Reads, rules.Block},
		{"all in one", "/SYSTEM/volumes/data/Users/me/.ssh/work", grammar.Writes, rules.Block},

		{"home", "/Users/me", grammar.Deletes, rules.Block},
		{"home in other letters", "/users/me", grammar.Deletes, rules.Block},
		{"everybody's", "/USERS", grammar.Deletes, rules.Block},
		{"our own state in other letters", "/users/me/.Agent-Loop/policy.toml", grammar.Writes, rules.Block},
		{"a repository in other letters", ".GIT", grammar.Deletes, rules.Ask},
		{"the project in other letters is more than the file system need take for it", "/users/me/work/x", grammar.Writes, rules.Warn},
		{"what runs at the next login", "~/Library/LaunchAgents/x.plist", grammar.Writes, rules.Ask},
		{"a disk", "/dev/rdisk0", grammar.Writes, rules.Block},
	} {
		t.Run(c.reason+"/"+c.path, func(t *testing.T) {
			m, req := mac()
			_, d, err := guard.JudgePath(builtin(t, "cautious"), m, req, c.path, c.use)
			assert.NoError(t, err)
			assert.Equal(t, c.want.String(), d.Action.String(), "%v", ids(d.Findings))
		})
	}
}

// TestCommandsOnAMac has the same in commands, with names that a shell makes.
func TestCommandsOnAMac(t *testing.T) {
	for _, c := range []struct {
		reason, command string
		want            rules.Action
	}{
		{"a temporary directory of mktemp's", `rm -r "$TMPDIR/build"`, rules.Allow},
		{"a pattern below the link", "cat /etc/sudoer*", rules.Block},
		{"a pattern, as resolved", "cat /private/etc/sudoer*", rules.Block},
		{"a pattern of harmless files", "cat /private/etc/host*", rules.Allow},
		{"the system's settings as a whole", "rm -rf /private/etc", rules.Block},
		{"what is blocked, in other letters", "cat /USERS/me/plans/x", rules.Block},
	} {
		t.Run(c.reason, func(t *testing.T) {
			m, req := mac()
			req.Source = c.command
			d := guard.Judge(layered(t, "[paths]\nblocked = ['~/Plans']\n"), m, req)
			assert.Equal(t, c.want.String(), d.Action.String(), "%v", ids(d.Findings))
		})
	}
}
