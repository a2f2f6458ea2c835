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
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
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
	Err    io.Writer        // for messages to the user or agent
	End    func(status int) // ends the process, for a judgement that hangs
}

// Become judges the argument vector that a shim's gate did not clear, and becomes the
// real program if it may run. It returns only otherwise.
//
// A shim never asks: the caller may be the agent, with a terminal of its own. Become
// refuses what would need a question.
func (c Call) Become() error {
	called, name, args, over := c.Called, c.Name, c.Args, ""
	if strings.Contains(name, "/") { // a shim has a bare name; another path would bypass its shell's checks
		if over = overlayPath(name); over == "" {
			return exit.New(exit.Failed, fmt.Sprintf("--as-shim %q: not the name of a shim", name), "")
		}
		called = calledPath(over, called, c.Env)
		name, over = overlayName(over)
	}
	deeper, ok := countDepth(c.Env, os.Getpid(), usedTime())
	if !ok {
		return errLoop(name)
	}
	s, err := runner.Open(runner.Options{Env: c.Env})
	if err != nil {
		runner.RecordUnopened(name, args)
		return exit.New(exit.Failed, err.Error(), "shimgen doctor says how to fix it")
	}
	s.OnTimeout = func(_ guard.Request, d guard.Decision) {
		_ = s.RecordShim(name, args, d, "")
		verdict.Print(c.Err, d)
		c.End(exit.Refused)
	}
	program := launch.Program{Called: calledAs(called), Locates: grammar.Locates(name)}
	if name = s.Shim(name); program.Called == "-"+name && slices.Contains(shimdir.Shells(), name) {
		args = append([]string{"-l"}, args...) // the dash means -l: spell it out to have it judged
	}
	req := guard.Request{Argv: append([]string{name}, args...), Changed: s.Changed(), MadeSince: runner.MadeSinceStart()}
	sc, err := openScript(s, name, args)
	if err != nil {
		return err
	}
	sc.Fill(&req)
	d := s.Decide(req)
	path, found := over, true
	if over == "" {
		path, found = gate.Find(name, searchPath(c.Env, called, name, s.Root), s.Root)
	}
	asked := sc.Apply(d)
	d = s.Granted(asked, name, args).WithoutAsking()
	permit, allowed := d.Permit()
	if other := aliasName(program.Called, name); other != "" && allowed {
		req.Argv = append([]string{other}, args...)
		if under := sc.Apply(s.Decide(req)).WithoutAsking(); s.Shim(other) == name {
			program.Called = "" // the same name in other case
		} else if program.Under, allowed = under.Permit(); !allowed {
			d = under
		}
	}
	if err := s.RecordShim(name, args, d, path); err != nil {
		return exit.New(exit.Failed, err.Error(), "")
	}
	verdict.PrintNotices(c.Err, s.Warnings())
	if known := d.OfEnvironment(); d.Err != nil || d.Action != rules.Allow && (known == "" || s.FirstTime(known)) {
		verdict.Print(c.Err, d)
	}
	if !allowed {
		return exit.After(d, exit.Refused) // the next command that may run refreshes the gate
	}
	refresh(s, c.Fresh, environ.Get(c.Env, "PATH"))
	if !found {
		return exit.From(launch.NotFoundError{Name: name})
	}
	if loops(s.Root, name, path, c.Env) {
		return errLoop(name)
	}
	program.Name, program.File, program.Held = name, path, sc.Held()
	deeper = markWrapper(deeper, path, s.Root, os.Getpid())
	if sc.Opened() {
		return exit.From(launch.ExecFD(permit, program, deeper, sc.FD()))
	}
	return exit.From(launch.Exec(permit, program, deeper))
}

// errLoop ends a chain of shims and wrappers that start each other.
func errLoop(name string) error {
	return exit.New(exit.Failed, name+": shims start each other without end", "ask the user: another directory of wrappers on PATH leads back to the shims")
}

// openScript opens the script that a shell would run, if name is a shell. It records and
// refuses a script that it cannot open.
func openScript(s *runner.Session, name string, args []string) (runner.Script, error) {
	if !slices.Contains(shimdir.Shells(), name) {
		return runner.Script{}, nil
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
