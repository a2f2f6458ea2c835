package execution

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/limit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/shellscript"
	"github.com/agent-loop/shimgen/shimdir"
	"github.com/agent-loop/shimgen/verdict"
)

// Command is a command to run, and how to run it.
type Command struct {
	Source string   // shell source for bash; or
	Argv   []string // an argument vector
	Open   func(limits map[policy.Limit]int64) (*runner.Session, error)
	Limits map[policy.Limit]int64 // from the caller; they take precedence over the policy's

	Dir           string         // where it starts, and its work directory; "" is the current one
	Sandbox       runner.Sandbox // "" for the policy's choice
	Named         bool           // the user has named the sandbox
	Show          []string       // more directories to show inside proot
	Home          string         // in a sandbox: the home directory
	Network       policy.Mode    // in a sandbox, if Narrowed is set
	Narrowed      bool
	ReadOnly      []string // in a sandbox: read-only
	Mask          bool     // with proot: hide what is secret, instead of showing only what is needed
	FakeRoot      bool     // with proot: the command believes that it is root
	Unaccelerated bool     // with proot: without seccomp's help
	NoCheck       bool     // do not judge the text
	Review        bool     // on a copy of the work directory; what it changed there is shown, and asked about
	Terminal      bool     // on a terminal of its own, without a time limit

	Print Output // what to print
	Keep  int    // with JSON: how much of each stream to keep

	Out, Err io.Writer
	Env      []string
}

// Output says what to print about a command.
type Output struct {
	JSON     bool // one object when it has ended
	Debug    bool // everything that confines it
	DryRun   bool // the argument vector that would run
	Explain  bool // what would be enforced on it
	Describe bool // its view of the file system in the sandbox
}

// plan reports whether the caller wants only a plan, so nothing may run.
func (o Output) plan() bool { return o.DryRun || o.Explain || o.Describe }

// Run decides, asks if the policy says so, and runs what is permitted. The error carries
// the program's own status.
func (c *Command) Run() error {
	req, text := c.request()
	err := c.decide(req, text)
	var f *exit.Error
	if c.Print.JSON && errors.As(err, &f) { // an error that decide has not printed as an object
		err = errors.Join(err, c.failed(f))
	}
	return err
}

// failed prints an error as an object.
func (c *Command) failed(f *exit.Error) error {
	r := runner.FailedResult(errors.New(f.Text))
	r.ExitCode, r.Hint = f.Status, printable.Line(f.Hint)
	return c.object(r)
}

// decide decides about a request and acts on the decision.
func (c *Command) decide(req guard.Request, text string) error {
	s, err := c.session()
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
	verdict.PrintNotices(c.Err, s.Notices())
	if !c.Print.plan() {
		var by runner.Approval
		d, by, _ = s.Approved(d)
		job.Grant = by.Below
	}
	if d.Action != rules.Allow || d.Err != nil {
		verdict.PrintQuestion(c.Err, d)
	}
	job.Deferred, job.Reads = d.Deferred, d.ReadOnly
	d = job.Script.Pass(d.Shell(s.ShellPath()))
	allowed, ok := d.Permit()
	asked := c.Print.plan() // or nobody is to be asked
	if d.Action == rules.Ask && !c.Print.plan() {
		if ok, asked = c.confirm(s, req, d, text, job.Sandbox); ok {
			allowed, ok = d.Confirm()
			job.Grant = s.Granting(d)
		}
	}
	code := ""
	if !ok && !asked {
		code = s.AskLater(d)
	}
	if err := s.RecordExec(text, d, ok); err != nil {
		return exit.From(err)
	}
	if c.Print.Debug && ok {
		if err := c.debug(s, allowed, job); err != nil {
			return err
		}
	}
	switch {
	case !ok:
		c.printRemedy(s, req, d)
		return c.refuse(d, code)
	case c.Print.Explain:
		return c.explain(s, d, allowed, job)
	case c.Print.Describe:
		return c.describe(s, allowed, job)
	case c.Print.DryRun:
		return c.printPlan(s, d, allowed, job)
	}
	verdict.PrintNotices(c.Err, s.Notices())
	if c.Review {
		return c.reviewed(s, d, allowed, job)
	}
	return c.start(s, d, allowed, job)
}

