// Shimgen-fleet connects the machines of a fleet by a NATS server with JetStream. forward
// publishes the audit trail, pull puts signed policies in force, and ask lets people
// elsewhere answer commands that wait for a yes; run does all three. serve shows a page,
// replay reports what another policy would have decided, and export passes the records to
// SQL. docs/fleet.md describes all of it.
//
// It decides nothing: a machine without it, or without a server, judges as before. No shim
// and no hook links its dependencies.
//
// Exit codes: 0 when all is done or a signal asked it to end, 1 for a refusal, 2 for a usage
// error, 125 for a failure of its own.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/policyfile"
)

// version is set by the linker in published builds: -X main.version=…
var version = ""

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], app{in: os.Stdin, out: os.Stdout, err: os.Stderr, etc: policyfile.SystemDir, need: host.SystemPolicy(), owner: 0}))
}

// app is the part of the process that a command may use.
type app struct {
	in       io.Reader
	out, err io.Writer
	etc      string    // of the system's policy; tests use another
	need     host.Need // of the files there
	owner    int       // may write them: root, except in tests
	env      []string  // variables that another process of this program needs, in tests
}

// say prints a message for a person on a line of its own.
func (a app) say(what string) { fmt.Fprintf(a.err, "shimgen-fleet: %s\n", printable.Line(what)) }

// commands is the command line.
type commands struct {
	New       newCmd       `cmd:"" help:"Begin a fleet: make its keys, the stream and the buckets, and a directory that machines join by."`
	Join      joinCmd      `cmd:"" help:"Have this machine join a fleet: trust the keys of such a directory, and use its settings."`
	Run       runCmd       `cmd:"" help:"Do all that a machine does: pull as root, and forward and ask as the user whose agents they are."`
	Forward   forwardCmd   `cmd:"" help:"Publish the audit trail of this machine, as it grows."`
	Pull      pullCmd      `cmd:"" help:"Put the signed policy of this machine's group in force, as it changes."`
	Status    statusCmd    `cmd:"" help:"List which policy is in force on which machine."`
	Ask       askCmd       `cmd:"" help:"Send what waits here for a person's yes to people elsewhere, and take their answers."`
	Approvals approvalsCmd `cmd:"" help:"List what waits for a person's yes on all machines."`
	Approve   approveCmd   `cmd:"" help:"Let one of these run, once: sign a yes to exactly that."`
	Deny      denyCmd      `cmd:"" help:"Sign a no to one of these."`
	Serve     serveCmd     `cmd:"" help:"Show a page with what waits, what was decided, and which policy is in force."`
	Replay    replayCmd    `cmd:"" help:"Judge what the fleet recorded under a new policy."`
	Export    exportCmd    `cmd:"" help:"Print what the fleet recorded, one JSON object a line."`
	Views     viewsCmd     `cmd:"" help:"Print SQL for DuckDB: views over what export prints."`
	Key       keyCmd       `cmd:"" help:"Make a key pair to sign policies or answers with."`
	Sign      signCmd      `cmd:"" help:"Sign a policy."`
	Publish   publishCmd   `cmd:"" help:"Put a policy where the machines of its group look for it: on a server, or in a registry (--to oci://HOST/REPO)."`
	Init      initCmd      `cmd:"" help:"Make the stream and the buckets on a server."`
	Version   versionCmd   `cmd:"" help:"Print the version."`
}

// reader parses command lines. It calls exit for --help.
func reader(ctx context.Context, a app, exit func(int)) (*kong.Kong, error) {
	return kong.New(&commands{},
		kong.Name("shimgen-fleet"), kong.Description("Connects the machines of a fleet: docs/fleet.md."),
		kong.Writers(a.out, a.err), kong.Exit(exit), kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Bind(a), kong.BindTo(ctx, (*context.Context)(nil)),
	)
}

// run executes a command line and returns the exit code.
func run(ctx context.Context, args []string, a app) int {
	done := -1
	k, err := reader(ctx, a, func(c int) { done = c })
	if err != nil {
		return a.finish(err)
	}
	parsed, err := k.Parse(args)
	switch {
	case done >= 0:
		return done // --help
	case err != nil:
		return a.finish(usage(err))
	}
	return a.finish(parsed.Run())
}

// usage is the error for an invalid command line.
func usage(err error) error { return exit.New(exit.BadUsage, err.Error(), "shimgen-fleet --help") }

// finish prints an error, and returns its exit code.
func (a app) finish(err error) int {
	if err == nil {
		return 0
	}
	var silent exit.Silent
	if errors.As(err, &silent) {
		return int(silent)
	}
	f := &exit.Error{Status: exit.Failed, Text: err.Error()}
	errors.As(err, &f)
	a.say(f.Text)
	if f.Hint != "" {
		a.say("hint: " + f.Hint)
	}
	return f.Status
}

// versionCmd prints the version.
type versionCmd struct{}

// Run prints it.
func (versionCmd) Run(a app) error {
	it := version
	if about, ok := debug.ReadBuildInfo(); ok && it == "" {
		it = about.Main.Version
	}
	_, err := fmt.Fprintln(a.out, "shimgen-fleet", it)
	return err
}
