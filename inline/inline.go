// Package inline runs scripts given as text, in Python, JavaScript, bash or Ruby, for an
// agent's tools: it judges them by the user's policy, then runs them in a sandbox with an
// environment, a directory and limits of their own.
//
//	func main() {
//		box := inline.Begin()
//		result, err := box.Execute(ctx, inline.ExecConfig{Language: "python", Script: "print(6 * 7)"})
//		…
//	}
//
// A script gets the first interpreter on PATH, no network, only the environment variables
// that ExecConfig names, and an empty directory to start in, which is its HOME and TMPDIR
// and is removed afterwards. All its processes end with it.
//
// # Limits
//
// A script needs a sandbox that works on this machine; [ExecConfig.Isolation] says what
// happens without one.
package inline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/limit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/sandbox/native"
	"github.com/agent-loop/shimgen/verdict"
)

// A Sandbox runs scripts. [Begin] makes one; the zero Sandbox refuses.
type Sandbox struct{ begun bool }

// Begin must be called first in main: to make a sandbox, the program executes itself
// again, and in that process Begin does not return.
func Begin() Sandbox {
	if len(os.Args) > 1 && os.Args[1] == sandbox.EnterWord {
		fail(sandbox.Enter(os.Args[1:], os.Environ()))
	}
	if len(os.Args) == 2 && os.Args[1] == native.Word {
		fail(sandbox.BeginNative(os.Environ()))
	}
	return Sandbox{true}
}

// fail ends a process that failed to become another program.
func fail(err error) {
	fmt.Fprintf(os.Stderr, "shimgen: %s\n", printable.Line(fmt.Sprint(err)))
	os.Exit(runner.StatusFailed)
}

// Isolation says what happens to a script if no sandbox is available.
type Isolation uint8

// The isolations. A policy that requires a sandbox overrides all of them.
const (
	Required   Isolation = iota // it does not run
	WhereThere                  // it runs without one, and the result says so
	None                        // it always runs without one: for tests and trusted scripts
)

// ExecConfig is a script and how to run it.
type ExecConfig struct {
	Language string // python, node, bash or ruby
	Script   string
	Args     []string // of the script

	// Env is the script's environment besides PATH, HOME, TMPDIR and LANG, as NAME=value.
	// It inherits nothing.
	Env []string

	MemoryMB int64         // memory limit; 0 for the policy's
	Timeout  time.Duration // time limit; 0 for the policy's, or 30 s; negative for none
	AllowNet bool          // allow the network, as far as the policy allows it for commands

	// WorkDir is the directory that it starts in and may write to. "" means an empty one,
	// which is removed afterwards.
	WorkDir string

	AllowRead  []string // secret files and directories that it may read nevertheless
	AllowWrite []string // files and directories that it may write to

	Isolation Isolation
	Backend   string // the sandbox to use: native, bwrap or landlock; "" for the first available one

	// NoCheck runs the script without judging its text. It needs a sandbox.
	NoCheck bool

	Decided func(guard.Decision) // gets the decision before anything runs; may be nil
	// Confirm is called if the policy asks a person, with how long it may wait; nil says no.
	Confirm func(d guard.Decision, within time.Duration) bool
	Notice  func(text string) // gets messages for the user, a line each; may be nil

	Stdin          *os.File  // nil means empty
	Stdout, Stderr io.Writer // get the output as it comes, besides the result; may be nil
	Signals        bool      // pass signals that would end this process on to the script
	MaxOutput      int       // how much of each stream the result keeps, in bytes; 0 means 1 MiB

	Flags   policy.Flags // more policy flags, as on the command line
	Audit   bool         // run only what can be recorded, whatever the policy says
	Environ []string     // the caller's environment, for PATH and for judging; nil means os.Environ
}

// Result is the outcome of a script, as "shimgen exec --json" prints it.
type Result = runner.Result

// The errors of Execute that say more than their text.
type (
	// ResourceLimitError says that the script exceeded a limit and was killed.
	ResourceLimitError = sandbox.ResourceLimitError
	// ViolationError says that the script failed and that its sandbox had refused it
	// something. The result lists everything refused.
	ViolationError = sandbox.ViolationError
	// NoDirectoryError says that the directory to start in does not exist.
	NoDirectoryError = runner.NoDirectoryError
	// InterpreterError says that the language's interpreter is not installed.
	InterpreterError = runner.InterpreterError
)

// The other errors of Execute.
const (
	ErrLanguage  = runner.ErrLanguage                          // unknown language
	ErrNoBackend = runner.ErrNoBackend                         // no sandbox is available, so nothing ran
	ErrNotBegun  = usage("inline: main must call Begin first") // Begin was not called
)

