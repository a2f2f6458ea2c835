package doctor

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/shimdir"
)

// Condition is the result of a check.
type Condition string

// The conditions. A warning is worth knowing but may be intended; a failure means that a
// ring does not hold.
const (
	OK   Condition = "ok"
	Warn Condition = "warn"
	Fail Condition = "fail"
)

// Diagnosis is one finding of a check.
type Diagnosis struct {
	Check  string    `json:"check"`
	State  Condition `json:"state"`
	Detail string    `json:"detail"`
	Hint   string    `json:"hint"`
}

// Failed reports whether any check failed.
func Failed(found []Diagnosis) bool {
	return slices.ContainsFunc(found, func(d Diagnosis) bool { return d.State == Fail })
}

// Print writes a line for each diagnosis, and its hint below it.
func Print(out io.Writer, found []Diagnosis) error {
	for _, d := range found {
		if _, err := fmt.Fprintf(out, "%-4s  %s: %s\n", d.State, printable.Line(d.Check), printable.Line(d.Detail)); err != nil {
			return err
		}
		if d.Hint == "" {
			continue
		}
		if _, err := fmt.Fprintf(out, "      fix: %s\n", printable.Line(d.Hint)); err != nil {
			return err
		}
	}
	return nil
}

// Examination is what all checks look at.
type Examination struct {
	env      []string
	home     string
	layout   shimdir.Layout
	named    string // from --dir
	identity gate.Identity
	stamped  bool // this binary itself is an installed one
	status   shimdir.Status

	session *runner.Session
	trouble error // why there is no session
}

// Examine gathers what the checks need. An unreadable policy is a finding here, not an
// error.
func Examine(dir string, env []string) (*Examination, error) {
	x := &Examination{env: env, named: dir}
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

// Diagnose makes every check but the slow ones. If nothing is installed it skips the
// checks of an installation.
func (x *Examination) Diagnose() []Diagnosis {
	checks := []func() []Diagnosis{x.checkIdentity}
	if x.status.Exists {
		checks = append(checks, x.checkShims, x.checkBinaries, x.checkPath)
	}
	switch {
	case x.ofAnotherSystem():
		checks = append(checks, x.checkBuild)
	case x.status.Exists:
		checks = append(checks, x.checkShells)
	}
	checks = append(checks, x.checkPolicy, x.checkProject, x.checkGate, x.checkAudit, x.checkHooks, x.checkExported, x.checkLayers, x.checkSandboxes, x.checkTermux, x.checkBypasses)
	var found []Diagnosis
	for _, check := range checks {
		found = append(found, check()...)
	}
	return found
}

// single returns one diagnosis as a check's result.
func single(check string, state Condition, hint, format string, args ...any) []Diagnosis {
	return []Diagnosis{{check, state, fmt.Sprintf(format, args...), hint}}
}

// install is the command line that repeats this installation.
func (x *Examination) install(flags string) string {
	words := "shimgen install" + flags
	if x.named != "" {
		words += " --dir " + shellquote.Command([]string{x.named})
	}
	return words
}

func (x *Examination) getenv(name string) string { return environ.Get(x.env, name) }

// libexec is the path of a program of the installation.
func (x *Examination) libexec(name string) string {
	return filepath.Join(x.layout.Root, "libexec", name)
}

// isRegular reports whether path is a regular file.
func isRegular(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular()
}
