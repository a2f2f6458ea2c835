// Package compile turns a policy and the grammars into what the gate decides by: for each
// program the part of its command line that no rule of the policy can match, and the places
// where a path is harmless. It is above the policy, and the gate itself knows nothing of it.
//
//	spec, err := compile.Policy(p, compile.Machine{Names: shims, Root: root, Homes: homes})
//	table, left, err := gate.EncodeEach(spec) // package gatetable writes it
//
// syntax.go reads a grammar, constraints.go asks the rules about it, zones.go has the places,
// variables.go the variables, and frequent.go the commands that are worth their place. What
// is in doubt is left out: it goes to the judge.
package compile
