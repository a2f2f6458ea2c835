package main

import (
	"github.com/alecthomas/kong"

	"github.com/agent-loop/shimgen/manual"
)

// manualCmd prints a manual page.
type manualCmd struct {
	Page string `arg:"" optional:"" enum:"shimgen,shim,agent-loop-policy" default:"shimgen" help:"shimgen, shim or agent-loop-policy, the policy file."`
}

// Help is the long help text.
func (manualCmd) Help() string { return "It is in the macros of man(7): man reads it with -l." }

// Run prints it.
func (c *manualCmd) Run(a *app) error {
	switch c.Page {
	case "shim":
		return manual.WriteShim(a.out, knownVersion(), versionDay())
	case "agent-loop-policy":
		return manual.WritePolicy(a.out, knownVersion(), versionDay())
	}
	k, err := kong.New(&commands{}, kong.Name("shimgen"))
	if err != nil {
		return err
	}
	return manual.Write(a.out, k.Model.Node, knownVersion(), versionDay())
}