// usage is an error of the calling program.
type usage string

// Error returns the text.
func (e usage) Error() string { return string(e) }

// RefusedError says that the policy did not let the script run.
type RefusedError struct{ Decision guard.Decision }

// Error returns the decision in words.
func (e RefusedError) Error() string {
	said, _ := verdict.Say(e.Decision)
	return said
}

// usualOutput is how much of each stream is kept by default.
const usualOutput = 1 << 20

// Execute runs a script and waits for it. Several goroutines may call it concurrently. If
// the error is about the script itself (it was refused, exceeded a limit, violated its
// sandbox), the result is valid too. An exit status other than 0 is not an error.
func (x Sandbox) Execute(ctx context.Context, c ExecConfig) (Result, error) {
	if !x.begun {
		return runner.FailedResult(ErrNotBegun), ErrNotBegun
	}
	s, err := c.open()
	if err != nil {
		return runner.FailedResult(err), err
	}
	a, err := s.RunInline(ctx, c.inline())
	if err != nil {
		return runner.FailedResult(err), err
	}
	return a.Result(), problem(a)
}

// Available starts a sandbox to report whether one is available.
func (x Sandbox) Available(ctx context.Context) bool {
	_, err := x.Execute(ctx, ExecConfig{Language: "bash", Script: "true"})
	return err == nil
}

// open opens the policy that applies to the script.
func (c ExecConfig) open() (*runner.Session, error) {
	f := c.Flags
	f.NoCheck = c.NoCheck
	f.AllowReads, f.AllowWrites = append(f.AllowReads, c.AllowRead...), append(f.AllowWrites, c.AllowWrite...)
	limits := map[policy.Limit]int64{}
	for limit, value := range f.Limits {
		limits[limit] = value
	}
	if c.MemoryMB != 0 {
		if c.MemoryMB < policy.LeastMemory {
			return nil, fmt.Errorf("%d MB of memory: at least %d are needed", c.MemoryMB, policy.LeastMemory)
		}
		limits[policy.LimitMemory] = c.MemoryMB
	}
	switch {
	case c.Timeout < 0:
		limits[policy.LimitTime] = 0
	case c.Timeout > 0:
		limits[policy.LimitTime] = max(c.Timeout.Milliseconds(), 1)
	}
	f.Limits = limits
	if c.WorkDir != "" {
		if info, err := os.Stat(c.WorkDir); err != nil || !info.IsDir() {
			return nil, runner.NoDirectoryError{Dir: c.WorkDir}
		}
	}
	env := c.Environ
	if env == nil {
		env = os.Environ()
	}
	s, err := runner.Open(runner.Options{Flags: f, Work: c.WorkDir, Env: env, AuditRequired: c.Audit, Source: "inline"})
	if err != nil {
		return nil, err
	}
	if _, said := limits[policy.LimitTime]; !said && s.Policy.Limits.Timeout() == 0 {
		s.Policy.Limits[policy.LimitTime] = runner.InlineTime.Milliseconds()
	}
	if c.WorkDir != "" {
		s.Dir = s.Work
	}
	return s, nil
}

// inline converts the configuration for the runner.
func (c ExecConfig) inline() runner.Inline {
	in := runner.Inline{
		Language: c.Language, Script: c.Script, Args: c.Args, Env: c.Env, Stays: c.WorkDir != "", Net: c.AllowNet, NoCheck: c.NoCheck,
		Sandbox: runner.Sandbox(c.Backend), Named: c.Backend != "", Bare: c.Isolation == WhereThere,
		Decided: c.Decided, Confirm: c.Confirm, Notice: c.Notice,
		Stdin: c.Stdin, Stdout: c.Stdout, Stderr: c.Stderr, Signals: c.Signals, Keep: cmp.Or(c.MaxOutput, usualOutput),
	}
	if c.Isolation == None {
		in.Sandbox, in.Named = runner.NoSandbox, true
	}
	return in
}

// problem says why a script that was processed did not do its work; nil if only its
// status is known.
func problem(a runner.Answer) error {
	if !a.Ran {
		return RefusedError{a.Decision}
	}
	if over, is := limit.Of(a.Over); is {
		return over
	}
	if len(a.Violations) > 0 && a.Exit != 0 {
		v := a.Violations[0]
		if v.Operation == "connect" {
			v.Operation = "network connect"
		}
		return ViolationError{Operation: v.Operation, Path: v.Target}
	}
	return nil
}

// NotFound reports whether an error of Execute says that a program is missing.
func NotFound(err error) bool {
	return errors.As(err, new(InterpreterError)) || errors.As(err, new(launch.NotFoundError))
}
