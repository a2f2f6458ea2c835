package runner

import (
	"encoding/base64"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/limit"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/verdict"
	"github.com/agent-loop/shimgen/watchdog"
)

// The exit codes of exec that are no program's own.
const (
	StatusTimedOut = 124
	StatusFailed   = 125
	StatusRefused  = 126
	StatusNotFound = 127
)

// Result is what became of a command, as one object: exec --json prints it, and the
// server answers execute with it. What is there for every command is never left out.
type Result struct {
	Ran      bool   `json:"ran"`
	Success  bool   `json:"success"`   // it ran, and ended with 0
	ExitCode int    `json:"exit_code"` // as exec ends
	TimedOut bool   `json:"timed_out"`
	Limit    string `json:"limit,omitempty"` // the limit that it went over, in words
	Stdout   string `json:"stdout"`          // U+FFFD stands for what is no UTF-8
	Stderr   string `json:"stderr"`
	LeftOut  int64  `json:"left_out"` // bytes of both streams together

	// The bytes of a stream that is no UTF-8, in base64, a line about what was left out
	// included.
	StdoutBytes string `json:"stdout_base64,omitempty"`
	StderrBytes string `json:"stderr_base64,omitempty"`

	Violations []Violation `json:"violations"`
	Sandbox    Sandbox     `json:"sandbox"`            // what confined it: "none" if nothing ran
	Decision   string      `json:"decision,omitempty"` // joins it with its records
	Action     string      `json:"action,omitempty"`   // what the policy says of it
	Warning    string      `json:"warning,omitempty"`

	// Why nothing ran, if the policy was the reason.
	Rule   string `json:"rule,omitempty"`
	Class  string `json:"class,omitempty"`
	Reason string `json:"reason,omitempty"`

	Approve string `json:"approve,omitempty"` // the code that it waits under for a person: shimgen approve CODE

	Error string `json:"error,omitempty"` // what else was the reason
	Hint  string `json:"hint,omitempty"`
}

// Violation is something that a sandbox refused to a command.
type Violation struct {
	Operation string `json:"operation"`
	Target    string `json:"target"`
	Policy    string `json:"policy"` // what of the sandbox's policy refused it
	Rule      string `json:"rule,omitempty"`
	Fix       string `json:"fix"` // the line or flag that would allow it, or what to do instead
	Count     int    `json:"count"`
}

// resultOf is what is the same in every result of a decision.
func resultOf(d guard.Decision) Result {
	return Result{Violations: []Violation{}, Sandbox: NoSandbox, Decision: d.ID(), Action: d.Action.String()}
}

// RefusedResult is the result of a command that the policy did not let run.
func RefusedResult(d guard.Decision) Result {
	r := resultOf(d)
	_, r.Hint = verdict.Say(d)
	r.ExitCode, r.Reason = StatusRefused, "cannot be understood"
	var crash watchdog.Crash
	switch f, found := d.Worst(); {
	case errors.As(d.Err, &crash):
		r.ExitCode, r.Reason = StatusFailed, verdict.Line(crash.Error())
	case d.Err != nil:
		r.Reason = verdict.Line(d.Err.Error())
	case found:
		r.Rule, r.Class, r.Reason = f.Rule.ID, string(f.Rule.Class), verdict.Line(f.Rule.Reason)
	}
	return r
}

// ResultOf is the result of a command that ran. An error is the limit that it went over.
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
	r.Stdout, r.StdoutBytes = shown(c.Stdout)
	r.Stderr, r.StderrBytes = shown(c.Stderr)
	if d.Action != rules.Allow {
		r.Warning, _ = verdict.Say(d)
	}
	return r
}

// FailedResult is the result of a command that was not started, or not attended to.
func FailedResult(err error) Result {
	r := Result{Violations: []Violation{}, Sandbox: NoSandbox, ExitCode: StatusFailed, Error: verdict.Line(err.Error())}
	var missing MissingBackendError
	if errors.As(err, &missing) {
		r.Hint = verdict.Line(missing.Hint)
	}
	if errors.As(err, new(launch.NotFoundError)) {
		r.ExitCode = StatusNotFound
	}
	return r
}

// shown is what was printed as text, and its very bytes where they are none.
func shown(printed string) (text, exact string) {
	if utf8.ValidString(printed) {
		return printed, ""
	}
	return valid([]byte(printed)), base64.StdEncoding.EncodeToString([]byte(printed))
}

// valid puts the replacement character in the place of bytes that are no UTF-8.
func valid(b []byte) string { return strings.ToValidUTF8(string(b), "\uFFFD") }
