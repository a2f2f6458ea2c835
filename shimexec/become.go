package shimexec

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/process"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/shellscript"
	"github.com/agent-loop/shimgen/shimdir"
	"github.com/agent-loop/shimgen/verdict"
)

// Call is what a shim passes on.
type Call struct {
	Called string // the argv[0] the shim was started with; its last component is the name
	Name   string // a bare name, or the path of a program that a sandbox mounted the shim over
	Args   []string
	Fresh  bool // the gate's table is known to be up to date
	Env    []string
	Out    io.Writer        // what a program prints that we stand in for
	Err    io.Writer        // for messages to the user or agent
	End    func(status int) // ends the process, for a judgement that hangs
}

// Become judges the argument vector that a shim's gate did not clear, and becomes the
// real program if it may run. It returns only otherwise.
//
// A shim never asks: the caller may be the agent, with a terminal of its own. Become
// refuses what would need a question.
func (c Call) Become() error {
	t, err := c.target()
	if err != nil {
		return err
	}
	deeper, ok := countDepth(c.Env, os.Getpid(), usedTime())
	if !ok {
		return errLoop(t.name)
	}
	s, err := runner.Open(runner.Options{Env: c.Env, Source: "shim"})
	if err != nil {
		runner.RecordUnopened(t.name, c.Args)
		return exit.New(exit.Failed, err.Error(), "shimgen doctor says how to fix it")
	}
	s.FindSession()
	j, err := c.judge(s, t)
	if err != nil {
		return err
	}
	if plan := c.trashPlan(s, &j); plan != nil {
		defer plan.Close()
		return c.toTrash(s, j, plan)
	}
	if it, ok := c.stashed(s, &j); ok {
		return c.toGit(s, j, it, deeper)
	}
	if err := c.report(s, j); err != nil {
		return err
	}
	refresh(s, c.Fresh, environ.Get(c.Env, "PATH"))
	return c.start(s, j, deeper)
}

// target is the program that a shim stands for.
type target struct {
	name   string // without a directory
	called string // the argv[0] that the program gets
	over   string // the path of a program that a sandbox mounted the shim over, or ""
}

// target returns what the shim was called as.
func (c Call) target() (target, error) {
	if !strings.Contains(c.Name, "/") {
		return target{name: c.Name, called: c.Called}, nil
	}
	over := overlayPath(c.Name) // a shim has a bare name; another path would bypass its shell's checks
	if over == "" {
		return target{}, exit.New(exit.Failed, fmt.Sprintf("--as-shim %q: not the name of a shim", c.Name), "")
	}
	t := target{called: calledPath(over, c.Called, c.Env)}
	t.name, t.over = overlayName(over)
	return t, nil
}

// judgement is what a session decided on a call, and the program that it is about.
type judgement struct {
	decision guard.Decision
	asked    guard.Decision // the same, while it may still ask
	name     string
	args     []string // as judged
	script   shellscript.Script
	program  launch.Program
	permit   permit.Permit
	allowed  bool
	path     string // of the real program
	found    bool
}

// judge decides on the argument vector, and again on it under the name that the real
// program would see, if that is another.
func (c Call) judge(s *runner.Session, t target) (j judgement, err error) {
	j = judgement{name: s.Shim(t.name), args: c.Args, path: t.over, found: true}
	j.program = launch.Program{Called: calledAs(t.called), FindsItself: grammar.FindsItself(t.name)}
	if j.program.Called == "-"+j.name && slices.Contains(shimdir.Shells(), j.name) {
		j.args = append([]string{"-l"}, j.args...) // the dash means -l: spell it out to have it judged
	}
	s.OnTimeout = func(_ guard.Request, d guard.Decision) {
		_ = s.RecordShim(j.name, j.args, d, "")
		verdict.Print(c.Err, d)
		c.End(exit.Refused)
	}
	req := guard.Request{Argv: append([]string{j.name}, j.args...), Changed: s.Changed(), MadeSince: process.MadeSinceStart()}
	if j.script, err = openScript(s, j.name, j.args); err != nil {
		return j, err
	}
	j.script.Fill(&req)
	d := s.Decide(req)
	if t.over == "" {
		j.path, j.found = gate.Find(j.name, searchPath(c.Env, t.called, j.name, s.Root), s.Root)
	}
	j.asked, _, _ = s.Approved(s.Granted(j.script.Apply(d), j.name, j.args))
	j.decision = j.asked.WithoutAsking()
	j.permit, j.allowed = j.decision.Permit()
	if other := aliasName(j.program.Called, j.name); other != "" && j.allowed {
		req.Argv = append([]string{other}, j.args...)
		if under := j.script.Apply(s.Decide(req)).WithoutAsking(); s.Shim(other) == j.name {
			j.program.Called = "" // the same name in other case
		} else if j.program.Under, j.allowed = under.Permit(); !j.allowed {
			j.decision = under
		}
	}
	return j, nil
}

