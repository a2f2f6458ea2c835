package catalogue

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/rules/builtin"
)

// former has a line for every rule that had another id: the old one, the new one. Policies
// out there hold them, so that no line is ever taken out.
//
//go:embed testdata/former.txt
var former string

func TestFormerIDFindsItsRule(t *testing.T) {
	set := builtin.Rules()
	lines := strings.Split(strings.TrimSpace(former), "\n")
	for _, line := range lines {
		before, now, _ := strings.Cut(line, " ")
		r := set.Find(before)
		require.NotNil(t, r, before)
		assert.Equal(t, now, r.ID, before)
		assert.Equal(t, before, r.Former, before)
	}
	renamed := 0
	for r := range set.All() {
		if r.Former != "" {
			renamed++
		}
	}
	assert.Len(t, lines, renamed, "testdata/former.txt has every renamed rule")
}

func TestFormerIDShadowsNoRule(t *testing.T) {
	set := builtin.Rules()
	ids, seen := map[string]bool{}, map[string]bool{}
	for r := range set.All() {
		ids[r.ID] = true
	}
	for r := range set.All() {
		assert.Same(t, r, set.Find(r.ID), r.ID)
		if r.Former == "" {
			continue
		}
		assert.False(t, ids[r.Former], "%s: %s is the id of another rule", r.ID, r.Former)
		assert.False(t, seen[r.Former], "%s: %s was two rules", r.ID, r.Former)
		seen[r.Former] = true
	}
}
