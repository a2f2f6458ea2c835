package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/agent-loop/shimgen/fleet/forward"
	"github.com/agent-loop/shimgen/fleet/setting"
	"github.com/agent-loop/shimgen/fleet/wire"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/exit"
)

// forwardCmd publishes the audit trail.
type forwardCmd struct {
	serverFlags
	OTLP    string `name:"otlp" placeholder:"URL" help:"Send to an OpenTelemetry collector, by OTLP over HTTP, in the place of a server: https://HOST:4318."`
	Headers string `name:"otlp-headers" placeholder:"FILE" help:"Headers for the collector, one NAME: VALUE on a line."`
	Send    string `placeholder:"WHAT" help:"What leaves: none, decisions (no text of a command), hashed, commands (without credentials). A flag can only say less than the configuration."`
	HashKey string `placeholder:"FILE" help:"The key of the hashes (default: one of this machine's own)."`
	Trail   string `placeholder:"DIR" help:"The audit trail (default: ~/.agent-loop/audit)."`
	State   string `placeholder:"DIR" help:"Where it keeps what is sent (default: state/fleet beside the trail, or state/otlp)."`
	Once    bool   `help:"Send what there is, and end."`
}

// Run publishes until a signal, or once.
func (c forwardCmd) Run(ctx context.Context, a app) error {
	if c.OTLP != "" && c.To != "" || c.OTLP == "" && c.Headers != "" {
		return exit.New(exit.BadUsage, "forward: --to names a server, --otlp a collector, and --otlp-headers goes with the latter", "shimgen-fleet forward --help")
	}
	s, err := c.settings(a, setting.Settings{Send: c.Send, HashKey: c.HashKey})
	if err != nil {
		return err
	}
	trail, state, err := c.places()
	if err != nil {
		return err
	}
	rule, err := s.Rule(state)
	if err != nil {
		return err
	}
	f := forward.Forwarder{Trail: trail, State: state, Machine: s.Names(), Rule: rule, Once: c.Once, Say: a.say}
	if c.OTLP != "" {
		f.Collector, err = c.collector()
	} else if f.Conn, err = connect(s, !c.Once, a); err == nil {
		defer f.Conn.Close()
	}
	if err != nil {
		return err
	}
	err = f.Run(ctx)
	if errors.Is(err, forward.ErrRunning) {
		return exit.New(exit.Blocked, err.Error(), "it sends what there is; --state names another place")
	}
	if c.Once && err == nil {
		a.say(fmt.Sprintf("%d records sent", f.Sent))
	}
	return err
}

// collector returns where the records go instead of a server.
func (c forwardCmd) collector() (*forward.Collector, error) {
	to, err := forward.NewCollector(c.OTLP, c.Headers, c.CA)
	switch {
	case errors.Is(err, wire.ErrReadable):
		return nil, exit.New(exit.Failed, err.Error(), "chmod 600 makes it private")
	case errors.Is(err, forward.ErrEndpoint), errors.Is(err, forward.ErrUser):
		return nil, usage(err)
	}
	return to, err
}

// places returns the directories of the trail and of the state.
func (c forwardCmd) places() (trail, state string, err error) {
	if trail = c.Trail; trail == "" {
		homes := host.Homes(host.UID(), "", "")
		if len(homes) == 0 {
			return "", "", exit.New(exit.Failed, "no home directory, so no audit trail", "--trail names one")
		}
		trail = filepath.Join(homes[0], ".agent-loop", gate.TrailName)
	}
	if trail, err = filepath.Abs(trail); err != nil {
		return "", "", err
	}
	if state = c.State; state == "" {
		name := "fleet"
		if c.OTLP != "" {
			name = "otlp"
		}
		state = filepath.Join(filepath.Dir(trail), "state", name)
	}
	return trail, state, nil
}
