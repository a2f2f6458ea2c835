package runner

import (
	"errors"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/policy/variables"
	"github.com/agent-loop/shimgen/rules/builtin"
)

// CheckIndexes returns an error if the embedded index of rules, programs or variables was made
// from other tables than those in this binary. Lookups would miss rows, so nothing may be
// judged.
func CheckIndexes() error {
	return errors.Join(grammar.CheckIndex(), builtin.Check(), variables.CheckIndex())
}
