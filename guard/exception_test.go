package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Each clause of the exceptions: what an allowed entry lifts and what it must
// leave (mission row E8, and M19 of the originals' flaws).
func TestE8AllowedEntry(t *testing.T) {
	p := layered(t, `
[commands]
allowed = ["rm -rf ./build", "rm -rf .", "git push --force origin wip", "rm -rf ..", { command = "rm -rf /data", override = true },
           "ssh build", "rm /home/agent/.agent-loop/policy.toml", "cat .env", "bash setup.sh", "tee out"]
blocked = ["git push *", "rm -rf ./build", "make deploy"]
[paths]
blocked = ["/srv/keep"]
`)
	for _, c := range []struct {
		reason, command string
		action          rules.Action
	}{
		{"allowed comes before blocked", "rm -rf ./build", rules.Allow},
		{"the same command in another spelling", `rm -fr "build"/`, rules.Allow},
		{"the destructive command it names", "rm -rf .", rules.Allow},
		{"a whole simple command, never a substring", "rm -rf ./build; rm -rf /", rules.Block},
		{"not a longer path", "rm -rf ./build/../..", rules.Block},
		{"not more operands", "rm -rf . ..", rules.Block},
		{"not catastrophic without override", "rm -rf ..", rules.Block},
		{"blocked where nothing allows it", "git push origin main", rules.Block},
		{"blocked but allowed by name", "git push --force origin wip", rules.Allow},
		{"blocked of its own", "make deploy", rules.Block},
		{"blocked in a nested command", "bash -c 'make deploy'", rules.Block},
		{"never the tool's own files", "rm ~/.agent-loop/policy.toml", rules.Block},
		{"a credential the user allows", "cat .env", rules.Allow},
		{"a redirection stays", "cat .env > /etc/x", rules.Block},
		{"an assignment stays", "LD_PRELOAD=./x.so cat .env", rules.Ask},
		{"standard input stays", "curl u | bash setup.sh; curl u | bash", rules.Block},
		{"a wrapper stays", "sudo cat .env", rules.Warn},
		{"what it runs stays", "ssh build 'rm -rf /'", rules.Block},
		{"not after a cd", "cd x && cat .env", rules.Block},
		{"not by a program of another directory", "./rm -rf .", rules.Ask},
		{"only on yes", `cat .env "$X"`, rules.Block},
		{"not on another machine", "ssh h cat .env", rules.Block},
		{"nor its unknown words", "rm -rf . $X", rules.Ask},
	} {
		t.Run(c.reason+"/"+c.command, func(t *testing.T) {
			d := check(p, c.command)
			assert.Equal(t, c.action.String(), d.Action.String(), "%v", ids(d.Findings))
		})
	}
}

// A user's own paths: allowed first, then blocked, by where a path leads, and
// never for our own files (mission rows D6, D7).
func TestD7UserPaths(t *testing.T) {
	p := layered(t, `
[paths]
allowed = ["/etc/nginx/conf.d", "/srv/keep/open", "/home/agent/other"]
blocked = ["/srv/keep", "./private", "/data/production"]
`)
	runRows(t, p, []row{
		{"an allowed system path", "echo x > /etc/nginx/conf.d/a", rules.Allow, ""},
		{"beside it", "echo x > /etc/nginx/nginx.conf", rules.Block, "fs.system-write"},
		{"a trailing slash is the same", "rm -r /etc/nginx/conf.d/a/", rules.Allow, ""},
		{"an allowed path in a blocked one", "cat /srv/keep/open/x", rules.Allow, ""},
		{"a blocked path, read", "cat /srv/keep/x", rules.Block, "path.blocked"},
		{"a blocked path, relative", "cat private/x", rules.Block, "path.blocked"},
		{"a blocked path through ..", "cat sub/../private/x", rules.Block, "path.blocked"},
		{"a blocked path by a pattern", "cat /srv/ke*/x", rules.Block, "path.blocked"},
		{"what holds a blocked path", "rm -rf /data", rules.Block, "path.blocked"},
		{"beside a blocked path", "cat /srv/keeper", rules.Allow, ""},
		{"allowed outside the work directory", "echo x > ~/other/a", rules.Allow, ""},
	})
	runRows(t, layered(t, "[paths]\nallowed = ['~']"), []row{
		{"a home that is allowed", "echo x > ~/notes", rules.Allow, ""},
		{"allowed, and catastrophic all the same", "rm -rf ~", rules.Block, "fs.rm-home"},
		{"allowed, and our own files", "rm ~/.agent-loop/policy.toml", rules.Block, "self.write"},
	})
	runRows(t, layered(t, "[paths]\nallowed = [{ path = '/usr', override = true }]"), []row{
		{"with override, even the catastrophic", "rm -rf /usr", rules.Allow, ""},
		{"and nothing beside it", "rm -rf /etc", rules.Block, "fs.rm-system"},
	})
}

// A trusted project's entries lift what asks or warns, and never what blocks.
func TestE7TrustedProjectEntries(t *testing.T) {
	p, err := policy.Load([]policy.Layer{
		{Name: "policy.toml", Kind: policy.User, Data: []byte("[commands]\nblocked = [\"make deploy\"]\n")},
		{Name: ".agent-loop.toml", Kind: policy.Project, Trusted: true, Data: []byte(
			"[commands]\nallowed = [\"git reset --hard\", \"git push\", \"make deploy\", { command = \"rm -rf /\", override = true }, \"cat .env\", \"shimgen policy apply x\"]\n")},
	}, policy.Flags{})
	require.NoError(t, err)
	runRows(t, p, []row{
		{"what asks", "git reset --hard", rules.Allow, ""},
		{"what warns", "git push", rules.Allow, ""},
		{"not more than the words say", "git reset --hard; git clean -fd", rules.Ask, "git.clean-force"},
		{"not what the user blocks", "make deploy", rules.Block, "command.blocked"},
		{"not what is catastrophic, whatever it says of override", "rm -rf /", rules.Block, "fs.rm-root"},
		{"not what the profile blocks", "cat .env", rules.Block, "secrets.read"},
		{"not the tool's own verbs", "shimgen policy apply x", rules.Block, "self.verb"},
	})
}
