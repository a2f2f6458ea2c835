package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Whatever lies in a directory outside, deleted name by name, is as much as the directory.
func TestSweepsOutside(t *testing.T) {
	const markDeletesAll = "fs.delete-found-outside"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a pattern", `rm -f /mnt/d/*`, rules.Ask, markDeletesAll},
		{"a pattern that picks", `rm -f /mnt/d/*.log`, rules.Warn, "fs.outside-write"},
		{"a pattern in a loop", `for f in /mnt/d/*; do rm -- "$f"; done`, rules.Ask, markDeletesAll},
		{"Python's pattern", `python3 -c 'import os,glob; [os.remove(f) for f in glob.glob("/mnt/d/*")]'`, rules.Ask, markDeletesAll},
		{"Python's pattern that picks", `python3 -c 'import os,glob; [os.remove(f) for f in glob.glob("/mnt/d/*.log")]'`, rules.Warn, "fs.outside-write"},
		{"Python's list", `python3 -c 'import os; [os.remove("/mnt/d/"+f) for f in os.listdir("/mnt/d")]'`, rules.Ask, markDeletesAll},
		{"Python's list, some", `python3 -c 'import os; [os.remove("/mnt/d/"+f) for f in os.listdir("/mnt/d") if f.endswith(".log")]'`, rules.Warn, "fs.outside-write"},
		{"Python's list, files alone", `python3 -c 'import os; [os.remove("/mnt/d/"+f) for f in os.listdir("/mnt/d") if os.path.isfile("/mnt/d/"+f)]'`, rules.Ask, markDeletesAll},
		{"Python's paths", `python3 -c 'from pathlib import Path; [p.unlink() for p in Path("/mnt/d").iterdir()]'`, rules.Ask, markDeletesAll},
		{"Python's paths that a pattern picks", `python3 -c 'from pathlib import Path; [p.unlink() for p in Path("/mnt/d").glob("*.log")]'`, rules.Warn, "fs.outside-write"},
		{"Perl's pattern", `perl -e 'unlink glob("/mnt/d/*")'`, rules.Ask, markDeletesAll},
		{"Perl's pattern, old ones", `perl -e '-M $_ > 30 and unlink for glob("/mnt/d/*")'`, rules.Warn, "fs.outside-write"},
		{"Ruby", `ruby -e 'Dir.glob("/mnt/d/*").each { |f| File.delete(f) }'`, rules.Ask, markDeletesAll},
		{"JavaScript", `node -e 'const fs=require("fs"); for (const f of fs.readdirSync("/mnt/d")) fs.unlinkSync("/mnt/d/"+f)'`, rules.Ask, markDeletesAll},
		{"PHP", `php -r 'foreach (glob("/mnt/d/*") as $f) unlink($f);'`, rules.Ask, markDeletesAll},
		{"one name that the shell knows", `python3 -c "import os; os.remove('/mnt/d/$f')"`, rules.Warn, "fs.outside-write"},
		{"below the work directory", `python3 -c 'import os; [os.remove("build/"+f) for f in os.listdir("build")]'`, rules.Allow, ""},
	})
}
