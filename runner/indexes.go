package runner

import (
	"errors"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// CheckIndexes returns an error if the program has an index of rules or of programs
// that was made of others: then some would never be asked, and nothing may be judged.
func CheckIndexes() error { return errors.Join(grammar.CheckIndex(), rules.CheckIndex()) }
