package main

import (
	"errors"
	"fmt"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/sandbox"
)

// The exit codes that are ours.
const (
	exitBlock   = 1
	exitUsage   = 2
	exitAsk     = 3
	exitTimeout = 124
	exitFailure = 125
	exitRefused = 126
	exitMissing = 127
)

// failure is an error with an exit code and, where something can be done
// about it, a hint.
type failure struct {
	code int
	text string
	hint string
}

func (f *failure) Error() string { return f.text }

// newFailure makes an error with an exit code and a hint, which may be "".
func newFailure(status int, text, hint string) error { return &failure{status, text, hint} }

// code is an exit code without a message, for an answer that is already given.
type code int

func (c code) Error() string { return fmt.Sprintf("exit %d", int(c)) }

// ending is the exit code after a decision: the one that a command has for it, unless
// there is none because judging failed.
func ending(d guard.Decision, status int) error {
	var crash runner.Crash
	switch {
	case errors.As(d.Err, &crash):
		return code(exitFailure)
	case status == 0:
		return nil
	}
	return code(status)
}

// usage makes the error of a command line that makes no sense.
func usage(format string, args ...any) error {
	return newFailure(exitUsage, fmt.Sprintf(format, args...), "shimgen --help")
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
	case errors.Is(err, sandbox.ErrBox):
		f.code = exitFailure
	case errors.Is(err, sandbox.ErrDidNotStart):
		f.code, f.hint = exitFailure, "shimgen sandbox status tells what can be set up here; inside a sandbox no other can"
	case errors.Is(err, runner.ErrTimeout):
		f.code, f.text = exitTimeout, fmt.Sprintf("%s", err)
	}
	return f
}
