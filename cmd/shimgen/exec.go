package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/shimdir"
)

// confineFlags say how a command that runs is judged, and what holds it.
type confineFlags struct {
	policyFlags
	Dir string `name:"dir" placeholder:"D" help:"Start there; it is the work directory."`
	limitFlags
	Sandbox  string   `enum:"none,native,bwrap,landlock,proot,seatbelt," default:"" placeholder:"BACKEND" help:"Confine it: none, native, bwrap, landlock, proot, or on macOS seatbelt. By default what the policy requires."`
	Proot    bool     `help:"The same as --sandbox proot."`
	ProotDir []string `name:"proot-allow-dir" sep:"none" placeholder:"DIR" help:"Show this directory inside proot (repeatable)."`
	Home     string   `name:"redirect-home" placeholder:"DIR" help:"In a sandbox: this directory is home, and the real one is not touched."`
	Net      string   `enum:"none,localhost,full," default:"" placeholder:"MODE" help:"In a sandbox: none and localhost leave a loopback of its own, full is the machine's network. No wider than the policy's."`
	ReadOnly []string `name:"ro" sep:"none" placeholder:"PATH" help:"In a sandbox: it cannot be written, although it lies where that may be (repeatable)."`
	Mask     bool     `help:"With proot: hide what is secret instead of showing only what is needed."`
	Debug    bool     `help:"Say on standard error all that confines the command: every mount, limit and variable left out."`
	NoCheck  bool     `name:"no-check" help:"Do not judge the text: sandbox and shims alone hold what it does. For a person, in a sandbox, where no policy is locked."`
	DryRun   bool     `name:"dry-run" help:"Print the argument vector that would run, one argument a line."`
	Explain  bool     `help:"Say what would be enforced on the command and what would not, and run nothing."`
	Describe bool     `help:"Print as JSON what would be where in the sandbox, and run nothing."`
}

// execCmd decides on a command and runs it.
type execCmd struct {
	confineFlags
	Command string   `short:"c" placeholder:"COMMAND" help:"Shell source to run with bash."`
	Format  string   `enum:"text,json" default:"text" placeholder:"FORMAT" help:"text: what the command prints as it comes. json: one object when it has ended."`
	JSON    bool     `name:"json" help:"The same as --format json."`
	Keep    int      `name:"max-output" default:"1048576" placeholder:"BYTES" help:"With JSON: how much of each stream is kept, from its beginning and its end."`
	Argv    []string `arg:"" optional:"" passthrough:"partial" name:"argv" help:"An argument vector, after --."`

	interactive bool // it is run's
}

// Run decides, asks where the policy says so, and runs what is permitted. The
// exit code is the program's own.
func (c *execCmd) Run(a *app) error {
	req, text, err := c.request()
	if err != nil {
		return err
	}
	c.JSON = c.JSON || c.Format == "json"
	c.DryRun = c.DryRun || c.Describe || c.Explain
	err = c.decide(a, req, text)
	var f *exit.Error
	if c.JSON && errors.As(err, &f) { // what decide has not printed as an object
		r := runner.Unserved(errors.New(f.Text))
		r.ExitCode, r.Hint = f.Status, line(f.Hint)
		err = errors.Join(err, c.object(a, r))
	}
	return err
}

// decide decides about a request and does what follows.
func (c *execCmd) decide(a *app, req guard.Request, text string) error {
	s, err := c.session(a)
	if err != nil {
		return err
	}
	job := c.job(s, text)
	req = s.AtExec(req, job.Sandbox)
	if job.Script, err = c.script(s, &req, job.Sandbox); err != nil {
		if err := s.RecordExec(text, guard.Decision{Err: err}, false); err != nil {
			return exit.From(err)
		}
		return exit.New(exit.Refused, err.Error(), "run a plain file, or pass the commands with -c")
	}
	d, err := c.judge(s, req, job.Sandbox)
	if err != nil {
		return exit.From(err)
	}
	a.notices(s.Notices())
	if d.Action != rules.Allow || d.Err != nil {
		a.ask(d)
	}
	job.Deferred, job.Reads = d.Deferred, d.ReadOnly
	d = job.Script.Pass(d.Shell(s.ShellPath()))
	allowed, ok := d.Permit()
	if d.Action == rules.Ask && !c.DryRun && a.confirm() {
		allowed, ok = d.Confirm()
		job.Grant = s.Granting(d)
	}
	if err := s.RecordExec(text, d, ok); err != nil {
		return exit.From(err)
	}
	if c.Debug && ok {
		if err := c.debug(a, s, allowed, job); err != nil {
			return err
		}
	}
	switch {
	case !ok:
		return c.refuse(a, d)
	case c.Explain:
		return c.explain(a, s, d, allowed, job)
	case c.Describe:
		return c.describe(a, s, allowed, job)
	case c.DryRun:
		return c.print(a, s, d, allowed, job)
	}
	a.notices(s.Notices())
	return c.run(a, s, d, allowed, job)
}

