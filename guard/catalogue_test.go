package guard_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
)

// Every rule of the catalogue holds its own examples (mission rows B1–B21,
// C4–C8, L4).
func TestCatalogueHoldsItsExamples(t *testing.T) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	for _, err := range guard.Examples(p) {
		t.Error(err)
	}
}