// report records a judgement and prints it. Its error is that of a call that may not run.
func (c Call) report(s *runner.Session, j judgement) error {
	d, later := j.decision, ""
	if !j.allowed {
		later = runner.Later(s.AskLater(j.asked))
	}
	if err := s.RecordShim(j.name, j.args, d, j.path); err != nil {
		return exit.New(exit.Failed, err.Error(), "")
	}
	verdict.PrintNotices(c.Err, s.Warnings())
	if known := d.OfEnvironment(); d.Err != nil || d.Action != rules.Allow && (known == "" || s.FirstTime(known)) {
		verdict.Print(c.Err, d)
	}
	if !j.allowed {
		if later != "" {
			fmt.Fprintf(c.Err, "shimgen: %s\n", later)
		}
		return exit.After(d, exit.Refused) // the next command that may run refreshes the gate
	}
	return nil
}

// start becomes the real program, with a count of the shims above it in its environment.
func (c Call) start(s *runner.Session, j judgement, env []string) error {
	if !j.found {
		return exit.From(launch.NotFoundError{Name: j.name})
	}
	if loops(s.Root, j.name, j.path, c.Env) {
		return errLoop(j.name)
	}
	j.program.Name, j.program.File, j.program.Held = j.name, j.path, j.script.Held()
	env = markWrapper(env, j.path, s.Root, os.Getpid())
	if j.script.Opened() {
		return exit.From(launch.ExecFD(j.permit, j.program, env, j.script.FD()))
	}
	return exit.From(launch.Exec(j.permit, j.program, env))
}

// errLoop ends a chain of shims and wrappers that start each other.
func errLoop(name string) error {
	return exit.New(exit.Failed, name+": shims start each other without end", "ask the user: another directory of wrappers on PATH leads back to the shims")
}

// openScript opens the script that a shell would run, if name is a shell. It records and
// refuses a script that it cannot open.
func openScript(s *runner.Session, name string, args []string) (shellscript.Script, error) {
	if !slices.Contains(shimdir.Shells(), name) {
		return shellscript.Script{}, nil
	}
	sc, err := s.OpenScript(name, args)
	if err == nil {
		return sc, nil
	}
	if err := s.RecordShim(name, args, guard.Decision{Err: err}, ""); err != nil {
		return sc, exit.New(exit.Failed, err.Error(), "")
	}
	return sc, exit.New(exit.Refused, err.Error(), "run a plain file, or pass the commands with -c")
}

// refresh updates the gate's table, and makes shims for programs that have come to PATH
// since.
func refresh(s *runner.Session, fresh bool, path string) {
	if fewDescriptors() {
		return
	}
	if s.Installed && installation.LinkNew(s.Root, path) {
		s.CompileGate()
	}
	if !fresh {
		s.RefreshGate()
	}
}

// fewDescriptors reports whether the limit on open files is so low that we should open
// only what the command itself needs. The Go runtime aborts if none is left.
func fewDescriptors() bool {
	const few = 32
	var limit unix.Rlimit
	return unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) == nil && limit.Cur < few
}

// calledAs returns the argv[0] for the program: the one its shim was started with, unless
// that is shimgen's own.
func calledAs(argv0 string) string {
	if filepath.Base(argv0) == "shimgen" {
		return ""
	}
	return argv0
}

// aliasName returns the name in argv[0] if it differs from the program's, as with a link
// of another name or "exec -a NAME". A multi-call binary such as busybox acts by that
// name, so the policy must allow what the name would do, too.
func aliasName(called, name string) string {
	word := strings.TrimPrefix(called[strings.LastIndexByte(called, '/')+1:], "-")
	if word == name || word == "." || word == ".." {
		return ""
	}
	return word
}
