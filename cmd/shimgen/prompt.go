package main

import (
	"io"
	"time"

	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/prompt"
	"github.com/agent-loop/shimgen/runner"
)

// loopFlags say how a loop runs its model's commands.
type loopFlags struct {
	Dir     string        `placeholder:"D" help:"The work directory; the current one by default."`
	Timeout time.Duration `placeholder:"T" help:"The longest time limit that a call may set for a command; default 10m."`
	Sandbox string        `enum:"none,proot,bwrap,native,landlock," default:"" placeholder:"BACKEND" help:"The minimum sandbox for every command: none, proot, bwrap, native or landlock. Default: what the policy requires."`
	Proot   bool          `help:"The same as --sandbox proot."`
}

// sandbox returns the default backend.
func (f loopFlags) sandbox() runner.Sandbox {
	if f.Proot {
		return runner.Proot
	}
	return runner.Sandbox(f.Sandbox)
}

// check refuses invalid times.
func (f loopFlags) check() error {
	if f.Timeout != 0 && f.Timeout < time.Second {
		return exit.Usage("--timeout must be at least 1s")
	}
	return nil
}

// promptCmd prints what a loop passes to its model.
type promptCmd struct {
	policyFlags
	loopFlags
	Format string `enum:"text,json-schema,openai,anthropic,mcp" default:"text" placeholder:"FORMAT" help:"text, json-schema, openai, anthropic or mcp."`
}

// Run prints the description and the schema of the tool under the policy in
// force.
func (c *promptCmd) Run(a *app) error {
	if err := c.check(); err != nil {
		return err
	}
	s, err := c.open(a, c.Dir)
	if err != nil {
		return err
	}
	a.notices(s.Notices())
	format := prompt.Format(c.Format)
	text, err := s.Loop(c.sandbox(), c.Timeout, false).Execute(format.Limit()).Print(format)
	if err != nil {
		return err
	}
	_, err = io.WriteString(a.out, text)
	return err
}
