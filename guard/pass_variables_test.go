package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
)

// What inline code puts into its environment is judged as the shell's own assignments are,
// and the shells that it starts read it.
func TestVariablesThatCodeHandsOn(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, c := range []struct{ why, source, rule string }{
		{"a home", `python3 -c 'import os,subprocess; os.environ["HOME"]="/tmp/x"; subprocess.run(["git","log"])'`, "env.home"},
		{"in another environment", `python3 -c 'import os,subprocess; subprocess.run(["git","log"],env={**os.environ,"HOME":"/tmp/x"})'`, "env.home"},
		{"of node", `node -e 'process.env.HOME="/tmp/x"; require("child_process").execSync("git log")'`, "env.home"},
		{"of Perl", `perl -e '$ENV{HOME}="/tmp/x"; system("git log")'`, "env.home"},
		{"of Ruby", `ruby -e 'system({"HOME"=>"/tmp/x"},"git log")'`, "env.home"},
		{"of PHP", `php -r 'putenv("HOME=/tmp/x"); system("git log");'`, "env.home"},
		{"of awk", `awk 'BEGIN { ENVIRON["HOME"]="/tmp/x"; system("git log") }'`, "env.home"},
		{"in a script", "cat > a.py <<'E'\nimport os\nos.environ['HOME']='/tmp/x'\nos.system('git log')\nE\npython3 a.py", "env.home"},
		{"a library", `python3 -c 'import os,subprocess; os.environ["LD_PRELOAD"]="./x.so"; subprocess.run(["ls"])'`, "run.environment"},
		{"a program of git's", `ruby -e 'ENV["GIT_SSH_COMMAND"]="./x"; system("git fetch")'`, "run.environment"},
		{"settings of git's", `python3 -c 'import os; os.environ.update(GIT_CONFIG_COUNT="1",GIT_CONFIG_KEY_0="core.fsmonitor",GIT_CONFIG_VALUE_0="./x"); os.system("git status")'`, "git.config-code"},
		{"what a shell expands", `python3 -c 'import os; os.environ["X"]="/etc"; os.system("rm -rf $X")'`, "fs.rm-system"},
		{"what it runs", `perl -e '$ENV{X}="rm -rf /"; system("eval \"\$X\"")'`, "fs.rm-root"},
		{"one of two", `python3 -c 'import os; os.environ["X"]="a"; os.environ["X"]="b"; os.system("ls $X")'`, ""},
		{"a directory of its own", `python3 -c 'import os,tempfile; os.environ["HOME"]=tempfile.mkdtemp(); os.system("git log")'`, ""},
		{"no program is started", `python3 -c 'import os; os.environ["HOME"]="/tmp/x"; print(1)'`, ""},
		{"no rule is about it", `python3 -c 'import os,subprocess; os.environ["APP_ENV"]="test"; subprocess.run(["ls"])'`, ""},
	} {
		d := check(p, c.source)
		require.NoError(t, d.Err, c.why)
		assert.Equal(t, c.rule, worst(d), c.why)
	}
}
