package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Names that a pattern matches, or a search finds, wherever they are kept.
func TestPatternsThatAreKept(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"in every home", `cat /home/*/.ssh/id_*`, rules.Block, "secrets.read"},
		{"in some homes of a Mac", `tar c /Users/a*/.aws`, rules.Block, "secrets.read"},
		{"start-up files of every home", `echo x | tee -a /home/*/.bashrc`, rules.Ask, "persistence.write"},
		{"public keys of every home", `cat /home/*/.ssh/*.pub`, rules.Allow, ""},
		{"projects of every home", `ls /home/*/src/*.go`, rules.Allow, ""},
		{"in an array", `a=(/*); rm -rf "${a[@]}"`, rules.Block, "fs.rm-root"},
		{"one of an array", `a=(/*); rm -rf "${a[$i]}"`, rules.Block, "fs.rm-root"},
		{"in an array with options", `a=(-rf /*); rm "${a[@]}"`, rules.Block, "fs.rm-root"},
		{"as parameters", `set -- /*; rm -rf "$@"`, rules.Block, "fs.rm-root"},
		{"as parameters that are shifted", `set -- x /*; while [ $# -gt 0 ]; do rm -rf "$1"; shift; done`, rules.Block, "fs.rm-root"},
		{"as arguments", `f() { rm -rf "$1"; }; f /*`, rules.Block, "fs.rm-root"},
		{"as arguments of a shell", `sh -c 'rm -rf "$@"' _ /*`, rules.Block, "fs.rm-root"},
		{"cut", `for i in /*/; do rm -rf "${i%/}"; done`, rules.Block, "fs.rm-root"},
		{"with a default", `for i in /*; do rm -rf "${i:-x}"; done`, rules.Block, "fs.rm-root"},
		{"collected by a loop", `for i in /*; do a+=("$i"); done; rm -rf "${a[@]}"`, rules.Block, "fs.rm-root"},
		{"printed", `echo /* | xargs rm -rf`, rules.Block, "fs.rm-root"},
		{"printed, with options", `echo -rf /* | xargs rm`, rules.Block, "fs.rm-root"},
		{"printed to a NUL each", `printf '%s\0' /* | xargs -0 rm -rf`, rules.Block, "fs.rm-root"},
		{"listed", `rm -rf $(ls -d /*)`, rules.Block, "fs.rm-root"},
		{"listed, through a filter", `ls -d /*/ | awk '{print $1}' | xargs rm -rf`, rules.Block, "fs.rm-root"},
		{"a name that is spelt out", `rm -rf $(ls -d /)`, rules.Block, "fs.rm-root"},
		{"a name that need not be there", `rm -rf "$(ls -d nope)"/*`, rules.Ask, "fs.rm-empty"},
		{"the same by a variable", `D=$(ls -d build/ 2>/dev/null); rm -rf "$D"/*`, rules.Ask, "fs.rm-empty"},
		{"read by a loop", `ls -d /* | while read -r d; do rm -rf "$d"; done`, rules.Block, "fs.rm-root"},
		{"mapped", `mapfile -t a < <(ls -d /*); rm -rf "${a[@]}"`, rules.Block, "fs.rm-root"},
		{"found, read by a loop", `find / | while read f; do rm "$f"; done`, rules.Ask, "fs.delete-found"},
		{"found, in a loop", `for f in $(find / -type f); do rm "$f"; done`, rules.Ask, "fs.delete-found"},
		{"keys, read by a loop", `find ~/.ssh -type f | while read k; do cat "$k"; done`, rules.Block, "secrets.read"},
		{"a secret by its name, read by a loop", `find . -name .env | while read k; do cat "$k"; done`, rules.Block, "secrets.read"},
		{"files here", `for f in *.log; do rm "$f"; done`, rules.Allow, ""},
		{"sources in an array", `files=(src/*.go); gofmt -l "${files[@]}"`, rules.Allow, ""},
		{"files that a search finds here", `find . -name '*.pyc' | while read f; do rm "$f"; done`, rules.Allow, ""},
		{"a directory in each place", `find . -name node_modules -type d | while read d; do rm -rf "$d"; done`, rules.Allow, ""},
		{"files that are renamed", `for f in *.txt; do mv "$f" "${f%.txt}.md"; done`, rules.Allow, ""},
		{"old files of a list", `rm -f $(ls -t logs/*.log | tail -n +6)`, rules.Allow, ""},
		{"temporary files", `a=(/tmp/test-*); rm -rf "${a[@]}"`, rules.Allow, ""},
		{"a program and its arguments", `run() { "$@"; }; run go build ./cmd/*`, rules.Allow, ""},
		{"a list that is read alone", `ls -d /usr/lib/python3* | while read d; do ls "$d" | wc -l; done`, rules.Allow, ""},
	})
}

