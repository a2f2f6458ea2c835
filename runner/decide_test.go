package runner

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/watchdog"
)

func TestFaultInJudgingIsARefusal(t *testing.T) {
	s := session(t)
	s.Machine.Files = nil // what the judge asks first
	d := s.Decide(guard.Request{Source: "cat ./x"})
	assert.Equal(t, rules.Block, d.Action)
	var crash watchdog.Crash
	require.ErrorAs(t, d.Err, &crash)
	_, ok := d.Permit()
	assert.False(t, ok)
}
