package catalogue

import (
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/rules"
)

var update = flag.Bool("update", false, "write index.txt anew")

// The index says of each program which rules name it.
func TestIndex(t *testing.T) {
	if *update {
		require.NoError(t, os.WriteFile("index.txt", []byte(rules.NewSet(packs()...).Index()), 0o644))
		return
	}
	assert.NoError(t, CheckIndex())
}

// The index of rules in another order is another one, though they are as many.
func TestIndexIsOfTheOrder(t *testing.T) {
	all, others := packs(), 0
	for i, pack := range all {
		if len(pack) < 2 {
			continue
		}
		swapped := slices.Clone(all)
		swapped[i] = slices.Clone(pack)
		swapped[i][0], swapped[i][1] = pack[1], pack[0]
		if rules.NewSet(swapped...).Index() != index {
			others++
		} else {
			assert.Equal(t, pack[0].Program, pack[1].Program, "%s and %s", pack[0].ID, pack[1].ID)
		}
	}
	assert.Greater(t, others, len(all)/2)
}
