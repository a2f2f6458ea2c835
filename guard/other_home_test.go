package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What runs later, and what gives access, in another user's home.
func TestHomesOfOthers(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"who may log in", `echo k >> /home/other/.ssh/authorized_keys`, rules.Ask, "persistence.write"},
		{"a shell's start", `tee -a /Users/other/.zshrc < x`, rules.Ask, "persistence.write"},
		{"root's", `echo x >> /root/.bashrc`, rules.Block, "fs.system-write"},
		{"a service's", `echo x >> /var/lib/postgresql/.profile`, rules.Ask, "fs.shared-write"},
		{"by a relative name", `cd /home/other && echo x >> .profile`, rules.Ask, "persistence.write"},
		{"in a filter", `sed -i 's/.*//w /home/other/.bashrc' notes.txt`, rules.Ask, "persistence.write"},
		{"keys", `cat /Users/other/.aws/sso/cache/x.json`, rules.Block, "secrets.read"},
		{"keys that a pattern finds", `python3 -c "import glob; [print(open(f).read()) for f in glob.glob('/home/other/.ssh/*')]"`, rules.Block, "secrets.read"},
		{"keys that a listing finds", `python3 -c "import os; [print(open(e.path).read()) for e in os.scandir('/home/other/.ssh')]"`, rules.Block, "secrets.read"},
		{"a project there", `cat /home/other/project/.npmrc /home/other/project/README.md`, rules.Allow, ""},
		{"settings", `cat /home/other/.gitconfig`, rules.Allow, ""},
		{"a public key", `cat /home/other/.ssh/id_rsa.pub`, rules.Allow, ""},
		{"names", `ls /home/other/.ssh`, rules.Allow, ""},
		{"a program's data", `cat /var/lib/dpkg/status`, rules.Allow, ""},
	})
}
