package grammar

import (
	"errors"
	"fmt"

	"github.com/agent-loop/shimgen/parser"
)

// ErrNesting says that commands run one another more than MaxNesting deep.
var ErrNesting error = nestingError{}

type nestingError struct{}

// Error names the limit.
func (nestingError) Error() string {
	return fmt.Sprintf("commands that run one another more than %d deep", MaxNesting)
}

// Source reads shell source that the invocation runs, from a file that the caller opened, and
// adds its commands to the nested ones. It uses the program's dialect, with opt.Outer as the
// outer command; the commands are no more certain than the invocation. The error is ErrNesting or
// that of [parser.Parse], except that source without commands is no error. If a limit is
// exceeded, the commands read until then are added.
func (v *Invocation) Source(text string, opt parser.Options, truth parser.Truth) error {
	if depth(opt.Outer) >= MaxNesting {
		return ErrNesting
	}
	r := reader{inv: v}
	at := v.root()
	if v.inputAt != nil {
		there := *opt.Outer
		there.Dir = v.inputAt.dir
		at, opt.Outer = v.inputAt.root, &there
	}
	opt.Set = v.shellOptions()
	if at.away {
		opt.Vars, opt.Home, opt.RealPath = awayVars, awayHomes, nil
	}
	script, err := r.parse(parser.Text(text), &opt)
	if errors.Is(err, parser.ErrEmpty) {
		return nil
	}
	if script == nil {
		return err
	}
	memory := newRoom(len(script.Commands))
	for _, c := range script.Commands {
		if c.Outer == nil {
			c.Outer = opt.Outer
		}
		c.Shadowed = c.Shadowed || opt.Outer.Shadowed
		v.Nested = append(v.Nested, read(c, opt, truth.And(v.Truth), at, memory))
	}
	return err
}

// Language returns the language of an effect's code or script: its own, or that of the program's
// scripts.
func (v *Invocation) Language(e *Effect) string {
	if e.Lang != "" || v.Program == nil {
		return e.Lang
	}
	return v.Program.Lang
}
