package environ_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/internal/environ"
)

func TestLookup(t *testing.T) {
	list := []string{"A=1", "AB=2", "E=", "A=3", "nonsense"}
	for name, want := range map[string]struct {
		value string
		set   bool
	}{
		"A":        {"1", true}, // the first entry counts
		"AB":       {"2", true},
		"E":        {"", true},
		"B":        {"", false},
		"nonsense": {"", false},
	} {
		value, set := environ.Lookup(list, name)
		assert.Equal(t, want.value, value, name)
		assert.Equal(t, want.set, set, name)
		assert.Equal(t, want.value, environ.Get(list, name), name)
	}
}