// judge decides about a request, or does not where nobody wants it to be judged.
func (c *execCmd) judge(s *runner.Session, req guard.Request, in runner.Sandbox) (guard.Decision, error) {
	if c.NoCheck {
		return s.Unchecked(req, in)
	}
	return s.Decide(req), nil
}

// session opens the policy in the directory where the command starts.
func (c *execCmd) session(a *app) (*runner.Session, error) {
	if c.Dir != "" {
		if err := os.Chdir(c.Dir); err != nil {
			return nil, exit.From(fmt.Errorf("--dir: %w", err))
		}
	}
	c.noCheck = c.NoCheck
	s, err := c.openWith(a, "", c.values())
	if err == nil && c.Net != "" {
		if err = s.Narrow(c.mode()); err != nil {
			err = exit.New(exit.Refused, err.Error(), "let the user change their policy")
		}
	}
	return s, err
}

// mode is the network that --net asks for.
func (c *execCmd) mode() policy.Mode {
	switch c.Net {
	case policy.Full.String():
		return policy.Full
	case policy.Localhost.String():
		return policy.Localhost
	}
	return policy.Offline
}

// job is how the flags want a command to be run.
func (c *execCmd) job(s *runner.Session, text string) runner.Job {
	job := runner.Job{
		Text: text, Timeout: s.Policy.Limits.Timeout(), Mask: c.Mask, Show: c.ProotDir, Home: c.Home, ReadOnly: c.ReadOnly,
		Sandbox: runner.Sandbox(c.Sandbox), Named: c.Sandbox != "", Net: c.Net != "" && c.mode() != policy.Full,
	}
	if c.Proot {
		job.Sandbox = runner.Proot
	}
	if job.Sandbox = s.Confine(job.Sandbox); c.NoCheck && !job.Named && !c.Proot {
		job.Sandbox = runner.Holding()[0]
	}
	job.Held = c.NoCheck // nothing else holds it
	if c.interactive {   // a session lasts as long as its person likes
		job.Terminal, job.Timeout = true, c.timeout()
	}
	return job
}

// refuse ends with a command that may not run.
func (c *execCmd) refuse(a *app, d guard.Decision) error {
	if d.Action == rules.Ask && !c.DryRun {
		fmt.Fprintln(a.err, "shimgen: it was not run: nobody at a terminal said yes")
	}
	if c.JSON {
		if err := c.object(a, runner.Refused(d)); err != nil {
			return err
		}
	}
	return exit.After(d, exit.Refused)
}

// run runs what is permitted.
func (c *execCmd) run(a *app, s *runner.Session, d guard.Decision, p permit.Permit, job runner.Job) error {
	if c.JSON {
		return c.capture(a, s, d, p, job)
	}
	status, err := s.Run(p, job)
	for _, v := range s.Denied() {
		fmt.Fprint(a.err, v.Text())
	}
	a.notices(s.Notices())
	if _, over := runner.Exceeded(err); over && !errors.Is(err, runner.ErrTimeout) {
		fmt.Fprintf(a.err, "shimgen: %s\n", err)
		return exit.Silent(max(status, exit.Blocked)) // as it ended, and not well
	}
	if err != nil {
		return exit.From(err)
	}
	if status != 0 {
		return exit.Silent(status)
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
	if err := c.check(); err != nil {
		return guard.Request{}, "", err
	}
	switch {
	case c.Keep < leastKept:
		return guard.Request{}, "", exit.Usage("--max-output is at least %d", leastKept)
	case c.Command != "" && len(argv) > 0:
		return guard.Request{}, "", exit.Usage("-c and an argument vector exclude each other")
	case c.Command != "":
		return guard.Request{Source: c.Command}, c.Command, nil
	case len(argv) > 0:
		return guard.Request{Argv: argv}, runner.Quote(argv), nil
	}
	return guard.Request{}, "", exit.Usage("no command provided")
}

// confirm asks the person at the terminal. Without one the answer is no, and so it is where
// run has given the terminal to a program: an agent can own a pipe, and answer there.
func (a *app) confirm() bool {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer tty.Close()
	if !host.IsTerminal(0) || runner.OnOwnTerminal(a.env) {
		return false
	}
	answer, err := host.Ask(tty, "shimgen: run it? [y/N] ")
	answer = strings.TrimSpace(answer)
	return err == nil && (answer == "y" || answer == "yes")
}
