package guard

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
)

// codeInput returns what the command line of v passes to the code that v runs: its operands,
// and the variables that awk's -v and operands like name=value set.
func codeInput(v *grammar.Invocation) script.CommandLine {
	g := script.CommandLine{Vars: map[string][]script.Arg{}}
	sets := v.HasTrait(spec.SetsVariables)
	for i := range v.Options {
		if o := &v.Options[i]; sets && o.Name == "--assign" {
			setVariable(g, o.Value)
		}
	}
	for _, o := range v.Operands {
		if o.Role == spec.Code || o.Role == spec.Script {
			continue
		}
		g.Args = append(g.Args, argument(o.Word))
		if sets {
			setVariable(g, o.Word)
		}
	}
	return g
}

// setVariable records the variable if w has the form name=value.
func setVariable(g script.CommandLine, w parser.Word) {
	name, _, ok := strings.Cut(w.Prefix(), "=")
	if ok && name != "" && strings.Trim(name, "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		g.Vars[name] = append(g.Vars[name], argument(w.Tail(len(name)+1)))
	}
}

// argument converts a word for the reader of the code.
func argument(w parser.Word) script.Arg {
	return script.Arg{Text: w.Prefix(), Known: w.Known()}
}
