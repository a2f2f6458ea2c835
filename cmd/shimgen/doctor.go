package main

import (
	"encoding/json"

	"github.com/agent-loop/shimgen/doctor"
	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/progress"
)

// doctorCmd examines every part of the installation and says how to fix what is wrong. It
// repairs nothing itself.
type doctorCmd struct {
	JSON    bool   `name:"json" help:"Print one JSON array."`
	Hosts   bool   `help:"Call the agents' hooks as the agents would, and say what would run. Each call leaves a record."`
	Sandbox bool   `help:"Start each sandbox as exec would here, try what it must forbid, and say what held."`
	Dir     string `placeholder:"D" help:"The directory that was passed to install."`
}

// Run prints the findings. The exit status is 1 if any check failed.
func (c *doctorCmd) Run(a *app) error {
	x, err := doctor.Examine(c.Dir, a.env)
	if err != nil {
		return err
	}
	found, err := c.examine(a, x)
	if err != nil {
		return err
	}
	if c.JSON {
		err = json.NewEncoder(a.out).Encode(found)
	} else {
		err = doctor.Print(a.out, found)
	}
	if err == nil && doctor.Failed(found) {
		return exit.Silent(exit.Blocked)
	}
	return err
}

// examine makes the checks that the flags ask for.
func (c *doctorCmd) examine(a *app, x *doctor.Examination) ([]doctor.Diagnosis, error) {
	switch {
	case c.Hosts && c.Sandbox:
		return nil, exit.Usage("--hosts and --sandbox exclude each other")
	case c.Hosts:
		shown := progress.New(a.err, len(hook.Hosts()))
		defer shown.End()
		return x.DiagnoseHosts(shown.Step), nil
	case c.Sandbox:
		try, err := tryCommand()
		if err != nil {
			return nil, err
		}
		shown := progress.New(a.err, x.Backends())
		defer shown.End()
		return x.DiagnoseSandboxes(try, shown.Step)
	}
	return x.Diagnose(), nil
}
