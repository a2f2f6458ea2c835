package grammar

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// A row for programs without a grammar is never read for one that has a grammar.
func TestProgramsWithoutGrammarHaveNone(t *testing.T) {
	for _, row := range catalogue.FileRunners {
		for name := range wordlist.Each(row.Programs) {
			assert.Nil(t, Lookup(name), name)
		}
	}
}
