package runner

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/redact"
)

// What a program's grammar knows to be a password goes from the record by its place,
// however it is written.
func TestCredentialsGoByTheirPlace(t *testing.T) {
	s := session(t)
	for _, c := range []struct{ reason, source, want string }{
		{"a word of its own", `curl -u me:pw U`, `curl -u [redacted] U`},
		{"behind the option", `curl -ume:pw U`, `curl -u[redacted] U`},
		{"behind a sign", `curl --user=me:pw U`, `curl --user=[redacted] U`},
		{"in quotes", `curl -u 'me:pw' U`, `curl -u [redacted] U`},
		{"in two pieces", `curl -u 'me:''pw' U`, `curl -u [redacted] U`},
		{"with a backslash", `curl -u me:p\w U`, `curl -u [redacted] U`},
		{"in C's quotes", `curl -u $'me:\x70w' U`, `curl -u [redacted] U`},
		{"a variable", `P=pw; curl -u me:$P U`, `P=[redacted]; curl -u [redacted] U`},
		{"a variable of a variable", `Q='pw'; P="$Q"; curl -u "me:${P}" U`, `Q=[redacted]; P=[redacted]; curl -u [redacted] U`},
		{"an exported variable", `export P=pw; curl -u me:$P U`, `export P=[redacted]; curl -u [redacted] U`},
		{"a variable that is read", `read P <<< pw; curl -u me:$P U`, `read P <<< [redacted]; curl -u [redacted] U`},
		{"a variable of a loop", `for P in pw; do curl -u me:$P U; done`, `for P in [redacted]; do curl -u [redacted] U; done`},
		{"an operand of a function", `f() { curl -u "$1" U; }; f me:pw`, `f() { curl -u [redacted] U; }; f [redacted]`},
		{"what a program prints", `curl -u me:$(echo pw) U`, `curl -u [redacted] U`},
		{"behind a wrapper", `sudo env X=1 curl -u me:pw U`, `sudo env X=1 curl -u [redacted] U`},
		{"in a nested text", `sh -c 'curl -u me:pw U'`, `sh -c 'curl -u [redacted] U'`},
		{"in a text nested twice", `sh -c "bash -c 'curl -u me:pw U'"`, `sh -c "bash -c 'curl -u [redacted] U'"`},
		{"in a nested text with quotes", `sh -c "curl -u \"me:pw\" U"`, `sh -c [redacted]`},
		{"through a pipe", `echo 'curl -u me:pw U' | sh`, `echo 'curl -u [redacted] U' | sh`},
		{"in a here-document", "sh <<E\ncurl -u me:pw U\nE", "sh <<E\ncurl -u [redacted] U\nE"},
		{"put together", `eval "cur""l -u me:p""w U"`, `eval [redacted]`},
		{"a wrapper of its own", `sshpass -p pw ssh h`, `sshpass -p [redacted] ssh h`},
		{"a wrapper's, behind its option", `sshpass -ppw ssh h`, `sshpass -p[redacted] ssh h`},
		{"an operand", `vault login hvtoken`, `vault login [redacted]`},
		{"in another language", `python3 -c 'import subprocess; subprocess.run(["curl","-u","me:pw","U"])'`, `python3 -c 'import subprocess; subprocess.run(["curl","-u","[redacted]","U"])'`},
		{"on standard input", `echo pw | docker login -u me --password-stdin r`, `echo [redacted] | docker login -u me --password-stdin r`},
		{"no shell reads it, nor its variable", `P='pw'; curl -u me:$P U; )`, `P=[redacted]; curl -u [redacted] U; )`},
		{"no other record", `curl -u 'git push' U; git push origin main`, `curl -u [redacted] U; git push origin main`},
		{"nor its own", `curl -u curl U`, `curl -u [redacted] U`},
		{"one letter", `curl -u a U; cat a`, `curl -u [redacted] U; cat a`},
		{"a variable of the same text", `P=push; curl -u $P U; git push`, `P=[redacted]; curl -u [redacted] U; git push`},
		{"no shell reads it", `curl -u me:pw U; if`, `curl -u [redacted] U; if`},
		{"no shell reads it, nor its quote", `curl -u 'me:pw U`, `curl -u '[redacted]`},
		{"no shell reads it, further on", `fi; sudo curl --user="me:pw" U && git push`, `fi; sudo curl --user=[redacted] U && git push`},
	} {
		t.Run(c.reason, func(t *testing.T) {
			got := redact.Text(c.source, s.Decide(guard.Request{Source: c.source}))
			assert.Equal(t, c.want, got)
			assert.NotContains(t, strings.ReplaceAll(got, "push", ""), "pw")
		})
	}
}

// Arguments go one by one, whether there is a policy or none.
func TestCredentialsOfArguments(t *testing.T) {
	assert.Equal(t, []string{"curl", "-u", "[redacted]", "me:pw"}, redact.Argv([]string{"curl", "-u", "me:pw", "me:pw"}))
	assert.Equal(t, []string{"curl", "--user=[redacted]", "U"}, redact.Argv([]string{"curl", "--user=me:pw", "U"}))
	assert.Equal(t, []string{"sudo", "curl", "-u[redacted]"}, redact.Argv([]string{"sudo", "curl", "-ume:pw"}))
	assert.Equal(t, []string{"sh", "-c", "curl -u [redacted] U"}, redact.Argv([]string{"sh", "-c", "curl -u 'me:p w' U"}))
	assert.Equal(t, []string{"git", "push", ""}, redact.Argv([]string{"git", "push", ""}))
}
