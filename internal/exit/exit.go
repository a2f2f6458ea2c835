// Package exit holds shimgen's exit statuses, and the errors that carry one.
//
// A function that knows the command's exit status returns [New] or [Usage]; if its answer
// is already printed, it returns a [Silent]. [From] adds status and hint to the errors of
// packages launch, runner and sandbox:
//
//	if err := s.Run(permit, job); err != nil {
//		return exit.From(err)
//	}
//
// Nothing here ends the process: only main does.
package exit

import (
	"errors"
	"fmt"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/limit"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/watchdog"
)

// The statuses. Those from 124 on are for commands that run a program, which otherwise
// exit with the program's own.
const (
	Blocked  = 1 // the policy said no, or a check failed
	BadUsage = 2
	Ask      = 3
	Timeout  = runner.StatusTimedOut
	Failed   = runner.StatusFailed // our own failure
	Refused  = runner.StatusRefused
	Missing  = runner.StatusNotFound
)

// Error is an error with an exit status and a hint, which may be empty.
type Error struct {
	Status int
	Text   string
	Hint   string
}

// Error returns the text without the hint.
func (f *Error) Error() string { return f.Text }

// New makes an error with an exit status and a hint, which may be "".
func New(status int, text, hint string) error { return &Error{status, text, hint} }

// Silent is an exit status without a message: the answer is already printed.
type Silent int

// Error names the status; it is not printed.
func (c Silent) Error() string { return fmt.Sprintf("exit %d", int(c)) }

// After returns how a command exits after a decision: with the given status, or with
// Failed if judging crashed.
func After(d guard.Decision, status int) error {
	var crash watchdog.Crash
	switch {
	case errors.As(d.Err, &crash):
		return Silent(Failed)
	case status == 0:
		return nil
	}
	return Silent(status)
}

// Usage makes the error for an invalid command line.
func Usage(format string, args ...any) error {
	return New(BadUsage, fmt.Sprintf(format, args...), "shimgen --help")
}

// From adds an exit status and a hint to an error of starting or running a program.
func From(err error) error {
	if err == nil {
		return nil
	}
	f := &Error{Status: launch.Status(err), Text: err.Error()}
	var missing runner.MissingBackendError
	switch {
	case errors.As(err, &missing):
		f.Status, f.Hint = Failed, missing.Hint
	case errors.Is(err, sandbox.ErrBox):
		f.Status = Failed
	case errors.Is(err, sandbox.ErrDidNotStart):
		f.Status, f.Hint = Failed, "shimgen sandbox status says which sandboxes work here; none works inside another"
	case errors.Is(err, limit.ErrTimeout):
		f.Status, f.Text = Timeout, fmt.Sprintf("%s", err)
	}
	return f
}
