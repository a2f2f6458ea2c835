package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/shimdir"
	"github.com/agent-loop/shimgen/verdict"
)

// doctorCmd looks at every part of the installation and says how to mend what
// is wrong. It mends nothing itself.
type doctorCmd struct {
	JSON    bool   `name:"json" help:"Print one JSON array."`
	Hosts   bool   `help:"Ask the agents' own hooks, as the agents would, and say what would run. Each call leaves a record."`
	Sandbox bool   `help:"Start each sandbox as agents' commands are started here, try what must not be possible, and say what was held."`
	Dir     string `placeholder:"D" help:"The directory that was given to install."`
}

// condition is what a check came to.
type condition string

// The conditions. A warning is something to know that may be as the user wants
// it; a failure is a ring that does not hold.
const (
	sound    condition = "ok"
	doubtful condition = "warn"
	broken   condition = "fail"
)

// diagnosis is one line of the doctor's.
type diagnosis struct {
	Check  string    `json:"check"`
	State  condition `json:"state"`
	Detail string    `json:"detail"`
	Hint   string    `json:"hint"`
}

// Run prints what was found. The exit code is 1 if anything failed.
func (c *doctorCmd) Run(a *app) error {
	x, err := examine(c.Dir, a.env)
	if err != nil {
		return err
	}
	switch {
	case c.Hosts && c.Sandbox:
		return exit.Usage("--hosts and --sandbox are asked one after the other")
	case c.Hosts:
		shown := a.progress(len(hook.Hosts()))
		found := x.diagnoseHosts(shown.step)
		shown.end()
		return c.print(a, found)
	case c.Sandbox:
		shown := a.progress(len(runner.Provable()))
		found, err := x.diagnoseSandboxes(shown.step)
		shown.end()
		if err != nil {
			return err
		}
		return c.print(a, found)
	}
	return c.print(a, x.diagnose())
}

func (c *doctorCmd) print(a *app, found []diagnosis) (err error) {
	if c.JSON {
		err = json.NewEncoder(a.out).Encode(found)
	} else {
		err = printDiagnoses(a.out, found)
	}
	if err != nil {
		return err
	}
	for _, d := range found {
		if d.State == broken {
			return exit.Silent(exit.Blocked)
		}
	}
	return nil
}

func printDiagnoses(out io.Writer, found []diagnosis) error {
	for _, d := range found {
		if _, err := fmt.Fprintf(out, "%-4s  %s: %s\n", d.State, verdict.Line(d.Check), verdict.Line(d.Detail)); err != nil {
			return err
		}
		if d.Hint == "" {
			continue
		}
		if _, err := fmt.Fprintf(out, "      mend: %s\n", verdict.Line(d.Hint)); err != nil {
			return err
		}
	}
	return nil
}

// examination is what all checks look at.
type examination struct {
	env      []string
	home     string
	layout   shimdir.Layout
	named    string // the directory given with --dir
	identity gate.Identity
	stamped  bool // this very binary was installed
	status   shimdir.Status

	session *runner.Session
	trouble error // why there is no session
}

// examine gathers what the checks look at. A policy that cannot be read is no
// error here but a finding.
func examine(dir string, env []string) (*examination, error) {
	x := &examination{env: env, named: dir}
	var err error
	if x.layout, x.home, err = installation.Locate(dir, env); err != nil {
		return nil, err
	}
	if x.identity, x.stamped = gate.Installed(); x.stamped {
		x.home = x.identity.Home
	}
	if x.named == "" && x.layout.Bin != filepath.Join(x.layout.Root, "bin") {
		x.named = x.layout.Bin
	}
	x.status = x.layout.Status(environ.Get(env, "PATH"))
	x.session, x.trouble = runner.Open(runner.Options{Env: env})
	return x, nil
}

// diagnose makes every check. What an installation that is not there cannot
// have is not looked for.
func (x *examination) diagnose() []diagnosis {
	checks := []func() []diagnosis{x.checkIdentity}
	if x.status.Exists {
		checks = append(checks, x.checkShims, x.checkBinaries, x.checkPath, x.checkShells)
	}
	checks = append(checks, x.checkPolicy, x.checkGate, x.checkAudit, x.checkHooks, x.checkLayers, x.checkSandboxes, x.checkTermux, x.checkWaysAround)
	var found []diagnosis
	for _, check := range checks {
		found = append(found, check()...)
	}
	return found
}

// one is the diagnosis of a check that comes to one thing.
func one(check string, state condition, hint, format string, args ...any) []diagnosis {
	return []diagnosis{{check, state, fmt.Sprintf(format, args...), hint}}
}

// install is the command line that installs here again.
func (x *examination) install(flags string) string {
	words := "shimgen install" + flags
	if x.named != "" {
		words += " --dir " + runner.Quote([]string{x.named})
	}
	return words
}

func (x *examination) getenv(name string) string { return environ.Get(x.env, name) }

// libexec is where a program of the installation lies.
func (x *examination) libexec(name string) string {
	return filepath.Join(x.layout.Root, "libexec", name)
}

// regular reports whether there is a regular file at path.
func regular(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular()
}
