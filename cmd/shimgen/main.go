// Shimgen keeps the shell commands of AI agents inside what their user allowed: it
// installs the shims, judges commands, and runs them confined.
//
// Exit codes: check, path and url exit with 0 for allow or warn, 1 for block, 3 for ask,
// 2 for a usage error and 125 for a failure of their own. exec exits with the program's
// own status, or 126 refused, 127 not found, 124 timed out, 125 our own failure,
// including a panic. A failure that nothing can catch, such as no memory, exits with the
// Go runtime's 2, so 2 never means allow.
//
//go:debug containermaxprocs=0
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/alecthomas/kong"

	"github.com/agent-loop/shimgen/execution"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/manual"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/sandbox/native"
	"github.com/agent-loop/shimgen/shellscript"
	"github.com/agent-loop/shimgen/shimexec"
	"github.com/agent-loop/shimgen/watchdog"
)

// tryWord is the first argument of the process that tries what a sandbox forbids.
const tryWord = "--try-box"

func main() {
	// A program that this process becomes must be executed on the process's first thread:
	// otherwise a tracer that follows no other thread loses it, and the kernel forgets which
	// signal to send at the parent's death.
	runtime.LockOSThread()
	args, _ := gate.Args(os.Args)
	os.Exit(run(args, &app{in: os.Stdin, out: os.Stdout, err: os.Stderr, env: gate.Environ(os.Environ()), endAfter: host.EndAfter}))
}

// app is the part of the process that commands may use.
type app struct {
	in       io.Reader
	out, err io.Writer
	env      []string
	endAfter func(time.Duration) // kills the process after a time, whatever it does; nil in tests, which share their process
}

// run interprets a command line and returns the exit code, even if shimgen panics.
func run(argv []string, a *app) (status int) {
	defer func() {
		if fault := recover(); fault != nil {
			status = a.finish(watchdog.Crash{Fault: fault})
		}
	}()
	return a.interpret(argv)
}

// interpret carries out a command line and returns the exit code.
func (a *app) interpret(argv []string) int {
	switch {
	case len(argv) > 2 && (argv[1] == gate.AsShim || argv[1] == gate.AsShimFresh):
		return a.finish(shimexec.Call{
			Called: argv[0], Name: argv[2], Args: argv[3:], Fresh: argv[1] == gate.AsShimFresh, Env: a.env, Out: a.out, Err: a.err, End: os.Exit,
		}.Become())
	case len(argv) > 1 && argv[1] == sandbox.EnterWord:
		return a.finish(exit.From(sandbox.Enter(argv[1:], os.Environ())))
	case len(argv) == 2 && argv[1] == native.Word: // builds with an entry before the runtime never get here: it does this
		return a.finish(exit.From(sandbox.BeginNative(os.Environ())))
	}
	runtime.UnlockOSThread() // nothing below becomes another program, and goroutines locked to a thread are slow
	switch {
	case len(argv) > 1 && argv[1] == tryWord:
		return a.finish(sandbox.Try(a.out, argv[2:]))
	case len(argv) == 2 && argv[1] == runner.StartWord:
		return a.finish(runner.TryStart())
	case len(argv) == 2 && argv[1] == "--relay":
		return a.finish(shellscript.Relay())
	}
	if claim, ok := hookDecision(argv); ok {
		return a.finish(execution.CarryOut(execution.Command{Out: a.out, Err: a.err, Env: a.env}, claim))
	}
	if h, ok := plainHook(argv); ok {
		return a.finish(h.Run(a))
	}
	var cli commands
	done := -1
	k, err := kong.New(&cli,
		kong.Name("shimgen"),
		kong.Description("Keeps the shell commands of AI agents inside what their user allowed."),
		kong.Writers(a.out, a.err),
		kong.Exit(func(c int) { done = c }),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Help(help),
		kong.Bind(a),
	)
	if err != nil {
		return a.finish(err)
	}
	args, err := expandAliases(k, argv[1:])
	if err != nil {
		return a.finish(err)
	}
	ctx, err := k.Parse(args)
	if done >= 0 {
		return done // --help
	}
	if err != nil {
		return a.finish(usageError(err))
	}
	return a.finish(hintAtVerb(ctx.Run(), ctx))
}

// help prints the help of a verb, or of all.
func help(o kong.HelpOptions, ctx *kong.Context) error {
	err := kong.DefaultHelpPrinter(o, ctx)
	if n := ctx.Selected(); err == nil && n != nil {
		err = manual.Print(ctx.Stdout, manual.Verb(n))
	}
	return err
}

// finish prints an error as all errors are printed, and returns its exit code.
func (a *app) finish(err error) int {
	if err == nil {
		return 0
	}
	var c exit.Silent
	if errors.As(err, &c) {
		return int(c)
	}
	f := &exit.Error{Status: exit.Failed, Text: err.Error()}
	errors.As(err, &f)
	fmt.Fprintf(a.err, "shimgen: %s\n", line(f.Text))
	if f.Hint != "" {
		fmt.Fprintf(a.err, "shimgen: hint: %s\n", line(f.Hint))
	}
	return f.Status
}

// line makes text safe to print on one line of a terminal.
func line(s string) string { return printable.Line(s) }
