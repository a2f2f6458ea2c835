package runner

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/agent-loop/shimgen/confinement"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/proot"
	"github.com/agent-loop/shimgen/rundir"
	"github.com/agent-loop/shimgen/sandbox"
)

// MissingBackendError says that a backend is missing, and how to get it.
type MissingBackendError struct {
	Err  error
	Hint string
}

// Error names what is missing.
func (m MissingBackendError) Error() string { return m.Err.Error() }

// Unwrap returns the cause.
func (m MissingBackendError) Unwrap() error { return m.Err }

// ErrNoProot says that this system cannot have proot.
var ErrNoProot = errors.New("proot runs on Linux alone")

// CanConfine reports whether this system can have any backend.
func CanConfine() bool { return sandbox.HasProot }

// proot returns the installed proot and its abilities.
func (s *Session) proot() (sandbox.Proot, error) {
	if !sandbox.HasProot {
		return sandbox.Proot{}, MissingBackendError{ErrNoProot, "nothing that confines a command is built for this system"}
	}
	program, err := s.find("proot")
	if err != nil {
		release, _ := os.ReadFile("/etc/os-release")
		return sandbox.Proot{}, MissingBackendError{proot.ErrNotInstalled, proot.InstallHint("proot", s.phone, string(release))}
	}
	help, err := answerOf(program, s.env, prootLimit, "--help")
	if s.phone && errors.Is(err, fs.ErrPermission) { // no variable told
		return sandbox.Proot{}, cannotStart(Proot)
	}
	if err != nil && len(help) == 0 {
		return sandbox.Proot{}, fmt.Errorf("%s --help: %w", program, err)
	}
	b := sandbox.Proot{Program: program, Offers: proot.Probe(string(help)), Android: s.phone, Stat: os.Stat}
	if s.phone {
		b.Prefix = s.Machine.Prefix
	}
	return b, nil
}

// prootPlan wraps a plan by proot. In allow-list mode the command sees the work directory, what
// the user listed, and a system without secrets; in mask mode it sees the live tree with the
// secret files and directories covered.
func (s *Session) prootPlan(p permit.Permit, plan Plan, j Job) (Plan, error) {
	backend, err := s.proot()
	if err != nil {
		return Plan{}, err
	}
	inner, err := s.find(plan.Argv[0])
	if err != nil {
		return Plan{}, err
	}
	own := s.runDir(p)
	backend.Mask, backend.FakeRoot, backend.Stat = j.Mask, j.FakeRoot, rundir.WillExist(own)
	backend.Root, backend.Void = filepath.Join(own, rundir.Root), filepath.Join(own, rundir.Void)
	box := sandbox.Box{Dir: plan.Dir, Write: []string{plan.Dir}, Void: filepath.Join(own, rundir.Empty), Network: sandbox.Full}
	if j.Mask {
		if box.Hide, err = s.site().Masked(); err != nil {
			return Plan{}, err
		}
	} else {
		box.Temp = filepath.Join(own, rundir.Temp)
	}
	for _, dir := range j.Show {
		real, err := s.site().ProotDir(dir)
		if err != nil {
			return Plan{}, err
		}
		box.Write = append(box.Write, real)
	}
	box.Write = append(box.Write, s.Flags.AllowDirs...)
	if err := s.site().Adjust(&box, confinement.Adjustment{ReadOnly: j.ReadOnly, Home: j.Home, Copy: j.Copy}); err != nil {
		return Plan{}, err
	}
	box.Show = nil // the shims' own directory: the command could write to whatever proot shows
	plan.box = &box
	plan.commandWords = len(plan.Argv)
	plan.inside, err = backend.Plan(box, sandbox.Entry{Path: inner, Argv: plan.Argv})
	plan.Path, plan.Argv, plan.Env = plan.inside.Path, plan.inside.Argv, proot.Env(plan.Env, filepath.Join(own, rundir.Proot), j.Unaccelerated)
	return plan, err
}

// runDir returns the directory of a run in a sandbox: its private temporary directory and what
// its backend needs.
func (s *Session) runDir(p permit.Permit) string {
	return filepath.Join(s.runs().Dir, p.Decision())
}
