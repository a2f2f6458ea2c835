package main

import "github.com/agent-loop/shimgen/installation"

// rehashCmd updates the shims to what is on PATH.
type rehashCmd struct{}

// Run makes and removes shims.
func (c *rehashCmd) Run(a *app) error {
	done, err := installation.Rehash(a.env)
	a.printChanged(done.Paths)
	a.notices(done.Notes)
	return err
}
