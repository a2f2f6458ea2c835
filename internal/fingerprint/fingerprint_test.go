package fingerprint_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/internal/fingerprint"
)

func TestTextsAreToldApart(t *testing.T) {
	seen := map[string]string{}
	for _, text := range []string{"", "a", "b", "ab", "ba", "a\n", "a\x00"} {
		print := fingerprint.Hex(text)
		assert.Len(t, print, 64)
		assert.Empty(t, seen[print], "%q", text)
		assert.Equal(t, print, fingerprint.Hex(text))
		seen[print] = text + "."
	}
}
