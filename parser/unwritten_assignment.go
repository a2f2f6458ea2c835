package parser

import "github.com/agent-loop/shimgen/parser/tree"

// assignUnwritten assigns a variable otherwise than by an assignment: as read and printf -v
// do, a loop, ${x:=…}. Programs inherit it all the same, so that it is listed as what
// it comes to.
func (w *walker) assignUnwritten(name string, v tree.Word, at tree.Span) {
	w.listAssignment(name, v, at)
	w.assign(name, v)
}

// listAssignment lists an assignment to a variable, or to the one that it refers to, if the caller
// wants to know of it.
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
