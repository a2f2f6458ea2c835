package policy

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/gate"
)

// The gate looks for every hook that the judge would read.
func TestGateKnowsAllHooks(t *testing.T) {
	for sub, names := range hooks.Get() {
		for name := range strings.FieldsSeq(names) {
			assert.Contains(t, gate.HookPaths, "/.git/hooks/"+name, sub)
		}
	}
}
