package rules_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/builtin"
)

// The rules of a program are the same, in the same order, with the index and without.
func TestRulesOfAProgram(t *testing.T) {
	indexed := builtin.Rules()
	names := map[string]bool{"": true, "nobody": true, " ": true, "git ": true, "1.2.0": true, "git 1.0.0": true, "git\nrm": true}
	var all []rules.Rule
	for r := range indexed.Listed() {
		all = append(all, *r)
		for name := range strings.FieldsSeq(r.Program) {
			names[name] = true
		}
	}
	plain := rules.NewSet(all)
	more := []rules.Rule{{ID: "team.x", Program: "git", Reason: "x"}}
	for name := range names {
		assert.Equal(t, plain.Naming(name), indexed.Naming(name), name)
		assert.Equal(t, plain.With(more...).Naming(name), indexed.With(more...).Naming(name), "%s, and a rule of the user's", name)
	}
}
