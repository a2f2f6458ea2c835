// Package compile turns a policy and the grammars into the gate's table: for each program the
// part of its command line that no rule of the policy can match, and the places where a path is
// harmless. It depends on the policy; the gate itself does not.
//
//	spec, err := compile.Policy(p, compile.Machine{Names: shims, Root: root, Homes: homes})
//	table, left, err := gate.EncodeEach(spec) // package gatetable writes it
//
// syntax.go reads a grammar, constraints.go consults the rules about it, zones.go has the places,
// variables.go the variables, and frequent.go the commands that are frequent enough for the
// table. In doubt, a command is left out and goes to the judge.
package compile
