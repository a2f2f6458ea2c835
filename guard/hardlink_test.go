package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What inline code gives a second name counts as changed, as for ln: by that name it may
// be written.
func TestSecondNamesInCode(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for command, action := range map[string]rules.Action{
		`python3 -c 'import os; os.link("/etc/passwd", "x")'`:                                   rules.Block,
		`python3 -c 'import os; os.link(src="/etc/passwd", dst="x")'`:                           rules.Block,
		`python3 -c 'from os import link as l; l("/etc/" + "passwd", "x")'`:                     rules.Block,
		`python3 -c 'import os; os.link(os.path.expanduser("~/.agent-loop/policy.toml"), "x")'`: rules.Block,
		`python3 -c 'from pathlib import Path; Path("x").hardlink_to("/etc/passwd")'`:           rules.Block,
		`python3 -c 'from pathlib import Path; Path("/etc/passwd").link_to("x")'`:               rules.Block,
		`python3 <<< 'import os; os.link("/etc/passwd", "x")'`:                                  rules.Block,
		`sh -c "python3 -c 'import os; os.link(\"/etc/passwd\", \"x\")'"`:                       rules.Block,
		`python3 -c 'import os; os.rename("/etc/passwd", "x")'`:                                 rules.Block,
		`node -e 'require("fs").linkSync("/etc/passwd", "x")'`:                                  rules.Block,
		`node -e 'require("node:fs/promises").link("/etc/passwd", "x")'`:                        rules.Block,
		`node -e 'const {link} = require("fs"); link("/etc/passwd", "x", () => {})'`:            rules.Block,
		`deno eval 'Deno.linkSync("/etc/passwd", "x")'`:                                         rules.Block,
		`perl -e 'link "/etc/passwd", "x"'`:                                                     rules.Block,
		`perl -e '$p = "/etc";' -e 'link("$p/passwd", "x")'`:                                    rules.Block,
		`ruby -e 'File.link("/etc/passwd", "x")'`:                                               rules.Block,
		`ruby -rfileutils -e 'FileUtils.ln "/etc/passwd", "x"'`:                                 rules.Block,
		`ruby -rfileutils -e 'FileUtils.link("/etc/passwd", "x")'`:                              rules.Block,
		`php -r 'link("/etc/passwd", "x");'`:                                                    rules.Block,
		`python3 -c 'import os; os.link("a", "b")'`:                                             rules.Allow,
		`python3 -c 'import os; os.symlink("/etc/passwd", "x")'`:                                rules.Allow,
		`node -e 'require("fs").symlinkSync("/etc/passwd", "x")'`:                               rules.Allow,
		`ruby -e 'File.symlink("/etc/passwd", "x")'`:                                            rules.Allow,
		`perl -e 'symlink("/etc/passwd", "x")'`:                                                 rules.Allow,
	} {
		d := check(p, command)
		assert.Equal(t, action.String(), d.Action.String(), "%s: %v %v", command, ids(d.Findings), d.Err)
	}
}
