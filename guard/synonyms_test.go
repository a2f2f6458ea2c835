package guard_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
)

// What means the same in another program or spelling gets the same answer: each row of
// testdata/synonyms.txt, in the profile people start with and in the next stricter one.
func TestSynonyms(t *testing.T) {
	table, err := os.ReadFile("testdata/synonyms.txt")
	require.NoError(t, err)
	cautious, guarded := builtin(t, policy.Cautious), builtin(t, policy.Guarded)
	pairs := 0
	for line := range strings.Lines(string(table)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		same := strings.Split(line, " <=> ")
		pairs += len(same) - 1
		assert.Greater(t, len(same), 1, line)
		for _, p := range []*policy.Policy{cautious, guarded} {
			first := check(p, same[0])
			for _, other := range same[1:] {
				d := check(p, other)
				assert.Equal(t, first.Action.String(), d.Action.String(), "%s: %s %v, %s %v", p.Profile, same[0], ids(first.Findings), other, ids(d.Findings))
			}
		}
	}
	assert.GreaterOrEqual(t, pairs, 400, "pairs in the table")
}
