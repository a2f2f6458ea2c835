package runner

import (
	"encoding/base64"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/limit"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/verdict"
	"github.com/agent-loop/shimgen/watchdog"
)

// The exit codes of exec that are not a program's own.
const (
	StatusTimedOut = 124
	StatusFailed   = gate.StatusFailed
	StatusRefused  = 126
	StatusNotFound = 127
)

// Result is the outcome of a command as one object, which exec --json prints and the MCP server
// returns. Fields that apply to every command are always present.
type Result struct {
	Ran      bool   `json:"ran"`
	Success  bool   `json:"success"`   // it ran and exited with 0
	ExitCode int    `json:"exit_code"` // the exit code of exec
	TimedOut bool   `json:"timed_out"`
	Limit    string `json:"limit,omitempty"` // the limit that it exceeded, in words
	Stdout   string `json:"stdout"`          // with U+FFFD in place of bytes that are not UTF-8
	Stderr   string `json:"stderr"`
	LeftOut  int64  `json:"left_out"` // bytes of both streams together

	// A stream that is not UTF-8, in base64, with the line about what was left out.
	StdoutBytes string `json:"stdout_base64,omitempty"`
	StderrBytes string `json:"stderr_base64,omitempty"`

	Violations []Violation `json:"violations"`
	Sandbox    Sandbox     `json:"sandbox"`            // what confined it: "none" if nothing ran
	Decision   string      `json:"decision,omitempty"` // the id of its records
	Action     string      `json:"action,omitempty"`   // the policy's action
	Warning    string      `json:"warning,omitempty"`

	// Why nothing ran, if the policy refused it.
	Rule   string `json:"rule,omitempty"`
	Class  string `json:"class,omitempty"`
	Reason string `json:"reason,omitempty"`

	Approve string `json:"approve,omitempty"` // the code for shimgen approve, if it waits for a person

	Error string `json:"error,omitempty"` // another reason why nothing ran
	Hint  string `json:"hint,omitempty"`
}

// Violation is something that a sandbox refused to a command.
type Violation struct {
	Operation string `json:"operation"`
	Target    string `json:"target"`
	Policy    string `json:"policy"` // what in the sandbox's policy refused it
	Rule      string `json:"rule,omitempty"`
	Fix       string `json:"fix"` // the line or flag that would allow it, or what to do instead
	Count     int    `json:"count"`
}

// resultOf returns the fields that every result of a decision has.
func resultOf(d guard.Decision) Result {
	return Result{Violations: []Violation{}, Sandbox: NoSandbox, Decision: d.ID(), Action: d.Action.String()}
}

// RefusedResult is the result of a command that the policy did not permit.
func RefusedResult(d guard.Decision) Result {
	r := resultOf(d)
	_, r.Hint = verdict.Say(d)
	r.ExitCode, r.Reason = StatusRefused, "cannot be understood"
	var crash watchdog.Crash
	switch f, found := d.Worst(); {
	case errors.As(d.Err, &crash):
		r.ExitCode, r.Reason = StatusFailed, printable.Line(crash.Error())
	case d.Err != nil:
		r.Reason = printable.Line(d.Err.Error())
	case found:
		r.Rule, r.Class, r.Reason = f.Rule.ID, string(f.Rule.Class), printable.Line(f.Rule.Reason)
	}
	return r
}

// ResultOf is the result of a command that ran. err is the limit that it exceeded, or nil.
func ResultOf(d guard.Decision, c Capture, err error) Result {
	r := resultOf(d)
	r.Ran, r.ExitCode, r.Sandbox, r.LeftOut = true, c.Exit, c.Sandbox, c.Left
	if over, is := limit.Of(err); is {
		r.Limit = over.Error()
	}
	if r.TimedOut = errors.Is(err, limit.ErrTimeout); r.TimedOut {
		r.ExitCode = StatusTimedOut
	}
	r.Success = r.ExitCode == 0 && err == nil
	if c.Violations != nil {
		r.Violations = c.Violations
	}
	r.Stdout, r.StdoutBytes = textAndBytes(c.Stdout)
	r.Stderr, r.StderrBytes = textAndBytes(c.Stderr)
	if d.Action != rules.Allow {
		r.Warning, _ = verdict.Say(d)
	}
	return r
}

// FailedResult is the result of a command that could not be started or waited for.
func FailedResult(err error) Result {
	r := Result{Violations: []Violation{}, Sandbox: NoSandbox, ExitCode: StatusFailed, Error: printable.Line(err.Error())}
	var missing MissingBackendError
	if errors.As(err, &missing) {
		r.Hint = printable.Line(missing.Hint)
	}
	if errors.As(err, new(launch.NotFoundError)) {
		r.ExitCode = StatusNotFound
	}
	return r
}

// textAndBytes returns output as text, and also in base64 if it is not UTF-8.
func textAndBytes(printed string) (text, exact string) {
	if utf8.ValidString(printed) {
		return printed, ""
	}
	return toValidUTF8([]byte(printed)), base64.StdEncoding.EncodeToString([]byte(printed))
}

// toValidUTF8 replaces bytes that are not UTF-8.
func toValidUTF8(b []byte) string { return strings.ToValidUTF8(string(b), "\uFFFD") }
