package tree

import (
	"slices"
)

// WithoutEvaluated leaves out the commands that an eval keeps to itself.
func WithoutEvaluated(commands []*Command) []*Command {
	if !slices.ContainsFunc(commands, func(c *Command) bool { return c.InEval }) {
		return slices.Clip(commands)
	}
	var out []*Command
	for _, c := range commands {
		if !c.InEval {
			out = append(out, c)
		}
	}
	return out
}

// EvaluatedBefore returns a text that an eval, or the command or builtin before
// it, has evaluated.
func EvaluatedBefore(text string, outer *Command) *Script {
	for range 3 {
		if outer == nil {
			break
		}
		if s := outer.Evaluated; s != nil && s.Source.Text == text {
			return s
		}
		outer = outer.PrecedingWords()
	}
	return nil
}

// PrecedingWords is the command that a command's words stand in, as those of an eval stand in a
// command or builtin before it. A command in the text of an eval stands in no words: were
// it given the text around it, which may be its own, it would run itself for ever.
func (c *Command) PrecedingWords() *Command {
	if c.InEval {
		return nil
	}
	return c.Outer
}

// MaybeEvaluatedBefore is EvaluatedBefore for a text that is known in part.
func MaybeEvaluatedBefore(shown string, outer *Command) *Script {
	for range 3 {
		if outer == nil {
			break
		}
		if s := outer.MaybeEvaluated; s != nil && s.Source.Text == shown {
			return s
		}
		outer = outer.PrecedingWords()
	}
	return nil
}
