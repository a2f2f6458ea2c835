package guard

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
)

// inheritance is what programs inherit from the code that starts them.
type inheritance struct {
	stdin parser.Stdin
	env   *parser.Environment // nil for the environment of the code
	path  bool                // code changes PATH, so names may mean other programs
}

// passVariables takes the acts that set variables out of acts and returns the others. If the
// code starts programs, these inherit the variables, and the judge reads the variables like
// assignments of a shell.
func (j *judge) passVariables(v *grammar.Invocation, by grammar.Effect, acts []script.Act, in *inheritance) []script.Act {
	var rest []script.Act
	var assigns []parser.Assign
	starts := false
	for _, a := range acts {
		starts = starts || startsProgram(a)
		if a.Kind != script.Sets {
			rest = append(rest, a)
			continue
		}
		assigns = append(assigns, parser.Assign{Name: a.Args[0].Text, Value: j.word(a.Args[1])})
	}
	if !starts || len(assigns) == 0 {
		return rest
	}
	outer := *v.Command
	in.env = outer.Environment()
	values := map[string]parser.Word{}
	for _, a := range assigns {
		if other, again := values[a.Name]; again && other.String() != a.Value.String() {
			a.Value = parser.Word{Parts: []parser.Part{{Kind: parser.Unknown, Text: "$" + a.Name, Empty: true}}}
		}
		values[a.Name] = a.Value
		in.env, in.path = in.env.With(a.Name, a.Value), in.path || a.Name == "PATH"
	}
	c := &parser.Command{Assigns: assigns, Outer: &outer, Dir: outer.Dir}
	if by.At != nil {
		outer.Source, outer.Span = by.At.Source, by.At.Span
		c.Source, c.Span = by.At.Source, by.At.Span
	}
	v.Nested = append(v.Nested, grammar.ReadCommand(c, j.options(&outer)))
	return rest
}
