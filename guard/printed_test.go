package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Programs that print files in a form of their own, and git, which keeps them.
func TestSecretsPrinted(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"staged", "git add .env", rules.Block, "secrets.read"},
		{"staged by force", "git add -f config/.env.production", rules.Block, "secrets.read"},
		{"staged with all else", "git add -A", rules.Allow, ""},
		{"an example", "git add .env.example src", rules.Allow, ""},
		{"of a commit", "git show HEAD~2:config/.env", rules.Block, "secrets.read"},
		{"of the index", "git cat-file -p :.env", rules.Block, "secrets.read"},
		{"of no commit", "git show HEAD:README.md", rules.Allow, ""},
		{"the size of one", "git cat-file -s HEAD:.env", rules.Allow, ""},
		{"into the store", "git hash-object -w ~/.ssh/id_rsa", rules.Block, "secrets.read"},
		{"as a dump", "xxd -p ~/.ssh/id_rsa", rules.Block, "secrets.read"},
		{"as its strings", "strings -n 8 ~/.aws/credentials", rules.Block, "secrets.read"},
		{"as JSON", "jq -r .auths ~/.docker/config.json", rules.Block, "secrets.read"},
		{"a filter that is called like one", "jq --arg a b '.env' x.json", rules.Allow, ""},
		{"settings in YAML", "yq -i '.a = 1' x.yml", rules.Allow, ""},
	})
}

// What a program writes that says so with an option of its own.
func TestFilesWritten(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"by a compiler", "gcc -O2 -o /usr/bin/ls x.c", rules.Block, "fs.system-write"},
		{"by a compiler, here", "gcc -Wall -O2 -o a a.c -lm && ./a", rules.Allow, ""},
		{"by an archiver", "7z x a.7z -o/usr/bin", rules.Block, "fs.system-write"},
		{"by an archiver, here", "7z x a.7z -oout -y", rules.Allow, ""},
		{"by a patch", "patch /etc/hosts < p", rules.Block, "fs.system-write"},
		{"by a converter", "iconv -f latin1 -t utf8 -o /etc/x y", rules.Block, "fs.system-write"},
		{"by an editor, under its own name", `printf '%s\n' ',d' w q | ed -s /etc/passwd`, rules.Block, "fs.system-write"},
		{"by an editor that only looks", `printf '%s\n' ',p' q | ed -s /etc/passwd`, rules.Allow, ""},
		{"by vim", "vim -es -c '%s/a/b/' -c wq /etc/hosts", rules.Block, "fs.system-write"},
	})
}

// Programs that run their operands.
func TestRunners(t *testing.T) {
	for _, by := range []string{
		"pkexec", "runuser -u x --", "gosu x", "setarch x86_64 -R", "firejail --quiet", "fakeroot", "systemd-inhibit --what=idle", "unbuffer", "entr -r", "ccache",
		"proxychains", "numactl -N 0", "xvfb-run -a", "caffeinate -i", "dbus-run-session --", "systemd-cat -t x", "faketime '2 days ago'", "tini --", "chronic",
	} {
		runRows(t, builtin(t, policy.Cautious), []row{{by, by + " rm -rf ~", rules.Block, "fs.rm-home"}})
	}
	runRows(t, builtin(t, policy.Cautious), []row{
		{"as text", "ls | entr -s 'rm -rf ~'", rules.Block, "fs.rm-home"},
		{"as a group", "sg docker -c 'rm -rf ~'", rules.Block, "fs.rm-home"},
		{"with capabilities", "capsh --drop=all -- -c 'rm -rf ~'", rules.Block, "fs.rm-home"},
		{"something plain", "xvfb-run -a npm test", rules.Allow, ""},
		{"a test at each change", "ls src | entr -c go test ./...", rules.Allow, ""},
	})
}
