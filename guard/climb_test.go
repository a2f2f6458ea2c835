package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// ".." behind what is not known leads out of every directory if there is enough of it.
func TestClimbing(t *testing.T) {
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
		{"perhaps", `echo x > "$D/../../etc/passwd"`, rules.Ask, "fs.climb"},
		{"perhaps a secret", `cat "$D/../../etc/shadow"`, rules.Block, "secrets.read"},
		{"perhaps what is above", `rm -rf "$D/a/../../.."`, rules.Ask, "fs.rm-empty"},
		{"beside a script", `. "$(dirname "$0")/../lib/a.sh"; cp a "$(dirname "$0")/../../share/a"`, rules.Allow, ""},
		{"what was built", `rm -rf "$D/../build" "$(dirname "$0")/../../dist"`, rules.Allow, ""},
	})
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
