package main

import (
	"github.com/alecthomas/kong"

	"github.com/agent-loop/shimgen/completion"
)

// completionCmd prints a completion script.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell to complete in: bash, zsh or fish."`
}

// Run prints the script, which is self-contained: it runs no program and evaluates
// nothing but itself.
func (c *completionCmd) Run(a *app) error {
	k, err := kong.New(&commands{}, kong.Name("shimgen"))
	if err != nil {
		return err
	}
	return completion.Write(a.out, c.Shell, k.Model.Node)
}
