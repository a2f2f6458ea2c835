// Package inline runs scripts that are handed over as text, in Python, JavaScript, bash or
// Ruby, as an agent's tools do: judged by the user's policy first, and then in a sandbox
// with an environment, a directory and limits of their own.
//
//	func main() {
//		box := inline.Begin()
//		result, err := box.Execute(ctx, inline.ExecConfig{Language: "python", Script: "print(6 * 7)"})
//		…
//	}
//
// What a script gets: the interpreter that is first on PATH, an empty directory to start in,
// which is its home and TMPDIR and is removed with all that is in it, no network, and of the
// environment nothing but what ExecConfig names. What it started ends with it.
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
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/sandbox/native"
	"github.com/agent-loop/shimgen/verdict"
)

// A Sandbox runs scripts. [Begin] makes one; the zero Sandbox refuses.
type Sandbox struct{ begun bool }

// exitFailure is how a process ends that could not make a sandbox.
const exitFailure = 125

// Begin must be called first in main: a sandbox is made by the program's own file, which is
// started anew for that, and then Begin does not return.
func Begin() Sandbox {
	if len(os.Args) > 1 && os.Args[1] == sandbox.EnterWord {
		fail(sandbox.Enter(os.Args[1:], os.Environ()))
	}
	if len(os.Args) == 2 && os.Args[1] == native.Word {
		fail(sandbox.BeginNative(os.Environ()))
	}
	return Sandbox{true}
}

// fail ends a process that has not become another program.
func fail(err error) {
	fmt.Fprintf(os.Stderr, "shimgen: %s\n", verdict.Line(fmt.Sprint(err)))
	os.Exit(exitFailure)
}

// Isolation says what becomes of a script where no sandbox can be had.
type Isolation uint8

// The isolations. A policy that requires a sandbox has its way in all of them.
const (
	Required   Isolation = iota // it does not run
	WhereThere                  // it runs without one, and the result says so
	None                        // it runs without one in any case: for tests, and what is trusted
)

// ExecConfig is a script and how it is to run.
type ExecConfig struct {
	Language string // python, node, bash or ruby
	Script   string
	Args     []string // of the script

	// Env is what the script finds in its environment beside PATH, HOME, TMPDIR and LANG,
	// as NAME=value. Nothing is inherited.
	Env []string

	MemoryMB int64         // how much memory it may use; 0 is what the policy says
	Timeout  time.Duration // how long it may take; 0 is what the policy says, or 30 s; less is no limit
	AllowNet bool          // let it use the network, as far as the policy lets commands

	// WorkDir is the directory that it starts in and may write to. "" is an empty one, which
	// goes with it.
	WorkDir string

	AllowRead  []string // files and directories that it may read although they are secret
	AllowWrite []string // files and directories that it may write to

	Isolation Isolation
	Backend   string // the one sandbox to use: native, bwrap or landlock; "" is the first that there is

	// NoCheck runs the script without judging its text. It needs a sandbox.
	NoCheck bool

	Decided func(guard.Decision)      // is told what the policy says, before anything runs; nil is nobody
	Confirm func(guard.Decision) bool // is asked where the policy wants a person to be asked; nil says no
	Notice  func(text string)         // is told what the user should know, a line each time; nil is nobody

	Stdin          *os.File  // nil is empty
	Stdout, Stderr io.Writer // get what is printed as it comes, beside the result; nil is none
	Signals        bool      // hand signals that would end this process on to the script
	MaxOutput      int       // how much of each stream the result has, in bytes; 0 is 1 MiB

	Flags   policy.Flags // more of the policy's, as the command line has them
	Audit   bool         // what cannot be recorded does not run, whatever the policy says
	Environ []string     // of who starts it: where PATH, and what judging asks, come from; nil is os.Environ
}

// Result is what became of a script, as "shimgen exec --json" prints it.
type Result = runner.Result

// The errors of Execute that say more than their text.
type (
	// ErrResourceLimit says that the script used more than it may, and was ended.
	ErrResourceLimit = sandbox.ErrResourceLimit
	// ErrViolation says that the script failed and that its sandbox had refused something
	// to it. All that was refused is in the result.
	ErrViolation = sandbox.ErrViolation
	// ErrNoDirectory says that there is no directory of that name to start in.
	ErrNoDirectory = runner.ErrNoDirectory
	// ErrInterpreter says that the language's interpreter is not installed.
	ErrInterpreter = runner.ErrInterpreter
)

// The other errors of Execute.
const (
	ErrLanguage  = runner.ErrLanguage                          // there is no such language
	ErrNoBackend = runner.ErrNoBackend                         // no sandbox can be had, so nothing ran
	ErrNotBegun  = usage("inline: main must call Begin first") // nobody has
)

// usage is an error of the program that uses the package.
type usage string

func (e usage) Error() string { return string(e) }

// ErrRefused says that the policy did not let the script run.
type ErrRefused struct{ Decision guard.Decision }

func (e ErrRefused) Error() string {
	said, _ := verdict.Say(e.Decision)
	return said
}

// usualOutput is how much of each stream is kept.
const usualOutput = 1 << 20

// Execute runs a script and waits for it. It may be called at the same time from several
// goroutines. Where the error is about the script itself (it was refused, went over a limit,
// was held by its sandbox) the result is there, too; that a script ends with another status
// than 0 is no error.
func (x Sandbox) Execute(ctx context.Context, c ExecConfig) (Result, error) {
	if !x.begun {
		return runner.Unserved(ErrNotBegun), ErrNotBegun
	}
	s, err := c.open()
	if err != nil {
		return runner.Unserved(err), err
	}
	a, err := s.RunInline(ctx, c.inline())
	if err != nil {
		return runner.Unserved(err), err
	}
	return a.Result(), problem(a)
}

// Available reports whether a sandbox can be had here, by starting one.
func (x Sandbox) Available(ctx context.Context) bool {
	_, err := x.Execute(ctx, ExecConfig{Language: "bash", Script: "true"})
	return err == nil
}

// open opens the policy as it holds for the script.
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
			return nil, fmt.Errorf("%d MB of memory: it is %d at least", c.MemoryMB, policy.LeastMemory)
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
			return nil, runner.ErrNoDirectory{Dir: c.WorkDir}
		}
	}
	env := c.Environ
	if env == nil {
		env = os.Environ()
	}
	s, err := runner.Open(runner.Options{Flags: f, Work: c.WorkDir, Env: env, AuditRequired: c.Audit})
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

// inline is the script as the runner wants it.
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

// problem is why a script that was attended to did not do what it was to do, nil if nothing
// is known but its status.
func problem(a runner.Answer) error {
	if !a.Ran {
		return ErrRefused{a.Decision}
	}
	if over, is := runner.Exceeded(a.Over); is {
		return over
	}
	if len(a.Violations) > 0 && a.Exit != 0 {
		v := a.Violations[0]
		if v.Operation == "connect" {
			v.Operation = "network connect"
		}
		return ErrViolation{Operation: v.Operation, Path: v.Target}
	}
	return nil
}

// NotFound reports whether an error of Execute says that a program is missing.
func NotFound(err error) bool {
	return errors.As(err, new(ErrInterpreter)) || errors.As(err, new(launch.NotFound))
}
