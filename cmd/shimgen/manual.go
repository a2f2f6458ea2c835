package main

import (
	"github.com/alecthomas/kong"

	"github.com/agent-loop/shimgen/manual"
)

// manualCmd prints the manual page.
type manualCmd struct{}

// Help is the long help text.
func (manualCmd) Help() string { return "It is in the macros of man(7): man reads it with -l." }

// Run prints it.
func (manualCmd) Run(a *app) error {
	k, err := kong.New(&commands{}, kong.Name("shimgen"))
	if err != nil {
		return err
	}
	return manual.Write(a.out, k.Model.Node, knownVersion(), versionDay())
}
