package main

import "github.com/agent-loop/shimgen/internal/exit"

// runCmd starts an interactive program, such as an agent, as exec starts a command, on a
// terminal of its own.
type runCmd struct {
	confineFlags
	Argv []string `arg:"" optional:"" passthrough:"partial" name:"argv" help:"The program and its arguments, after --."`
}

// Run decides, asks if the policy says so, and runs what is permitted. The exit code is
// the program's own.
func (c *runCmd) Run(a *app) error {
	x, err := c.execution(a)
	c.source = "run"
	if err != nil {
		return err
	}
	x.Argv, x.Terminal = afterDashes(c.Argv), true
	if len(x.Argv) == 0 {
		return exit.Usage("no command provided")
	}
	return x.Run()
}