// Source that is known in part is judged as far as it is known.
func TestSourceKnownInPart(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"of a shell", `bash -c "rm -rf / $x"`, rules.Block, "fs.rm-root"},
		{"of a shell elsewhere", `ssh h "rm -rf / $x"`, rules.Block, "fs.rm-root"},
		{"of an eval", `d=/; eval "rm -rf \$d $x"`, rules.Block, "fs.rm-root"},
		{"of a trap", `trap "rm -rf / $x" EXIT`, rules.Block, "fs.rm-root"},
		{"of an alias", `alias z="rm -rf / $x"`, rules.Block, "fs.rm-root"},
		{"in a document", "bash <<E\ncd $x\nrm -rf /\nE", rules.Block, "fs.rm-root"},
		{"written to a pipe", `echo "rm -rf / $x" | sh`, rules.Block, "fs.rm-root"},
		{"in another source", `bash -c "sh -c 'rm -rf / $x'"`, rules.Block, "fs.rm-root"},
		{"with a name that a pattern matches", `for i in /*; do sh -c "rm -rf '$i'"; done`, rules.Block, "fs.rm-root"},
		{"with a name that is fed", `printf '%s\n' /* | xargs -I{} sh -c 'rm -rf "{}"'`, rules.Block, "fs.rm-root"},
		{"a variable that may be empty", `bash -c "rm -rf $x/*"`, rules.Ask, "fs.rm-empty"},
		{"a secret", `bash -c "cat ~/.ssh/id_rsa | grep $x"`, rules.Block, "secrets.read"},
		{"an ordinary one", `bash -c "source $VENV/bin/activate && pip install -r requirements.txt"`, rules.Allow, ""},
		{"an ordinary one elsewhere", `ssh h "cd $dir && ls -la"`, rules.Allow, ""},
		{"an ordinary trap", `trap "rm -f $tmp" EXIT`, rules.Allow, ""},
		{"text of which nothing is known", `eval "$x"`, rules.Allow, ""},
		{"text that is no source", `bash -c "echo ($x"`, rules.Allow, ""},
	})
}

// Inline code into which a shell puts what is not known: the rest of it is read.
func TestInlineCodeKnownInPart(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"python beside a variable", `python3 -c "import shutil; shutil.rmtree('/etc'); print('$x')"`, rules.Block, "fs.rm-system"},
		{"a command that begins", `python3 -c "import os; os.system('rm -rf / $x')"`, rules.Block, "fs.rm-root"},
		{"node", `node -e "require('child_process').execSync('rm -rf / $x')"`, rules.Block, "fs.rm-root"},
		{"perl", `perl -e "system('rm -rf / $x')"`, rules.Block, "fs.rm-root"},
		{"ruby", `ruby -e "system('rm -rf / $x')"`, rules.Block, "fs.rm-root"},
		{"php", `php -r "exec('rm -rf / $x');"`, rules.Block, "fs.rm-root"},
		{"a language without a reader", `Rscript -e "system('rm -rf / $x')"`, rules.Ask, "run.inline-literal"},
		{"the same, with a value", `Rscript -e "print('$x')"`, rules.Allow, ""},
		{"awk", `awk "BEGIN{system(\"rm -rf / $x\")}"`, rules.Block, "fs.rm-root"},
		{"a here-document with a variable", "python3 <<E\nimport os\nos.remove('/etc/passwd')\nprint($n)\nE", rules.Block, "fs.system-write"},
		{"a command that is all unknown", `python3 -c "import os; os.system('$cmd')"`, rules.Ask, "run.inline-dynamic"},
		{"a value", `python3 -c "print($a + $b)"`, rules.Allow, ""},
		{"a file", `python3 -c "import json; print(json.load(open('$f'))['name'])"`, rules.Allow, ""},
		{"a field", `awk "{print \$$n}" data.txt`, rules.Allow, ""},
		{"a text", `node -e "console.log('$x'.trim())"`, rules.Allow, ""},
		{"a line of sed", `sed -n "${n}p" data.txt`, rules.Allow, ""},
		{"a substitution of sed", `sed -i "s/$old/$new/g" data.txt`, rules.Allow, ""},
		{"code that is all unknown", `python3 -c "$code"`, rules.Allow, ""},
		{"code in which nothing fits the variable", `python3 -c "print(1$x)"`, rules.Allow, ""},
	})
}
