package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/doctor"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/runner"
)

// sandboxCmd shows what confines commands.
type sandboxCmd struct {
	Status sandboxStatusCmd `cmd:"" help:"Start each backend, try what it must forbid, and say what it holds."`
}

// sandboxStatusCmd proves the backends.
type sandboxStatusCmd struct {
	JSON bool `name:"json" help:"Print one JSON array."`
}

// Run prints a line for each property of each backend. The exit status is 1 if no backend
// holds all of them.
func (c *sandboxStatusCmd) Run(a *app) error {
	s, err := runner.Open(runner.Options{Env: a.env})
	if err != nil {
		return exit.From(err)
	}
	try, err := tryCommand()
	if err != nil {
		return err
	}
	all, err := doctor.ProveBackends(s, try)
	if err != nil {
		return exit.From(err)
	}
	if c.JSON {
		err = json.NewEncoder(a.out).Encode(all)
	} else {
		err = doctor.PrintBackends(a.out, all)
		fmt.Fprintf(a.out, "shims lie over %d programs: %s\n", len(s.Covered()), line(strings.Join(s.Covered(), " ")))
	}
	if err == nil && !slices.ContainsFunc(all, doctor.Backend.HoldsAll) {
		return exit.Silent(exit.Blocked)
	}
	return err
}

// tryCommand is the command line of the program that tries what a sandbox forbids.
func tryCommand() ([]string, error) {
	self, err := host.Executable()
	return []string{self, tryWord}, exit.From(err)
}
