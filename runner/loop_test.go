package runner

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/prompt"
)

func TestSandboxesOnlyTighten(t *testing.T) {
	for name, c := range map[string]struct {
		policy    policy.Sandbox
		byDefault Sandbox
		want      []string
	}{
		"nothing said":          {policy.Unconfined, NoSandbox, []string{"none", "proot", "native", "bwrap", "landlock"}},
		"the server's own":      {policy.Unconfined, Proot, []string{"proot", "native", "bwrap", "landlock"}},
		"the policy's":          {policy.Required, NoSandbox, []string{"native", "bwrap", "landlock"}},
		"both":                  {policy.Required, Proot, []string{"native", "bwrap", "landlock"}},
		"one of two":            {policy.Unconfined, Bwrap, []string{"native", "bwrap", "landlock"}},
		"one that there is not": {policy.Unconfined, "jail", nil},
		"no name":               {policy.Unconfined, "", []string{"none", "proot", "native", "bwrap", "landlock"}},
		"no name, and a policy": {policy.Required, "", []string{"native", "bwrap", "landlock"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := &Session{Policy: &policy.Policy{Sandbox: c.policy}}
			assert.Equal(t, c.want, s.Sandboxes(c.byDefault))
		})
	}
}

func TestLoop(t *testing.T) {
	s := session(t)
	s.Policy.Paths.Allowed = []policy.PathEntry{{Path: "~/more"}, {Path: "vendor"}, {Path: "/srv/data"}}
	l := s.Loop("", 0, true)
	home := s.Machine.Homes[0]
	assert.Equal(t, []string{"/tmp", "/var/tmp", home + "/more", s.Work + "/vendor", "/srv/data"}, l.Writable)
	assert.Equal(t, UsualTimeout, l.Timeout)
	assert.Equal(t, LongestTimeout, l.Longest)
	assert.Equal(t, "native", l.Default)
	assert.True(t, l.Confined, "cautious confines")
	assert.False(t, l.Again, "there are no shims")
	text := l.Describe(prompt.Long)
	assert.Contains(t, text, "Files may be written and deleted below "+s.Work)
	assert.Contains(t, text, "Standard input is empty")

	l = s.Loop(Proot, time.Minute, false)
	assert.Equal(t, time.Minute, l.Timeout, "no longer than the longest")
	assert.Equal(t, []string{"proot", "native", "bwrap", "landlock"}, l.Sandboxes)
	assert.NotContains(t, l.Describe(prompt.Long), "Standard input")
}
