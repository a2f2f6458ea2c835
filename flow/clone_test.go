package flow

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/internal/wordlist"
)

// A program that is missing among the fetchers is never asked what it fetches.
func TestFetchersHaveEveryCloner(t *testing.T) {
	for _, c := range cloners {
		for name := range wordlist.Each(c.programs) {
			assert.True(t, wordlist.Among(name, fetchers), name)
		}
	}
}
