package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/sandbox"
)

// sandboxCmd is about what confines commands.
type sandboxCmd struct {
	Status sandboxStatusCmd `cmd:"" help:"Start each backend, try what must not be possible in it, and say what it holds."`
}

// sandboxStatusCmd proves the backends.
type sandboxStatusCmd struct {
	JSON bool `name:"json" help:"Print one JSON array."`
}

// proofLimit is how long a backend may take to be tried.
const proofLimit = 30 * time.Second

// backendStatus is one backend, in JSON.
type backendStatus struct {
	Backend string             `json:"backend"`
	Error   string             `json:"error,omitempty"`
	Hint    string             `json:"hint,omitempty"`
	Held    []sandbox.Property `json:"held"`
	Missing []missingProperty  `json:"missing"`
}

type missingProperty struct {
	Property sandbox.Property `json:"property"`
	Reason   string           `json:"reason"`
}

// Run prints a line for each property of each backend. The exit code is 1 if no backend
// holds them all.
func (c *sandboxStatusCmd) Run(a *app) error {
	s, err := runner.Open(runner.Options{Env: a.env})
	if err != nil {
		return exit.From(err)
	}
	self, err := host.Executable()
	if err != nil {
		return exit.From(err)
	}
	var all []backendStatus
	sound := false
	for _, kind := range runner.Provable() {
		status, err := proveBackend(s, kind, []string{self, tryWord})
		if err != nil {
			return exit.From(err)
		}
		all = append(all, status)
		sound = sound || len(status.Missing) == 0
	}
	if c.JSON {
		err = json.NewEncoder(a.out).Encode(all)
	} else {
		err = printBackends(a, all)
		fmt.Fprintf(a.out, "shims lie over %d programs: %s\n", len(s.Covered()), line(strings.Join(s.Covered(), " ")))
	}
	if err == nil && !sound {
		return exit.Silent(exit.Blocked)
	}
	return err
}

func printBackends(a *app, all []backendStatus) error {
	for _, status := range all {
		if err := status.print(a); err != nil {
			return err
		}
	}
	return nil
}

// proveBackend tries one of the backends that hold what a policy asks for.
func proveBackend(s *runner.Session, kind runner.Sandbox, self []string) (backendStatus, error) {
	status := backendStatus{Backend: string(kind), Held: []sandbox.Property{}, Missing: []missingProperty{}}
	ctx, cancel := context.WithTimeout(context.Background(), proofLimit)
	defer cancel()
	found, err := s.Prove(ctx, kind, self)
	var absent runner.Missing
	switch {
	case errors.As(err, &absent):
		status.Error, status.Hint = absent.Error(), absent.Hint
	case err != nil:
		return status, err
	}
	for _, p := range sandbox.All() {
		switch why, tried := found[p]; {
		case !tried:
			status.Missing = append(status.Missing, missingProperty{p, "not tried"})
		case why != nil:
			status.Missing = append(status.Missing, missingProperty{p, why.Error()})
		default:
			status.Held = append(status.Held, p)
		}
	}
	return status, nil
}

func (s backendStatus) print(a *app) error {
	text := s.Backend + "\n"
	if s.Error != "" {
		text = line(s.Error) + "\n  hint: " + line(s.Hint) + "\n"
	}
	for _, p := range s.Held {
		text += fmt.Sprintf("  held      %s\n", p)
	}
	for _, m := range s.Missing {
		text += fmt.Sprintf("  not held  %s: %s\n", m.Property, line(m.Reason))
	}
	_, err := fmt.Fprint(a.out, text)
	return err
}
