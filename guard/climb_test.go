package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// ".." behind what is not known leads out of every directory if there is enough of it.
func TestParentsOfUnknown(t *testing.T) {
	const far = "/../../../../../../../../.."
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a command's output", `echo x > "$(date)` + far + `/etc/passwd"`, rules.Block, "fs.system-write"},
		{"a variable", `rm -rf "$D` + far + `/etc"`, rules.Block, "fs.rm-system"},
		{"a variable within", `rm -rf "./a/$D/b` + far + `/etc"`, rules.Block, "fs.rm-system"},
		{"two variables", `rm -rf "$D/$E` + far + `/etc"`, rules.Block, "fs.rm-system"},
		{"the root itself", `rm -rf "$D` + far + `"`, rules.Block, "fs.rm-root"},
		{"other slashes and dots", `rm -rf "$D"/.//../../..//./../../../../../../etc`, rules.Block, "fs.rm-system"},
		{"what is read", `cat "$D` + far + `/etc/shadow"`, rules.Block, "secrets.read"},
		{"a directory to work in", `cd "$D` + far + `"; rm -rf etc`, rules.Block, "fs.rm-system"},
		{"from a directory that is not known", `cd "$D"; rm -rf .` + far + `/etc`, rules.Block, "fs.rm-system"},
		{"below a directory that is", `rm -rf /tmp/$D/../../etc`, rules.Block, "fs.rm-system"},
		{"each name of a loop", `for f in *; do rm -rf "$f` + far + `/etc"; done`, rules.Block, "fs.rm-system"},
		{"what a search finds", `find . -exec rm -rf {}` + far + `/etc \;`, rules.Block, "fs.rm-system"},
		{"names that Python lists", `python3 -c 'import os,shutil
for f in os.listdir("."): shutil.rmtree(f+"` + far + `/etc")'`, rules.Block, "fs.rm-system"},
		{"code with a variable in it", `python3 -c "open('$D` + far + `/etc/passwd','w')"`, rules.Block, "fs.system-write"},
		{"perhaps", `echo x > "$D/../../etc/passwd"`, rules.Ask, "fs.dotdot"},
		{"perhaps a secret", `cat "$D/../../etc/shadow"`, rules.Block, "secrets.read"},
		{"perhaps what is above", `rm -rf "$D/a/../../.."`, rules.Ask, "fs.rm-empty"},
		{"beside a script", `. "$(dirname "$0")/../lib/a.sh"; cp a "$(dirname "$0")/../../share/a"`, rules.Allow, ""},
		{"what was built", `rm -rf "$D/../build" "$(dirname "$0")/../../dist"`, rules.Allow, ""},
	})
}

