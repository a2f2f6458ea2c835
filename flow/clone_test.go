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

// A program that is missing among the names is never looked for in the table.
func TestCarrierNamesAreThoseOfTheTable(t *testing.T) {
	inTable := map[string]bool{}
	for _, c := range carriers {
		for first := range wordlist.Each(c.programs) {
			inTable[first] = true
			assert.True(t, wordlist.Among(first, carrierNames), first)
		}
	}
	for name := range wordlist.Each(carrierNames) {
		assert.True(t, inTable[name], name)
	}
}
