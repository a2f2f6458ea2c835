package guard

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
)

// inheritance is what the programs inherit that code starts.
type inheritance struct {
	stdin parser.Stdin
	env   *parser.Environment // nil for the environment of the code
	path  bool                // other programs may be meant by their names
}

// passVariables notes the variables that code hands to the programs it starts, if it starts any,
// and judges them as the shell's own assignments are. It returns the other acts.
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
