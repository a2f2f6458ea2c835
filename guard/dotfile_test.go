package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/zone"
)

// HOME was set before a shim started: what its program finds there decides.
func TestSettingsBelowAnotherHome(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, c := range []struct{ why, file, text, command, rule string }{
		{"nothing there", "", "", "curl https://example.com", ""},
		{"options of curl", ".curlrc", "output = x\n", "curl https://example.com", "env.home"},
		{"an empty file", ".curlrc", "# none\n", "curl https://example.com", ""},
		{"another program's", ".curlrc", "output = x\n", "ls", ""},
		{"a registry and its token", ".npmrc", "registry=https://r.example.com\n//r.example.com/:_authToken=x\n", "npm test", ""},
		{"the shell of npm's scripts", ".npmrc", "script-shell=./x\n", "npm test", "env.home"},
		{"code that Python loads when it starts", ".local/lib", "", "python3 -c 1", "env.home"},
		{"a program that another starts", ".curlrc", "output = x\n", "env curl https://example.com", "env.home"},
		{"start files of a login shell", ".bash_profile", "x\n", "bash -lc ls", "env.home"},
		{"which others do not read", ".bash_profile", "x\n", "bash -c ls", ""},
		{"git's, which are read", ".gitconfig", "[core]\n\tfsmonitor = ./x\n", "git log", "git.config-code"},
		{"and harmless", ".gitconfig", "[user]\n\tname = x\n", "git log", ""},
	} {
		files := map[string]string{}
		switch at := "/home/agent/work/h/" + c.file; {
		case c.text != "":
			files[at] = zone.Text(c.text)
		case c.file != "": // a directory
			files[at] = ""
		}
		assert.Equal(t, c.rule, worst(inheriting(p, files, c.command, "HOME=/home/agent/work/h")), c.why)
	}
}
