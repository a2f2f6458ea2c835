package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
)

// Trash is for the shim alone: for every example of every rule the decision is that of ask,
// so no text that is read before it runs is allowed for it.
func TestTrashDecidesAsAsk(t *testing.T) {
	load := func(word string) *policy.Policy {
		text := ""
		for _, class := range []string{"destructive", "shared-write", "outside-write", "persistence", "exposure"} {
			text += class + " = \"" + word + "\"\n"
		}
		p, err := policy.Load([]policy.Layer{{Name: "user", Kind: policy.User, Data: []byte("[actions]\n" + text)}}, policy.Flags{})
		require.NoError(t, err)
		return p
	}
	asks, trashes := load("ask"), load("trash")
	judged := 0
	for r := range asks.Rules.All() {
		for _, command := range r.Hits {
			want, got := check(asks, command), check(trashes, command)
			assert.Equal(t, want.Action.String(), got.Action.String(), command)
			assert.Equal(t, ids(want.Findings), ids(got.Findings), command)
			judged++
			if testing.Short() {
				break // one of each rule
			}
		}
	}
	assert.Greater(t, judged, 300)
}
