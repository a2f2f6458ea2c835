package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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
	Command  string        `short:"c" placeholder:"COMMAND" help:"Shell source to run with bash."`
	Dir      string        `name:"dir" placeholder:"D" help:"The work directory; the current one by default."`
	Timeout  time.Duration `placeholder:"T" help:"End the command and its process group after this time, such as 30s. What left the group (setsid) goes on."`
	Sandbox  string        `enum:",none,proot" default:"" placeholder:"BACKEND" help:"Confine it: none or proot."`
	Proot    bool          `help:"The same as --sandbox proot."`
	ProotDir []string      `name:"proot-allow-dir" sep:"none" placeholder:"DIR" help:"Show this directory inside proot (repeatable)."`
	Mask     bool          `help:"With proot: hide what is secret instead of showing only what is needed."`
	DryRun   bool          `name:"dry-run" help:"Print the argument vector that would run, one argument a line."`
	JSON     bool          `name:"json" help:"With --dry-run: print one JSON object."`
	Argv     []string      `arg:"" optional:"" passthrough:"partial" name:"argv" help:"An argument vector, after --."`
}

// Run decides, asks where the policy says so, and runs what is permitted. The
// exit code is the program's own.
func (c *execCmd) Run(a *app) error {
	req, text, err := c.request()
	if err != nil {
		return err
	}
	s, err := c.open(a, c.Dir)
	if err != nil {
		return err
	}
	req = s.AtExec(req)
	job := runner.Job{
		Text: text, Timeout: c.Timeout, Mask: c.Mask, Show: c.ProotDir,
		Sandbox: runner.Sandbox(c.Sandbox), Stderr: a.err,
	}
	if c.Proot {
		job.Sandbox = runner.Proot
	}
	if job.Script, err = c.script(s, &req, job.Sandbox); err != nil {
		if err := s.RecordExec(text, guard.Decision{Err: err}, false); err != nil {
			return err
		}
		return &failure{exitRefused, err.Error(), "run a plain file, or pass the commands with -c"}
	}
	d := s.Decide(req)
	a.notices(s.Notices())
	if d.Action != rules.Allow || d.Err != nil {
		a.explain(d)
	}
	d = job.Script.Pass(d.Shell(s.ShellPath()))
	allowed, ok := d.Permit()
	if d.Action == rules.Ask && !c.DryRun && a.confirm() {
		allowed, ok = d.Confirm()
	}
	if err := s.RecordExec(text, d, ok); err != nil {
		return err
	}
	if !ok {
		return code(exitRefused)
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
	for _, arg := range plan.Argv {
		fmt.Fprintln(a.out, arg)
	}
	return nil
}

// confirm asks the person at the terminal. Without one the answer is no: an
// agent can own a pipe.
func (a *app) confirm() bool {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil || !host.IsTerminal(int(tty.Fd())) || !host.IsTerminal(0) {
		return false
	}
	defer tty.Close()
	fmt.Fprint(tty, "shimgen: run it? [y/N] ")
	var answer string
	fmt.Fscanln(tty, &answer)
	return answer == "y" || answer == "yes"
}