// What code in another language puts behind something that is not known is followed as
// the shell's own text is, and so are its operands.
func TestClimbingInCode(t *testing.T) {
	const far = "/../../../../../../../../.."
	var rows []row
	for reason, source := range map[string]string{
		"Python, a sum":             `python3 -c 'open(input()+"` + far + `/etc/passwd","w")'`,
		"Python, a field":           `python3 -c 'x=input(); open(f"{x}` + far + `/etc/passwd","w")'`,
		"Python, a verb":            `python3 -c 'x=input(); open("%s` + far + `/etc/passwd" % x,"w")'`,
		"Python, a format":          `python3 -c 'x=input(); open("{}` + far + `/etc/passwd".format(x),"w")'`,
		"Python, joined":            `python3 -c 'import os; open(os.path.join(input(),"../../../../../../../..","etc/passwd"),"w")'`,
		"Python, joined behind":     `python3 -c 'import os; open(os.path.join("/tmp",input()+"` + far + `/etc/passwd"),"w")'`,
		"Python, a path":            `python3 -c 'from pathlib import Path; (Path(input())/"../../../../../../../../.."/"etc/passwd").write_text("")'`,
		"Python, two things":        `python3 -c 'open(input()+"/../../../../../"+input()+"/../../../../../etc/passwd","w")'`,
		"Python, a known operand":   `python3 -c 'import sys; open(sys.argv[1]+"` + far + `/etc/passwd","w")' a`,
		"Python, an unknown one":    `python3 -c 'import sys; open(sys.argv[1]+"` + far + `/etc/passwd","w")' $q`,
		"Python, an operand":        `python3 -c 'import sys; open(sys.argv[1],"w")' /etc/passwd`,
		"Python, the last one":      `python3 -c 'from sys import argv; open(argv[-1],"w")' a /etc/passwd`,
		"Python, each of them":      "python3 -c 'import sys,os\nfor p in sys.argv[1:]: os.remove(p)' a /etc/passwd",
		"JavaScript, a sum":         `node -e 'require("fs").writeFileSync(x+"` + far + `/etc/passwd","")'`,
		"JavaScript, a template":    "node -e 'require(\"fs\").writeFileSync(`${x}" + far + "/etc/passwd`,\"\")'",
		"JavaScript, joined":        `node -e 'require("fs").writeFileSync(require("path").join(process.env.X,"` + far + `/etc/passwd"),"")'`,
		"JavaScript, an operand":    `node -e 'require("fs").writeFileSync(process.argv[1],"")' /etc/passwd`,
		"JavaScript, each of them":  `node -e 'process.argv.slice(1).forEach(f=>require("fs").unlinkSync(f))' a /etc/passwd`,
		"PHP, a sum":                `php -r 'unlink($x."` + far + `/etc/passwd");'`,
		"PHP, in a text":            `php -r 'unlink("$x` + far + `/etc/passwd");'`,
		"PHP, an operand":           `php -r 'unlink($argv[1]);' /etc/passwd`,
		"awk, a variable":           `awk 'BEGIN { print 1 > (x "` + far + `/etc/passwd") }'`,
		"awk, a field":              `awk '{ print 1 > ($1 "` + far + `/etc/passwd") }' f`,
		"awk, a format":             `awk '{ print 1 > sprintf("%s` + far + `/etc/passwd", $1) }' f`,
		"Perl, a sum":               `perl -e 'unlink($x."` + far + `/etc/passwd")'`,
		"Perl, in a text":           `perl -e '$x=<STDIN>; unlink "$x` + far + `/etc/passwd"'`,
		"Ruby, a sum":               `ruby -e 'File.delete(gets+"` + far + `/etc/passwd")'`,
		"Ruby, in a text":           `ruby -e 'File.delete("#{x}` + far + `/etc/passwd")'`,
		"Ruby, joined":              `ruby -e 'File.delete(File.join(x,"../../../../../../../..","etc/passwd"))'`,
		"a word of a command":       `python3 -c 'import subprocess; subprocess.run(["tee",input()+"` + far + `/etc/passwd"])'`,
		"a word of Perl's command":  `perl -e 'system("tee",$ENV{X}."` + far + `/etc/passwd")'`,
		"a word of Ruby's command":  `ruby -e 'system("tee",gets+"` + far + `/etc/passwd")'`,
		"a word of node's command":  `node -e 'require("child_process").execFileSync("tee",[x+"` + far + `/etc/passwd"])'`,
		"behind a directory of its": `python3 -c 'import os; open(os.environ["X"]+"/a/b"+"` + far + `/etc/passwd","w")'`,
	} {
		rows = append(rows, row{reason, source, rules.Block, "fs.system-write"})
	}
	runRows(t, builtin(t, policy.Cautious), append(rows, []row{
		{"one directory up", `python3 -c 'open(input()+"/../x","w")'`, rules.Allow, ""},
		{"beside what is not known", `perl -e 'open(F,">",$x."/../out.txt")'`, rules.Allow, ""},
		{"one of its own", `ruby -e 'File.write(x+"/etc/passwd","")'`, rules.Allow, ""},
		{"perhaps", `node -e 'require("fs").writeFileSync(x+"/../../etc/passwd","")'`, rules.Ask, "fs.dotdot"},
	}...))
}

// A byte of known text stands for nothing else, in any language.
func TestNoByteOfCodeHidesAPath(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, source := range []string{
		`python3 -c 'open("\x01/../../../../../../etc/passwd","w")'`,
		`python3 -c 'import shutil; shutil.rmtree("\x01/../../../../../../etc")'`,
		`node -e 'require("fs").rmSync("\x01/../../../../../../etc",{recursive:true})'`,
		"node -e 'require(\"fs\").rmSync(\"\x01/../../../../../../etc\",{recursive:true})'",
		`perl -e 'unlink "\001/../../../../../../etc/passwd"'`,
		`ruby -e 'File.delete("\x01/../../../../../../etc/passwd")'`,
		`php -r 'unlink("\x01/../../../../../../etc/passwd");'`,
		`awk 'BEGIN { print "x" > "\001/../../../../../../etc/passwd" }'`,
		`echo x > $'\001'/../../../../../../etc/passwd`,
		`python3 -c "import os; os.system('rm -rf /\x01/..')"`,
	} {
		assert.Equal(t, rules.Block.String(), check(p, source).Action.String(), "%q", source)
	}
}
