package runner

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What is judged is what runs: the decision names the descriptor, and not the file.
func TestAnOpenedScriptRunsByItsDescriptor(t *testing.T) {
	s := session(t)
	require.NoError(t, os.WriteFile("x.sh", []byte("echo one\n"), 0o600))
	s.Policy.ScriptsByName = true
	s.Policy.Strict = true
	sc, err := s.OpenScript("bash", []string{"x.sh"})
	require.NoError(t, err)
	assert.True(t, sc.Opened(), "strict holds every script open")
	s.Policy.Strict, s.Policy.ScriptsByName = false, false
	sc, err = s.OpenScript("bash", []string{"-e", "x.sh", "arg"})
	require.NoError(t, err)
	d := s.Decide(guard.Request{Argv: []string{"bash", "-e", "x.sh", "arg"}})
	p, ok := sc.Apply(d).Permit()
	require.True(t, ok)
	assert.Regexp(t, `^/(proc/self|dev)/fd/\d+$`, p.Argv()[2])
	assert.Equal(t, "arg", p.Argv()[3])
}

func TestAScriptOverTheLimitIsUnread(t *testing.T) {
	s := session(t)
	require.NoError(t, os.WriteFile("long", []byte(strings.Repeat("#", 1<<20+1)), 0o600))
	for profile, action := range map[string]rules.Action{policy.Cautious: rules.Allow, policy.Guarded: rules.Ask} {
		p, err := policy.Builtin(profile)
		require.NoError(t, err)
		s.Policy = p
		sc, err := s.OpenScript("sh", []string{"long"})
		require.NoError(t, err)
		assert.False(t, sc.Opened(), "it is unread, as the profile takes that")
		assert.NotEmpty(t, sc.Held())
		assert.Equal(t, action.String(), s.Decide(guard.Request{Argv: []string{"sh", "long"}}).Action.String(), profile)
	}
}
