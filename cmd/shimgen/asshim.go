package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/shimdir"
)

// asShim judges the argument vector that a shim met and did not find clear,
// and becomes the real program if it may run. It returns only otherwise.
//
// A shim never asks: whoever runs it may be the agent, with a terminal of its
// own. What would ask is refused.
func asShim(a *app, name string, args []string) error {
	if strings.Contains(name, "/") { // a shim has a bare name; a path would pass its shell's checks by
		return &failure{exitFailure, fmt.Sprintf("--as-shim %q: not the name of a shim", name), ""}
	}
	s, err := runner.Open(runner.Options{Env: a.env})
	if err != nil {
		runner.RecordUnopened(name, args)
		return &failure{exitFailure, err.Error(), "shimgen doctor says how to mend it"}
	}
	name = s.Shim(name)
	req := guard.Request{Argv: append([]string{name}, args...), Changed: s.Changed()}
	var sc runner.Script
	if slices.Contains(shimdir.Shells(), name) {
		if sc, err = s.OpenScript(name, args); err != nil {
			if err := s.RecordShim(name, args, guard.Decision{Err: err}, ""); err != nil {
				return &failure{exitFailure, err.Error(), ""}
			}
			return &failure{exitRefused, err.Error(), "run a plain file, or pass the commands with -c"}
		}
		sc.Fill(&req)
	}
	d := s.Decide(req)
	path, found := gate.Find(name, lookup(a.env, "PATH"), s.Root)
	d = sc.Apply(d).Unasked()
	permit, ok := d.Permit()
	if err := s.RecordShim(name, args, d, path); err != nil {
		return &failure{exitFailure, err.Error(), ""}
	}
	a.notices(s.Warnings())
	if d.Action != rules.Allow || d.Err != nil {
		a.explain(d)
	}
	if !ok {
		return code(exitRefused) // the next command that may run refreshes the gate
	}
	s.RefreshGate()
	if !found {
		return failed(launch.NotFound{Name: name})
	}
	if sc.Opened() {
		return failed(launch.ExecFD(permit, name, a.env, sc.FD()))
	}
	return failed(launch.Exec(permit, name, a.env))
}

// failed gives an error of starting or running a program its exit code and
// its hint.
func failed(err error) error {
	if err == nil {
		return nil
	}
	f := &failure{code: launch.Status(err), text: err.Error()}
	var missing runner.Missing
	switch {
	case errors.As(err, &missing):
		f.code, f.hint = exitFailure, missing.Hint
	case errors.Is(err, runner.ErrTimeout):
		f.code, f.text = exitTimeout, fmt.Sprintf("%s", err)
	}
	return f
}
