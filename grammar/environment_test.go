package grammar

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/parser"
)

// inheritance are scripts that pass variables on, or mean not to, and what the
// shell they start makes of $D.
var inheritance = []struct{ reason, script, want string }{
	{"exported", `export D=/x; SHELL`, "/x"},
	{"exported, then assigned", `export D; D=/x; SHELL`, "/x"},
	{"assigned, then exported", `D=/x; export D; SHELL`, "/x"},
	{"exported and changed", `export D=/y; D=/x; SHELL; D=/z`, "/x"},
	{"exported by what a builtin runs", `builtin export D=/x; SHELL`, "/x"},
	{"before the command", `D=/x SHELL`, "/x"},
	{"before the command, of another", `A=/x; D=$A/y SHELL`, "/x/y"},
	{"before the command, appended", `export D=/x; D+=/y SHELL`, "/x/y"},
	{"before the command wins", `export D=/y; D=/x SHELL`, "/x"},
	{"before the command only", `export D=/x; D=/y true; SHELL`, "/x"},
	{"declared", `declare -x D=/x; SHELL`, "/x"},
	{"declared with several options", `typeset -rx D=/x; SHELL`, "/x"},
	{"declared in a function", `f() { local -x D=/x; SHELL; }; f`, "/x"},
	{"exported in a function", `f() { export D=/x; }; f; SHELL`, "/x"},
	{"all is exported", `set -a; D=/x; SHELL`, "/x"},
	{"all is exported, by its name", `set -eo allexport; set +e; D=/x; set +a; SHELL`, "?"},
	{"all was exported", `set -o allexport; D=/x; set +o allexport; SHELL`, "/x"},
	{"env", `env D=/x SHELL`, "/x"},
	{"env within env", `env A=1 D=/y env B=2 D=/x SHELL`, "/x"},
	{"env passes on", `D=/x env A=1 SHELL`, "/x"},
	{"other wrappers pass on", `export D=/x; nice env nohup SHELL`, "/x"},
	{"a shell within a shell", `export D=/x; bash -c 'SHELL'`, "/x"},
	{"changed in a shell within", `export D=/y; bash -c 'D=/x; SHELL'`, "/x"},
	{"in a subshell", `(export D=/x; SHELL)`, "/x"},
	{"in a loop", `for D in /x; do export D; SHELL; done`, "/x"},
	{"in both branches", `if [ $# = 0 ]; then export D=/x; else export D=/x; fi; SHELL`, "/x"},

	{"not exported", `D=/x; SHELL`, "?"},
	{"exported in a subshell", `(export D=/x); D=/y; SHELL`, "?"},
	{"an array", `export D; D=(/x /y); SHELL`, "?"},
	{"not exported any more", `export D=/x; export -n D; SHELL`, ""},
	{"declared not to be", `export D=/x; declare +x D; SHELL`, ""},
	{"unset", `export D=/x; unset D; SHELL`, ""},
	{"unset, then assigned", `export D=/x; unset D; D=/y; SHELL`, ""},
	{"local to a function that is left", `D=/y; f() { local -x D=/x; }; f; SHELL`, ""},
	{"an empty environment", `export D=/x; env -i PATH="$PATH" SHELL`, ""},
	{"an environment without it", `export D=/x; env -u D SHELL`, ""},
	{"exported in one branch", `if [ $# = 0 ]; then export D=/x; fi; SHELL`, "?"},
	{"assigned after one branch has exported it", `if [ $# = 1 ]; then export D=/x; fi; D=/y; SHELL`, "?"},
	{"a number that counts shells", `export D; SHLVL=5; D=$SHLVL; bash -c 'export D=$SHLVL; SHELL'`, "?"},
}

// in puts the shell that tells of $D into a script.
func in(script string) string {
	if strings.Contains(script, `bash -c '`) {
		return strings.Replace(script, "SHELL", `sh -c "echo \"<\$D>\""`, 1)
	}
	return strings.Replace(script, "SHELL", `sh -c 'echo "<$D>"'`, 1)
}

// TestEnvironment tells what a nested shell has for a variable, and holds it
// against what bash gives it.
func TestEnvironment(t *testing.T) {
	bash, missing := exec.LookPath("bash")
	for _, c := range inheritance {
		t.Run(c.reason, func(t *testing.T) {
			script := in(c.script)
			got := echoed(t, script)
			if c.want == "?" {
				assert.Contains(t, got, "<?>", script)
			} else {
				assert.Equal(t, []string{"<" + c.want + ">"}, got, script)
			}
			if missing != nil {
				t.Skip("needs bash")
			}
			cmd := exec.Command(bash, "-c", script)
			cmd.Dir = t.TempDir()
			cmd.Env = []string{"PATH=/usr/bin:/bin"}
			out, err := cmd.Output()
			require.NoError(t, err, script)
			if c.want != "?" {
				assert.Equal(t, "<"+c.want+">\n", string(out), script)
			}
		})
	}
}

// echoed are the words that the echo of the innermost shell may be given.
func echoed(t *testing.T, script string) []string {
	t.Helper()
	s, err := parser.Parse(script, parser.Options{})
	require.NoError(t, err)
	var out []string
	var visit func([]*Invocation)
	visit = func(list []*Invocation) {
		for _, v := range list {
			if v.Name == "echo" && !slices.Contains(out, v.Command.Args[1].String()) {
				out = append(out, v.Command.Args[1].String())
			}
			visit(v.Nested)
		}
	}
	visit(Read(s, parser.Options{}))
	return out
}
