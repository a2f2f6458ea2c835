package parser

import (
	"github.com/agent-loop/shimgen/parser/tree"
)

// forgetAfter is forgetBetween for the end of a loop: for a variable that held names of
// files, it keeps them as possible values.
func (w *walker) forgetAfter(lo, hi int) {
	var kept []tree.Variable
	w.effects.between(lo, hi, func(name string) {
		if v, assigned := w.state.get(name); assigned && v.HoldsNames() {
			kept = append(kept, tree.Variable{Name: name, Value: v})
		}
	})
	w.forgetBetween(lo, hi)
	for _, k := range kept {
		w.setCause(tree.PossibleChange, tree.Span{})
		w.assign(k.Name, tree.FormerValue(k.Name, k.Value))
	}
}
