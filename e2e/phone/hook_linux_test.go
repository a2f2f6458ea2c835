//go:build amd64 || arm64

package phone_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An agent's hook refuses on a phone what it refuses elsewhere, also what no shim sees.
func TestHook(t *testing.T) {
	for _, wx := range []bool{false, true} {
		for _, android := range versions {
			if wx && android < 10 {
				continue
			}
			t.Run(fmt.Sprint(android, wx), func(t *testing.T) {
				p := start(t, android, "android")
				if wx {
					p = playStore(t, android)
				}
				got := p.run(t, "./shimgen install && mkdir work")
				require.Zero(t, got.status, "%s%s", got.out, got.err)
				p.env = []string{"S=" + root + "/libexec/shimgen"}
				for _, c := range []struct {
					why, command string
					deny         bool
				}{
					{"Termux' own directory", "rm -rf $PREFIX", true},
					{"Android's program, by its path", "/system/bin/rm -rf " + home, true},
					{"a build", "git status", false},
				} {
					payload := fmt.Sprintf(`{"hook_event_name":"PreToolUse","tool_name":"Bash","cwd":%q,"tool_input":{"command":%q}}`, home+"/work", c.command)
					require.NoError(t, p.Write(home+"/payload", payload, 0o600))
					got := p.run(t, "cd work; $S hook claude <~/payload")
					if c.deny {
						assert.Equal(t, 2, got.status, c.why)
						assert.Contains(t, got.out, `"permissionDecision":"deny"`, c.why)
					} else {
						assert.Zero(t, got.status, "%s: %s", c.why, got.err)
						assert.NotContains(t, got.out, "deny", c.why)
					}
				}
			})
		}
	}
}
