package runner

import (
	"errors"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/policy/variables"
	"github.com/agent-loop/shimgen/rules/catalogue"
)

// CheckIndexes returns an error if the embedded index of rules, of programs or of
// variables was made from another table than the one in this binary: a lookup would miss rows, and nothing
// may be judged.
func CheckIndexes() error {
	return errors.Join(grammar.CheckIndex(), catalogue.CheckIndex(), variables.CheckIndex())
}
