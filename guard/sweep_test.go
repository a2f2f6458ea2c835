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

// Emptying every file in place is as much as deleting it, in the work directory too.
func TestSweepsThatEmpty(t *testing.T) {
	const empty, sed, nothing, silent = "fs.empty-found", "fs.sed-found", "fs.nothing-over-found", "fs.print-nothing-found"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"by find", `find . -type f -exec truncate -s 0 {} +`, rules.Ask, empty},
		{"by a list of git's", `truncate -s 0 $(git ls-files)`, rules.Ask, empty},
		{"by a redirection in a loop", `find . -type f | while read -r f; do > "$f"; done`, rules.Ask, empty},
		{"by a redirection of nothing", `for f in $(git ls-files); do cat /dev/null > "$f"; done`, rules.Ask, empty},
		{"by dd", `find . -type f -exec dd if=/dev/null of={} \;`, rules.Ask, empty},
		{"by a pattern that descends", `shopt -s globstar; truncate -s 0 **/*`, rules.Ask, empty},
		{"by sed", `git ls-files | xargs sed -i 1,\$d`, rules.Ask, sed},
		{"by cp", `find . -type f -exec cp /dev/null {} \;`, rules.Ask, nothing},
		{"by perl", `find . -type f -exec perl -i -ne '' {} +`, rules.Ask, silent},
		{"those that a name picks", `find . -name '*.log' -exec truncate -s 0 {} +`, rules.Allow, ""},
		{"those that a pattern picks, below too", `shopt -s globstar; truncate -s 0 **/*.log`, rules.Allow, ""},
		{"one", `: > app.log`, rules.Allow, ""},
		{"a line is added", `find . -type f | while read -r f; do echo >> "$f"; done`, rules.Allow, ""},
		{"a new file beside each", `find . -type f | while read -r f; do cat head "$f" > "$f.new"; done`, rules.Allow, ""},
		{"an edit of each", `git ls-files | xargs sed -i 's/a/b/'`, rules.Allow, ""},
		{"below", `find logs -type f -exec truncate -s 0 {} +`, rules.Allow, ""},
		{"a home's pictures", `shopt -s globstar; for f in ~/**/*.jpg; do rm -f "$f"; done`, rules.Ask, "fs.delete-found"},
		{"pictures here", `shopt -s globstar; rm -f **/*.jpg`, rules.Allow, ""},
	})
}

// Code that goes through a directory with an iterator deletes as much as code that lists it.
func TestSweepsByIterators(t *testing.T) {
	const outside, all = "fs.delete-found-outside", "fs.delete-found"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"PHP's tree", `php -r 'foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator(getenv("HOME"))) as $f) { $f->isDir() ? rmdir($f) : unlink($f); }'`, rules.Ask, all},
		{"PHP's entries", `php -r 'foreach (new DirectoryIterator("/mnt/d") as $f) if ($f->isFile()) unlink($f->getPathname());'`, rules.Ask, outside},
		{"PHP's handle", `php -r '$h = opendir("/mnt/d"); while (($e = readdir($h)) !== false) { if ($e != "." && $e != "..") unlink("/mnt/d/$e"); }'`, rules.Ask, outside},
		{"PHP's directory object", `php -r '$d = dir("/mnt/d"); while ($e = $d->read()) unlink($d->path."/".$e);'`, rules.Ask, outside},
		{"PHP, some", `php -r 'foreach (new DirectoryIterator("/mnt/d") as $f) if ($f->getExtension() == "log") unlink($f->getPathname());'`, rules.Warn, "fs.outside-write"},
		{"PHP, below the work directory", `php -r 'foreach (new FilesystemIterator("build") as $f) unlink($f);'`, rules.Allow, ""},
		{"Python's scandir", `python3 -c 'import os; [os.remove(e.path) for e in os.scandir("/mnt/d") if e.is_file()]'`, rules.Ask, outside},
		{"Python's scandir here, some", `python3 -c 'import os; [os.remove(e) for e in os.scandir(".") if e.name.endswith(".pyc")]'`, rules.Allow, ""},
		{"Python's fwalk", `python3 -c 'import os; [os.unlink(f, dir_fd=d) for _, _, fs, d in os.fwalk("/mnt/d") for f in fs]'`, rules.Ask, outside},
		{"a method that map calls", `python3 -c 'from pathlib import Path; any(map(Path.unlink, Path("/mnt/d").glob("*")))'`, rules.Ask, outside},
		{"Node's entries", `node -e 'const fs=require("fs"); fs.readdirSync("/mnt/d",{withFileTypes:true}).forEach(e=>fs.unlinkSync(e.parentPath+"/"+e.name))'`, rules.Ask, outside},
		{"Node's names, mapped", `node -e 'const fs=require("fs"); fs.readdirSync("/mnt/d").map(f=>"/mnt/d/"+f).forEach(f=>fs.unlinkSync(f))'`, rules.Ask, outside},
		{"Perl's handle", `perl -e 'opendir D, "/mnt/d"; unlink "/mnt/d/$_" for readdir D'`, rules.Ask, outside},
		{"Perl's pattern in a loop", `perl -e 'while (</mnt/d/*>) { unlink }'`, rules.Ask, outside},
		{"a list on standard input", `find . | perl -nle unlink`, rules.Ask, all},
		{"a list on standard input that a name limits", `find . -name '*.pyc' | perl -nle unlink`, rules.Allow, ""},
	})
}
