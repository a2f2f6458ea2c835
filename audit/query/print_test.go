package query

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestStatsPrintTheMostFrequentFirst(t *testing.T) {
	s := newStats()
	s.Lines, s.Files = 20, 2
	for i := range maxCounts + 3 {
		s.Commands[fmt.Sprintf("c%02d\x1b", i)] = i + 1
	}
	s.Days["20260102"], s.Days["20260101"] = 5, 15
	var out bytes.Buffer
	require.NoError(t, s.Print(&out))
	assert.Regexp(t, `(?s)^records +20\nfiles +2\ncommand +13 +c12\\u001b\ncommand +12 `, out.String())
	assert.Contains(t, out.String(), "(3 more)")
	assert.NotContains(t, out.String(), "c02")
	assert.Regexp(t, `day +15 +20260101\nday +5 +20260102\n$`, out.String())
}

func TestPassedOver(t *testing.T) {
	assert.Empty(t, Coverage{Files: 3, Lines: 9}.PassedOver())
	assert.Equal(t, "audit: 1 damaged lines passed over, 2 files not read; a; b", Coverage{Damaged: 1, Skipped: []string{"a", "b"}}.PassedOver())
}
