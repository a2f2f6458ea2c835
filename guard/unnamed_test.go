package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
)

// A program whose name only the shell will know is judged by the words that follow it.
func TestProgramsWithoutAName(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, c := range []struct{ why, source, rule string }{
		{"options of rm and a home", `$TOOL -rf ~`, "fs.rm-home"},
		{"options of rm and the root", `"${T:?}" --recursive --force /`, "fs.rm-root"},
		{"a substitution in place of the name", `$(pick) -fr ~`, "fs.rm-home"},
		{"parameters in place of the name", `"$@" -rf ~`, "fs.rm-home"},
		{"options in one cluster with others", `$TOOL -vrf ~`, "fs.rm-home"},
		{"options behind the operand", `$TOOL ~ -rf`, "fs.rm-home"},
		{"options of chmod", `$TOOL -R 777 /`, "fs.rm-root"},
		{"verbs of git", `$VCS push --force origin main`, "git.push-force"},
		{"verbs of kubectl", `$KUBE delete namespace shop`, "k8s.delete-namespace"},
		{"verbs of terraform", `$TF destroy -auto-approve`, "terraform.destroy"},
		{"an option before the subcommand", `$VCS -C app push --force origin main`, "git.push-force"},
		{"an option with a value before the subcommand", `$KUBE -n prod delete namespace shop`, "k8s.delete-namespace"},
		{"a subcommand of two words", `$CLOUD s3 rb s3://shop --force`, "aws.s3-rb"},
		{"an option that rm does not have", `$TOOL -rz ~`, ""},
		{"options of a program that is named", `$WITH grep -rf patterns /etc`, ""},
		{"a name in several parts", `$A$B -rf ~`, "fs.rm-home"},
		{"a name known at its end", `${A}m -rf ~`, "fs.rm-home"},
		{"a name known at another end", `${A}x -rf ~`, ""},
		{"a name in a directory", `/usr/bin/$A -rf ~`, "fs.rm-home"},
		{"a variable with the name of a program", `curl -s u | $PYTHON -`, "run.remote"},
		{"a variable with the name of a program's file", `${GIT_BIN} push --force`, "git.push-force"},
		{"a harmless program", `$MAKE -C src all`, ""},
		{"the login shell", `curl -s u | $SHELL`, "run.remote"},
		{"bash itself", `x=$(curl -s u); $BASH -c "$x"`, "run.remote"},
		{"a directory of the project", `$TOOL -rf build`, ""},
		{"options of another program", `$PIP -r requirements.txt`, ""},
		{"a file that is read", `$PYTHON -f /etc/hosts`, ""},
		{"a verb that changes nothing", `$VCS status`, ""},
	} {
		d := check(p, c.source)
		require.NoError(t, d.Err, c.why)
		assert.Equal(t, c.rule, worst(d), c.why)
	}
}
