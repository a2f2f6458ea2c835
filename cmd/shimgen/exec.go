package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/shimdir"
)

// execCmd decides on a command and runs it.
type execCmd struct {
	policyFlags
	Command  string   `short:"c" placeholder:"COMMAND" help:"Shell source to run with bash."`
	Dir      string   `name:"dir" placeholder:"D" help:"Start there; it is the work directory."`
	Timeout  period   `placeholder:"T" help:"End the command and what it started after this time: 30s, or 30. What it put into a session of its own goes on."`
	Sandbox  string   `enum:"none,native,bwrap,proot," default:"" placeholder:"BACKEND" help:"Confine it: none, native, bwrap or proot. By default what the policy requires."`
	Proot    bool     `help:"The same as --sandbox proot."`
	ProotDir []string `name:"proot-allow-dir" sep:"none" placeholder:"DIR" help:"Show this directory inside proot (repeatable)."`
	Mask     bool     `help:"With proot: hide what is secret instead of showing only what is needed."`
	DryRun   bool     `name:"dry-run" help:"Print the argument vector that would run, one argument a line."`
	JSON     bool     `name:"json" help:"With --dry-run: print one JSON object."`
	Argv     []string `arg:"" optional:"" passthrough:"partial" name:"argv" help:"An argument vector, after --."`
}

// period is a time that is given as 1m30s, or as a number of seconds.
type period time.Duration

// UnmarshalText reads either form. Nothing and what is negative is an error.
func (p *period) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	if seconds, plain := strconv.ParseFloat(string(text), 64); plain == nil {
		d, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || d <= 0 || d > maxPeriod {
		return fmt.Errorf("%q is no time: 30s, 1m30s, or a number of seconds", text)
	}
	*p = period(d)
	return nil
}

// maxPeriod is far below what the clock can count.
const maxPeriod = 100 * 365 * 24 * time.Hour

// Run decides, asks where the policy says so, and runs what is permitted. The
// exit code is the program's own.
func (c *execCmd) Run(a *app) error {
	req, text, err := c.request()
	if err != nil {
		return err
	}
	if c.Dir != "" {
		if err := os.Chdir(c.Dir); err != nil {
			return failed(fmt.Errorf("--dir: %w", err))
		}
	}
	s, err := c.open(a, "")
	if err != nil {
		return err
	}
	job := runner.Job{
		Text: text, Timeout: time.Duration(c.Timeout), Mask: c.Mask, Show: c.ProotDir,
		Sandbox: runner.Sandbox(c.Sandbox), Named: c.Sandbox != "", Stderr: a.err,
	}
	if c.Proot {
		job.Sandbox = runner.Proot
	}
	job.Sandbox = s.Confine(job.Sandbox)
	req = s.AtExec(req, job.Sandbox)
	if job.Script, err = c.script(s, &req, job.Sandbox); err != nil {
		if err := s.RecordExec(text, guard.Decision{Err: err}, false); err != nil {
			return err
		}
		return &failure{exitRefused, err.Error(), "run a plain file, or pass the commands with -c"}
	}
	d := s.Decide(req)
	a.notices(s.Notices())
	if d.Action != rules.Allow || d.Err != nil {
		a.ask(d)
	}
	d = job.Script.Pass(d.Shell(s.ShellPath()))
	allowed, ok := d.Permit()
	if d.Action == rules.Ask && !c.DryRun && a.confirm() {
		allowed, ok = d.Confirm()
	}
	if err := s.RecordExec(text, d, ok); err != nil {
		return err
	}
	if !ok && d.Action == rules.Ask && !c.DryRun {
		fmt.Fprintln(a.err, "shimgen: it was not run: nobody at a terminal said yes")
	}
	if !ok {
		return ending(d, exitRefused)
	}
	if c.DryRun {
		return c.print(a, s, allowed, job)
	}
	a.notices(s.Notices())
	status, err := s.Run(allowed, job)
	a.notices(s.Notices())
	if err != nil {
		return failed(err)
	}
	if status != 0 {
		return code(status)
	}
	return nil
}

// script opens the script that a shell would run, so that what is judged is what
// runs. Inside a sandbox, where no descriptor of ours has a name, the shell
// opens the file itself.
func (c *execCmd) script(s *runner.Session, req *guard.Request, sandbox runner.Sandbox) (runner.Script, error) {
	if len(req.Argv) == 0 || sandbox == runner.Proot || !slices.Contains(shimdir.Shells(), filepath.Base(req.Argv[0])) {
		return runner.Script{}, nil
	}
	sc, err := s.OpenScript(filepath.Base(req.Argv[0]), req.Argv[1:])
	sc.Fill(req)
	return sc, err
}

func (c *execCmd) request() (guard.Request, string, error) {
	argv := c.Argv
	if len(argv) > 0 && argv[0] == "--" {
		argv = argv[1:]
	}
	switch {
	case c.JSON && !c.DryRun:
		return guard.Request{}, "", usage("--json is for --dry-run")
	case c.Command != "" && len(argv) > 0:
		return guard.Request{}, "", usage("-c and an argument vector exclude each other")
	case c.Command != "":
		return guard.Request{Source: c.Command}, c.Command, nil
	case len(argv) > 0:
		return guard.Request{Argv: argv}, runner.Quote(argv), nil
	}
	return guard.Request{}, "", usage("no command provided")
}

// print shows what would run.
func (c *execCmd) print(a *app, s *runner.Session, p permit.Permit, job runner.Job) error {
	plan, err := s.Plan(p, job)
	if err != nil {
		return failed(err)
	}
	if c.JSON {
		return json.NewEncoder(a.out).Encode(plan)
	}
	for _, arg := range slices.Concat(plan.Argv, plan.Inside) {
		fmt.Fprintln(a.out, arg)
	}
	return nil
}

// confirm asks the person at the terminal. Without one the answer is no: an
// agent can own a pipe.
func (a *app) confirm() bool {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer tty.Close()
	if !host.IsTerminal(0) {
		return false
	}
	answer, err := host.Ask(tty, "shimgen: run it? [y/N] ")
	answer = strings.TrimSpace(answer)
	return err == nil && (answer == "y" || answer == "yes")
}
