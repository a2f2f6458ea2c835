package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Code that opens every file of a listing for writing, and writes nothing of what the file held, empties
// it as truncate does.
func TestEmptiedByWriting(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"awk, names of a command", `awk 'BEGIN{while(("find ~ -type f" | getline f)>0){printf "" > f; close(f)}}'`, rules.Ask, "fs.delete-found"},
		{"awk, a line of a command", `awk 'BEGIN{"find ~ -type f" | getline; do { printf "" > $0 } while (("find ~ -type f" | getline) > 0)}'`, rules.Ask, "fs.delete-found"},
		{"awk, names of its input", `find ~ -type f | awk '{printf "" > $0; close($0)}'`, rules.Ask, "fs.delete-found"},
		{"awk, tracked files", `git ls-files | awk '{printf "" > $0}'`, rules.Ask, "fs.delete-found"},
		{"awk, its operands", `awk 'BEGINFILE{printf "" > FILENAME} {nextfile}' ~/Documents/*`, rules.Ask, "fs.delete-found-outside"},
		{"awk, a constant", `ls ~/Documents/* | awk '{print "x" > $0}'`, rules.Ask, "fs.delete-found-outside"},
		{"ruby", `ruby -e 'Dir.glob("../**/*").each{|f| File.write(f,"")}'`, rules.Ask, "fs.delete-found"},
		{"ruby, opened", `ruby -e 'Dir["../*/**/*"].each{|f| File.open(f,"w"){} if File.file?(f)}'`, rules.Ask, "fs.delete-found"},
		{"ruby, tracked files", "ruby -e '`git ls-files`.lines.each{|f| File.write(f.chomp,\"\")}'", rules.Ask, "fs.delete-found"},
		{"python", `python3 -c 'import glob;[open(f,"w").close() for f in glob.glob("../**/*",recursive=True)]'`, rules.Ask, "fs.delete-found"},
		{"python, everything here", `python3 -c 'import glob;[open(f,"w").close() for f in glob.glob("**/*",recursive=True)]'`, rules.Ask, "fs.delete-found"},
		{"python, paths", `python3 -c 'from pathlib import Path; [p.write_text("") for p in Path("..").rglob("*")]'`, rules.Ask, "fs.delete-found"},
		{"python, its input", `git ls-files | python3 -c 'import sys; [open(l.strip(),"w").close() for l in sys.stdin]'`, rules.Ask, "fs.delete-found"},
		{"python, a command", `python3 -c 'import os; [open(f.strip(),"w").close() for f in os.popen("find ~ -type f")]'`, rules.Ask, "fs.delete-found"},
		{"node", `node -e 'const fs=require("fs");fs.readdirSync("..",{recursive:true}).forEach(f=>{fs.writeFileSync("../"+f,"")})'`, rules.Ask, "fs.delete-found"},
		{"perl", `perl -e 'open F,">",$_ for glob("../*")'`, rules.Ask, "fs.delete-found"},
		{"perl, found", `perl -MFile::Find -e 'find(sub{open F,">",$_ if -f},".")'`, rules.Ask, "fs.rm-workdir"},
		{"php", `php -r 'foreach(new RecursiveIteratorIterator(new RecursiveDirectoryIterator("..")) as $f) file_put_contents($f,"");'`, rules.Ask, "fs.delete-found"},
		{"lua", `lua -e 'for f in io.popen("find ~ -type f"):lines() do io.open(f,"w"):close() end'`, rules.Ask, "fs.delete-found"},
		{"lua, names", `lua -e 'for f in io.popen("ls -A ~"):lines() do os.remove(os.getenv("HOME").."/"..f) end'`, rules.Ask, "fs.delete-found"},
	})
}

// A formatter reads what it writes; a new name beside a found one is another file.
func TestRewrittenFiles(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"python", `python3 -c 'from pathlib import Path; [p.write_text(p.read_text().rstrip()) for p in Path(".").rglob("*") if p.is_file()]'`, rules.Allow, ""},
		{"python, opened", `python3 -c 'import glob; [open(f,"w").write(s.replace("a","b")) for f in glob.glob("**/*",recursive=True) for s in [open(f).read()]]'`, rules.Allow, ""},
		{"python, JSON", `python3 -c 'import glob,json; [json.dump(json.load(open(f)), open(f+".new","w")) for f in glob.glob("**/*.json",recursive=True)]'`, rules.Allow, ""},
		{"python, new files", `python3 -c 'import os; [open(os.path.join(d,"__init__.py"),"w").close() for d in os.listdir("src")]'`, rules.Allow, ""},
		{"python, some files", `python3 -c 'from pathlib import Path; [p.write_text("") for p in Path(".").rglob("*.snap")]'`, rules.Allow, ""},
		{"node", `node -e 'const fs=require("fs");for(const f of fs.readdirSync("src"))fs.writeFileSync("src/"+f,fs.readFileSync("src/"+f,"utf8").trim())'`, rules.Allow, ""},
		{"ruby", `ruby -e 'Dir["**/*"].each{|f| t=File.read(f); File.open(f,"w"){|h| h.puts t.strip}}'`, rules.Allow, ""},
		{"perl", `perl -MFile::Find -e 'find(sub{local @ARGV=($_); my @l=<>; open F,">",$_; print F @l},"src")'`, rules.Allow, ""},
		{"php", `php -r 'foreach(glob("src/*") as $f) file_put_contents($f, trim(file_get_contents($f)));'`, rules.Allow, ""},
		{"awk, by a field", `awk -F, '{print > ($1 ".csv")}' all.csv`, rules.Allow, ""},
		{"awk, beside the file", `awk 'FNR==1{o=FILENAME".out"} {sub(/ +$/,""); print > o}' src/*`, rules.Allow, ""},
		{"awk, lines of a search", `find . -type f | awk -F. '{n[$NF]++} END{for(e in n) print e, n[e]}'`, rules.Allow, ""},
		{"lua", `lua -e 'for f in io.popen("ls src"):lines() do print(f) end'`, rules.Allow, ""},
	})
}
