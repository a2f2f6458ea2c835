package grammar

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestVerbs(t *testing.T) {
	assert.Equal(t, []string{"reads", "alters"}, (Reads | Alters).Verbs())
	assert.Empty(t, Kind(0).Verbs())
	assert.Len(t, Kind(1<<14-1).Verbs(), 14, "every kind has a word")
}
