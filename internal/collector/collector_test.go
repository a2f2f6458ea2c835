package collector_test

import (
	"os"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/internal/collector"
)

func TestRunRarelyLeavesAUsersChoice(t *testing.T) {
	for _, c := range []struct {
		name, gogc string
		want       int
	}{
		{"nothing was chosen", "", 800},
		{"a user's choice stands", "150", 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("GOGC", c.gogc) // also brings it back afterwards
			if c.gogc == "" {
				require.NoError(t, os.Unsetenv("GOGC"))
			}
			before := debug.SetGCPercent(100)
			defer debug.SetGCPercent(before)
			collector.RunRarely()
			assert.Equal(t, c.want, debug.SetGCPercent(100))
		})
	}
}
