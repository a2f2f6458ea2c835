package runner

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/guard"
)

func TestVariablesTheShellSetsItselfAreNotTheCallers(t *testing.T) {
	s := session(t)
	s.env = environment{"PWD=/tmp/elsewhere", "_=build", "DIRSTACK=build", "X=build"}
	for _, name := range []string{"PWD", "_", "DIRSTACK"} {
		value, ok := s.Vars(name)
		assert.False(t, ok, name)
		assert.Empty(t, value, name)
	}
	value, ok := s.Vars("X")
	assert.True(t, ok)
	assert.Equal(t, "build", value)

	d := s.Decide(guard.Request{Source: "/bin/rm -rf $PWD", Dir: "/etc", Work: "/etc"})
	_, ok = d.Permit()
	assert.False(t, ok, "the shell knows where it is")
}
