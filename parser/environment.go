package parser

import (
	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/tree"
)

// export records that a variable is exported with its present value.
func (w *walker) export(name string) { w.state.env = w.state.env.With(name, w.lookup(name)) }

// exports applies the export options of a declaration to a variable.
func (w *walker) exports(builtin, options, name string) {
	switch {
	case builtin == "export" && builtins.HasOption(options, "-n"), builtins.HasOption(options, "+x"):
		w.state.env = w.state.env.Without(name)
	case builtin == "export" && !builtins.HasOption(options, "-f"), builtins.HasOption(options, "-x"):
		w.export(name)
	}
}

// allexport follows set -a and set -o allexport.
func (w *walker) allexport(words []tree.Word) {
	for i, a := range words {
		text := a.Prefix()
		if text == "--" || text == "" || text[0] != '-' && text[0] != '+' {
			return
		}
		named := (text == "-o" || text == "+o") && i+1 < len(words) && words[i+1].Is("allexport") == tree.Yes
		if named || builtins.HasOption(text, "-a") || builtins.HasOption(text, "+a") {
			w.state.env = w.state.env.Exporting(text[0] == '-')
		}
	}
}

// joinEnvironments gives a the environment that a program inherits after either of two
// states.
func (w *walker) joinEnvironments(a, b *state) {
	w.step(a.env.Size() + b.env.Size())
	a.env = a.env.Joined(b.env, w.unassigned, w.mix)
}

// envOfPrefix returns the environment of a command with assignments before it. The present
// state includes these assignments.
func (w *walker) envOfPrefix(assigns []tree.Assign) *tree.Environment {
	return w.state.env.WithAssigns(assigns, w.lookup)
}
