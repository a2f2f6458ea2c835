// Package exit holds the statuses that shimgen ends with, and the errors that carry one.
//
// A function that knows how its command should end returns [New] or [Usage]; one whose
// answer is already printed returns a [Silent]. [From] gives the errors of package launch,
// runner and sandbox their status and their hint:
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
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/sandbox"
)

// The statuses. Those from 124 are of the commands that run something, which otherwise
// end with the program's own.
const (
	Blocked  = 1 // a policy's no, or a check that failed
	BadUsage = 2
	Ask      = 3
	Timeout  = 124
	Failed   = 125 // our own failure
	Refused  = 126
	Missing  = 127
)

// Error is an error with an exit status and, where something can be done
// about it, a hint.
type Error struct {
	Status int
	Text   string
	Hint   string
}

// Error returns the text without the hint.
func (f *Error) Error() string { return f.Text }

// New makes an error with an exit status and a hint, which may be "".
func New(status int, text, hint string) error { return &Error{status, text, hint} }

// Silent is an exit status without a message, for an answer that is already given.
type Silent int

// Error names the status; it is not printed.
func (c Silent) Error() string { return fmt.Sprintf("exit %d", int(c)) }

// After returns how a command ends after a decision: with the status that it has for that,
// or with Failed where judging crashed.
func After(d guard.Decision, status int) error {
	var crash runner.Crash
	switch {
	case errors.As(d.Err, &crash):
		return Silent(Failed)
	case status == 0:
		return nil
	}
	return Silent(status)
}

// Usage makes the error of a command line that makes no sense.
func Usage(format string, args ...any) error {
	return New(BadUsage, fmt.Sprintf(format, args...), "shimgen --help")
}

// From gives an error of starting or running a program its exit status and
// its hint.
func From(err error) error {
	if err == nil {
		return nil
	}
	f := &Error{Status: launch.Status(err), Text: err.Error()}
	var missing runner.Missing
	switch {
	case errors.As(err, &missing):
		f.Status, f.Hint = Failed, missing.Hint
	case errors.Is(err, sandbox.ErrBox):
		f.Status = Failed
	case errors.Is(err, sandbox.ErrDidNotStart):
		f.Status, f.Hint = Failed, "shimgen sandbox status tells what can be set up here; inside a sandbox no other can"
	case errors.Is(err, runner.ErrTimeout):
		f.Status, f.Text = Timeout, fmt.Sprintf("%s", err)
	}
	return f
}
