package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What is written into a directory of shared places is a name in it.
func TestWritesIntoSharedDirectories(t *testing.T) {
	const shared, system = "fs.shared-write", "fs.system-write"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a copy", "cp x /usr/local/bin/", rules.Ask, shared},
		{"by an option", "cp -t /usr/local/bin x", rules.Ask, shared},
		{"a move", "mv x /usr/local/bin/", rules.Ask, shared},
		{"with a mode", "install -m 755 x /usr/local/bin", rules.Ask, shared},
		{"a link", "ln -s x /usr/local/bin", rules.Ask, shared},
		{"an archive", "tar -C /usr/local -xf a.tgz", rules.Ask, shared},
		{"in the directory", "cd /opt && unzip a.zip", rules.Ask, shared},
		{"a download", "wget -P /opt http://h/x", rules.Ask, shared},
		{"a tree", "cp -r dist /var/www/", rules.Ask, shared},
		{"a directory that has names of the system", "cp a /var/log/", rules.Ask, shared},

		{"one of those names", "cp wtmp /var/log/", rules.Block, system},
		{"in other directories", "cp -r dpkg /var/lib/", rules.Block, system},
		{"with its parents", "cp --parents dpkg/status /var/lib", rules.Block, system},
		{"all that a directory contains", "cp -r x/. /var/lib/", rules.Block, system},
		{"the same without a name", "cp -r x/ /var/lib/", rules.Block, system},
		{"names that nobody knows", "cp -r x/* /var/lib/", rules.Block, system},
		{"those of an archive", "tar -C /var/lib -xf a.tar", rules.Block, system},
		{"an archive's name is none of them", "unzip a.zip -d /var/log", rules.Block, system},
		{"a list", "rsync --files-from=l src /var/log/", rules.Block, system},
		{"a directory of the system", "cp a /usr/bin/", rules.Block, system},
		{"the one above", "cp a /usr/local/bin/../../bin", rules.Block, system},
		{"by a link", "ln -s /usr/bin /tmp/b; cp a /tmp/b/", rules.Block, system},
		{"the directory itself, deleted", "rm -rf /usr/local/", rules.Block, system},
		{"moved away", "mv /usr/local/bin /tmp/b", rules.Block, system},
		{"closed", "chmod -R 700 /usr/local/bin", rules.Block, system},
		{"given away", "chown -R me /opt", rules.Block, "fs.change-root"},
		{"emptied by a mirror", "rsync -a --delete x/ /usr/local/bin", rules.Block, "fs.mirror-home"},
		{"and the tree above", "rsync -a --delete x/ /usr/local/", rules.Block, "fs.mirror-home"},
	})
}