// judge decides about a request, or lets it pass if the user said --no-check.
func (c *Command) judge(s *runner.Session, req guard.Request, in runner.Sandbox) (guard.Decision, error) {
	if c.NoCheck {
		return s.Unchecked(req, in)
	}
	return s.Decide(req), nil
}

// session opens the policy in the directory where the command starts.
func (c *Command) session() (*runner.Session, error) {
	if c.Dir != "" {
		if err := os.Chdir(c.Dir); err != nil {
			return nil, exit.From(fmt.Errorf("--dir: %w", err))
		}
	}
	s, err := c.Open(c.Limits)
	if err == nil && c.Narrowed {
		if err = s.Narrow(c.Network); err != nil {
			err = exit.New(exit.Refused, err.Error(), "let the user change their policy")
		}
	}
	return s, err
}

// job says how to run the command.
func (c *Command) job(s *runner.Session, text string) runner.Job {
	job := runner.Job{
		Text: text, Timeout: s.Policy.Limits.Timeout(), Mask: c.Mask, FakeRoot: c.FakeRoot, Unaccelerated: c.Unaccelerated, Show: c.Show, Home: c.Home, ReadOnly: c.ReadOnly,
		Sandbox: c.Sandbox, Named: c.Named, Net: c.Narrowed && c.Network != policy.Full,
	}
	if job.Sandbox = s.Confine(job.Sandbox); c.NoCheck && c.Sandbox == "" {
		job.Sandbox = runner.Holding()[0]
	}
	job.FullBox = c.NoCheck // nothing else restricts it
	if c.Terminal {         // a session has no time limit
		job.Terminal, job.Timeout = true, time.Duration(c.Limits[policy.LimitTime])*time.Millisecond
	}
	return job
}

// refuse says that a command may not run, and under which code it waits for a person, if it
// does.
func (c *Command) refuse(d guard.Decision, code string) error {
	switch {
	case code != "":
		fmt.Fprintf(c.Err, "shimgen: not run: no terminal to ask on; %s\n", runner.Later(code))
	case d.Action == rules.Ask && !c.Print.plan():
		fmt.Fprintln(c.Err, "shimgen: not run: nobody at a terminal said yes")
	}
	if c.Print.JSON {
		r := runner.RefusedResult(d)
		r.Approve = code
		if err := c.object(r); err != nil {
			return err
		}
	}
	return exit.After(d, exit.Refused)
}

// start runs what is permitted.
func (c *Command) start(s *runner.Session, d guard.Decision, p permit.Permit, job runner.Job) error {
	if c.Print.JSON {
		return c.capture(s, d, p, job)
	}
	status, err := s.Run(p, job)
	for _, v := range s.Violations() {
		fmt.Fprint(c.Err, v.Text())
	}
	verdict.PrintNotices(c.Err, s.Notices())
	if _, over := limit.Of(err); over && !errors.Is(err, limit.ErrTimeout) {
		fmt.Fprintf(c.Err, "shimgen: %s\n", err)
		return exit.Silent(max(status, exit.Blocked)) // its own status, but never success
	}
	if err != nil {
		return exit.From(err)
	}
	if status != 0 {
		return exit.Silent(status)
	}
	return nil
}

// script opens the script that a shell would run, so that the judged text is what runs.
// Inside a sandbox our descriptors have no names, so there the shell opens the file
// itself.
func (c *Command) script(s *runner.Session, req *guard.Request, sandbox runner.Sandbox) (shellscript.Script, error) {
	if len(req.Argv) == 0 || sandbox == runner.Proot || !slices.Contains(shimdir.Shells(), filepath.Base(req.Argv[0])) {
		return shellscript.Script{}, nil
	}
	sc, err := s.OpenScript(filepath.Base(req.Argv[0]), req.Argv[1:])
	sc.Fill(req)
	return sc, err
}

// request is the request to judge, and its text.
func (c *Command) request() (guard.Request, string) {
	if c.Source != "" {
		return guard.Request{Source: c.Source}, c.Source
	}
	return guard.Request{Argv: c.Argv}, shellquote.Command(c.Argv)
}
