package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/sandbox"
)

// proofLimit is how long trying a backend may take.
const proofLimit = 30 * time.Second

// Backend is the JSON form of one backend.
type Backend struct {
	Name    string             `json:"backend"`
	Error   string             `json:"error,omitempty"`
	Hint    string             `json:"hint,omitempty"`
	Held    []sandbox.Property `json:"held"`
	Missing []MissingProperty  `json:"missing"`
}

// MissingProperty is a property that a backend does not hold, and why.
type MissingProperty struct {
	Property sandbox.Property `json:"property"`
	Reason   string           `json:"reason"`
}

// HoldsAll reports whether a backend holds every property.
func (s Backend) HoldsAll() bool { return len(s.Missing) == 0 }

// ProveBackends tries every backend that could exist here. try is the command line of the
// program that attempts what a sandbox forbids.
func ProveBackends(s *runner.Session, try []string) ([]Backend, error) {
	var all []Backend
	for _, kind := range s.Provable() {
		status, err := proveBackend(s, kind, try)
		if err != nil {
			return nil, err
		}
		all = append(all, status)
	}
	return all, nil
}

// proveBackend tries one backend with a policy that asks for everything.
func proveBackend(s *runner.Session, kind runner.Sandbox, self []string) (Backend, error) {
	status := Backend{Name: string(kind), Held: []sandbox.Property{}, Missing: []MissingProperty{}}
	ctx, cancel := context.WithTimeout(context.Background(), proofLimit)
	defer cancel()
	found, err := s.Prove(ctx, kind, self)
	var absent runner.MissingBackendError
	switch {
	case errors.As(err, &absent):
		status.Error, status.Hint = absent.Error(), absent.Hint
	case err != nil:
		return status, err
	}
	for _, p := range sandbox.All() {
		switch why, tried := found[p]; {
		case !tried:
			status.Missing = append(status.Missing, MissingProperty{p, "not tried"})
		case why != nil:
			status.Missing = append(status.Missing, MissingProperty{p, why.Error()})
		default:
			status.Held = append(status.Held, p)
		}
	}
	return status, nil
}

// PrintBackends writes a line for each property of each backend.
func PrintBackends(out io.Writer, all []Backend) error {
	for _, status := range all {
		if _, err := io.WriteString(out, status.String()); err != nil {
			return err
		}
	}
	return nil
}

// String formats a backend for a person.
func (s Backend) String() string {
	text := s.Name + "\n"
	if s.Error != "" {
		text = printable.Line(s.Error) + "\n  hint: " + printable.Line(s.Hint) + "\n"
	}
	for _, p := range s.Held {
		text += fmt.Sprintf("  held      %s\n", p)
	}
	for _, m := range s.Missing {
		text += fmt.Sprintf("  not held  %s: %s\n", m.Property, printable.Line(m.Reason))
	}
	return text
}
