package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
)

// A variable that programs inherit is judged however it gets its value.
func TestVariablesThatGetTheirValueOtherwise(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, c := range []struct{ why, source, rule string }{
		{"an assignment", "HOME=/tmp/x git log", "env.home"},
		{"the same home in an empty environment", `env -i PATH="$PATH" HOME="$HOME" git log`, ""},
		{"root's home, by the user's", "sudo HOME=$HOME git log", "env.home"},
		{"the same behind sudo", "sudo env HOME=$HOME git log", "env.home"},
		{"another directory of the home", "env -i HOME=$HOME/x git log", "env.home"},
		{"printf", "printf -v HOME %s /tmp/x; git log", "env.home"},
		{"whose variable is one", "n=HOME; printf -v $n /tmp/x; git log", "env.home"},
		{"read", "read HOME <<< /tmp/x; git log", "env.home"},
		{"behind another variable", "IFS=: read -r a HOME <<< a:/tmp/x; git log", "env.home"},
		{"from a pipe", "echo /tmp/x | while read HOME; do git log; done", "env.home"},
		{"a loop", "for HOME in /tmp/x; do git log; done", "env.home"},
		{"over parameters", "set -- /tmp/x; for HOME; do git log; done", "env.home"},
		{"a menu", "select HOME in /tmp/x; do git log; done", "env.home"},
		{"a reference", "declare -n r=HOME; r=/tmp/x; git log", "env.home"},
		{"that a loop assigns", "declare -n r=HOME; for r in /tmp/x; do git log; done", "env.home"},
		{"that read assigns", "declare -n r=HOME; read r <<< /tmp/x; git log", "env.home"},
		{"a default", "unset HOME; : ${HOME:=/tmp/x}; git log", "env.home"},
		{"in a nested shell", "bash -c 'printf -v HOME /tmp/x; git log'", "env.home"},
		{"in a function", `f() { read -r "$1" <<< "$2"; }; f HOME /tmp/x; git log`, "env.home"},
		{"a library", "read LD_PRELOAD <<< ./x.so; export LD_PRELOAD; ls", "run.environment"},
		{"a program of git's", "export GIT_SSH_COMMAND; for GIT_SSH_COMMAND in ./x; do git fetch; done", "run.environment"},
		{"a file that bash reads", "printf -v BASH_ENV ./x; export BASH_ENV; bash -c ls", "run.environment"},
		{"an option of printf's", "printf -vHOME /tmp/x; git log", "env.home"},
		{"read behind a prompt", `read -p "? " -r HOME <<< /tmp/x; git log`, "env.home"},
		{"a service", "systemd-run --user --setenv=HOME=/tmp/x git log", "env.home"},
		{"a tracer", "strace -E HOME=/tmp/x git log", "env.home"},
		{"a default that is one already", ": ${HOME:=/tmp/x}; git log", ""},
		{"variables of the script's own", "for DIR in a b; do read LINE < $DIR/f; printf -v OUT %s $LINE; echo $OUT; done", ""},
		{"a program that is one of some", "for EDITOR in vim nano; do command -v $EDITOR && break; done", ""},
	} {
		d := check(p, c.source)
		require.NoError(t, d.Err, c.why)
		assert.Equal(t, c.rule, worst(d), c.why)
	}
}
