package runner

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"time"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/limit"
	"github.com/agent-loop/shimgen/proot"
)

// Run runs what was permitted and returns its exit status, or 128 plus the signal's number if a
// signal ended it. The command gets the caller's standard streams, and Run forwards signals.
// When the time is up, Run ends the command with all descendants that have not detached
// themselves, and the error is ErrTimeout.
//
// On a terminal the command stays in the caller's process group, so that the terminal's keys
// and the shell's job control work as for any program. Elsewhere it gets a process group of its
// own, which ends as a whole. With the job's Terminal set, it gets a session and a terminal of
// its own, and ends when the caller's terminal is gone.
func (s *Session) Run(p permit.Permit, j Job) (int, error) {
	c, err := s.command(p, j)
	if err != nil {
		return 0, err
	}
	defer c.remove()
	if err := c.attach(j.Terminal); err != nil {
		return 0, err
	}
	defer c.detach()
	heard, err := c.listen()
	if err != nil {
		return 0, err
	}
	restore := host.Modes(0)
	signals := make(chan os.Signal, 8)
	c.forwardTo(signals)
	defer signal.Stop(signals)
	started := time.Now()
	if err = c.start(); err == nil {
		err = c.connect()
	}
	if err != nil {
		heard.end()
		return 0, err
	}
	err = c.wait(context.Background(), j.Timeout, signals)
	c.detach()
	isLate := errors.Is(err, limit.ErrTimeout)
	if _, over := limit.Of(err); over {
		restore() // the command was killed before it could restore the terminal's modes
	}
	status, said := exitStatus(c.ProcessState), heard.end()
	if c.sandbox == Proot {
		status, said = proot.Status(status, said), ""
	}
	s.checkChild(c)
	if began := c.startError(); began != nil && err == nil && status < 128 { // a later kill may have a status of 128 or more
		return 0, began
	}
	took := time.Since(started)
	if err == nil {
		err = limit.Reached(c.limits, status, said)
	}
	s.reportDenials(c, said)
	s.recordOutcome(p, c, audit.Outcome{Exit: status, TimedOut: isLate, Duration: took})
	return status, err
}

// onTerminal reports whether one of the standard streams is a terminal.
func onTerminal() bool {
	return host.IsTerminal(0) || host.IsTerminal(1) || host.IsTerminal(2)
}

// signalsToForward returns the signals to forward. Ignored signals stay ignored, by the command too.
func signalsToForward() []os.Signal {
	var signals []os.Signal
	for _, sig := range forwardedSignals {
		if !signal.Ignored(sig) {
			signals = append(signals, sig)
		}
	}
	return signals
}
