package parser

import "github.com/agent-loop/shimgen/parser/tree"

// assignUnwritten assigns a variable that is not written as an assignment: by read, printf -v, a
// loop, or ${x:=…}. Programs inherit the variable all the same, so the equivalent assignment is
// listed.
func (w *walker) assignUnwritten(name string, v tree.Word, at tree.Span) {
	w.listAssignment(name, v, at)
	w.assign(name, v)
}

// listAssignment lists an assignment to a variable, or to the variable that it refers to, if
// Options.Inherits selects it.
func (w *walker) listAssignment(name string, v tree.Word, at tree.Span) {
	if w.options.Inherits == nil || w.choices.IsRepeated() {
		return
	}
	names := []string{name}
	if w.kinds[name]&refers != 0 {
		names = w.targets[name]
	}
	for _, name := range names {
		if !tree.IsName(name) || !w.options.Inherits(name) {
			continue
		}
		c := w.newCommand()
		c.Assigns, c.Span, c.Source = []tree.Assign{{Name: name, Value: v}}, at, w.source
		if w.evals > 0 {
			c.Outer = w.source.Outer
		}
		w.add(c, w.state.path)
	}
}
