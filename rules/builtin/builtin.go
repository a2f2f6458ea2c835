// Package builtin has the built-in rules as a program needs them: as text of which it reads only what
// it uses. The text is made of the rows of package catalogue, which no program contains:
//
//	go test ./rules/catalogue -run 'TestIndex$' -update
//
// A test of that package compares the two.
package builtin

import (
	_ "embed" // for the rules

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/rules"
)

//go:embed rules.txt
var text string

// table is shared by all sets.
var table = lazy.Value[*rules.Table]{Make: func() *rules.Table { return rules.NewTable(text) }}

// Rules returns the built-in rules, in a fixed order. All callers share them and must not change
// them.
func Rules() rules.Set { return table.Get().Set() }

// Check returns an error if the text is damaged, or was made by another version of the program, so
// that some rules would never be tried. It reads all rules: installers call it, and programs that were
// not installed; an installed program was checked at its installation.
func Check() error { return table.Get().Check() }
