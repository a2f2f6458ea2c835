// Shimgen-mcp serves tools over the Model Context Protocol, on standard input and output:
// execute runs a shell command as "shimgen exec -c" does, check judges one without running
// it, and appeal submits an appeal against a refusal. "shimgen mcp" starts it; nobody else
// needs to.
//
// The flags choose the policy, the work directory and the limits. A call's arguments can
// only narrow these. A command has /dev/null as standard input, since the server's own
// carries the protocol. The server asks nobody: if the policy asks, it refuses.
//
// Exit codes: 0 when the client has closed the connection or a signal asked the server to
// end, 2 for a usage error, 125 for a failure of its own. Before it exits it ends everything
// that still runs.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/sandbox/native"
)

// exitUsage is the exit code after a usage error. After a failure it is runner.StatusFailed.
const exitUsage = 2

// version is set by the linker in published builds: -X main.version=…
var version = ""

func main() { os.Exit(run(os.Args[1:], os.Environ(), os.Stderr)) }

// run serves until the client goes away, and returns the exit code.
func run(args, env []string, stderr io.Writer) int {
	if len(args) > 0 && args[0] == sandbox.EnterWord { // runs inside a sandbox, before a command
		return say(stderr, runner.StatusFailed, sandbox.Enter(args, env))
	}
	if len(args) == 1 && args[0] == native.Word { // runs before that, in a sandbox that it creates
		return say(stderr, runner.StatusFailed, sandbox.BeginNative(env))
	}
	o, err := readOptions(args)
	if err != nil {
		return say(stderr, exitUsage, err)
	}
	o.env, o.stderr = env, stderr
	if o.dir != "" {
		if err := os.Chdir(o.dir); err != nil {
			return say(stderr, runner.StatusFailed, err)
		}
	}
	// If the client has gone away, a write to it must be an error and not a signal: we may
	// not end before the processes that we started.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := serve(ctx, o); err != nil && ctx.Err() == nil {
		return say(stderr, runner.StatusFailed, err)
	}
	return 0
}

// say prints an error on one line and returns the given exit code.
func say(w io.Writer, code int, err error) int {
	fmt.Fprintf(w, "shimgen: mcp: %s\n", printable.Line(err.Error()))
	return code
}

// options are the settings that the starter of the server chooses.
type options struct {
	flags    policy.Flags
	required bool // run only what can be recorded
	dir      string
	sandbox  runner.Sandbox
	longest  time.Duration // time limit of a command
	keep     int           // how many bytes of each of a command's streams are passed on

	env    []string
	stderr io.Writer
}

// fewest is the minimum for keep, in bytes: less would not hold a message.
const fewest = 1024

// readOptions parses the flags. They are the flags of "shimgen mcp".
func readOptions(args []string) (options, error) {
	var o options
	fs := flag.NewFlagSet("shimgen-mcp", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.flags.Profile, "security-profile", "", "")
	fs.BoolVar(&o.flags.NoSecurity, "no-security", false, "")
	fs.BoolVar(&o.required, "audit-required", false, "")
	fs.StringVar(&o.dir, "dir", "", "")
	backend := fs.String("sandbox", "", "")
	fs.DurationVar(&o.longest, "timeout", 0, "")
	fs.IntVar(&o.keep, "max-output", 64<<10, "")
	for name, list := range map[string]*[]string{
		"security-blocked-path": &o.flags.BlockedPaths, "security-allowed-path": &o.flags.AllowedPaths, "allow-dir": &o.flags.AllowDirs,
		"allow-read": &o.flags.AllowReads, "allow-write": &o.flags.AllowWrites,
	} {
		fs.Func(name, "", func(value string) error {
			*list = append(*list, value)
			return nil
		})
	}
	err := fs.Parse(args)
	o.sandbox = runner.Sandbox(*backend)
	if o.longest == 0 {
		o.longest = runner.LongestTimeout
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		return o, errors.New("shimgen mcp --help lists the flags")
	case err != nil:
		return o, err
	case fs.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q", fs.Arg(0))
	case !slices.Contains([]runner.Sandbox{"", runner.NoSandbox, runner.Proot, runner.Bwrap, runner.Native, runner.Landlock}, o.sandbox):
		return o, fmt.Errorf("unknown sandbox %q", *backend)
	case o.longest < time.Second:
		return o, errors.New("--timeout must be at least 1s")
	case o.keep < fewest:
		return o, fmt.Errorf("--max-output must be at least %d", fewest)
	}
	return o, nil
}
