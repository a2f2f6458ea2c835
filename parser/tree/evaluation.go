package tree

import (
	"slices"
)

// WithoutEvaluated drops the commands that belong to the text of an eval.
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

// EvaluatedBefore returns the commands of a text that an eval, or the command or builtin before
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

// PrecedingWords returns the command whose words contain this command's, as command or builtin
// does with those of an eval. It returns nil for a command in the text of an eval: otherwise a
// text that contains itself would be read for ever.
func (c *Command) PrecedingWords() *Command {
	if c.InEval {
		return nil
	}
	return c.Outer
}

// MaybeEvaluatedBefore is EvaluatedBefore for a partly known text.
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
