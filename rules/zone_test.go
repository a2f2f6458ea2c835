package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Each zone has a name of its own, and there is no name too many.
func TestEveryZoneHasAName(t *testing.T) {
	last := Personal
	assert.Equal(t, last, Zone(1)<<(len(zoneNames)-1), "the last zone has the last name")
	seen := map[string]bool{}
	for z := Root; z <= last; z <<= 1 {
		names := z.Names()
		if assert.Len(t, names, 1, "zone %b", z) {
			assert.NotEmpty(t, names[0])
			assert.False(t, seen[names[0]], names[0])
			seen[names[0]] = true
		}
	}
	assert.Empty(t, (last << 1).Names())
}
