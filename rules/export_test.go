package rules

import "fmt"

// Naming returns the ids and kinds of the rules that name a program, or none.
func (s Set) Naming(program string) (all []string) {
	for _, g := range append(s.general(), group{rules: s.naming(program)}) {
		for _, c := range g.rules {
			all = append(all, fmt.Sprintf("%s %x %x %x", s.rule(&c).ID, c.kinds, c.zones, c.filter))
		}
	}
	return all
}

// Written returns a rule as it is written in Go, without what reading prepares.
func Written(r Rule) Rule {
	r.lists = nil
	return r
}

// IsTestAddress and HasEveryRow are what the exception for tests and the condition EveryRow ask.
var (
	IsTestAddress = isTestAddress
	HasEveryRow   = hasEveryRow
)
