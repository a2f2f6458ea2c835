package runner

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/proot"
)

// Missing says that a backend is not there, and how to get it.
type Missing struct {
	Err  error
	Hint string
}

// Error names what is missing.
func (m Missing) Error() string { return m.Err.Error() }

// Unwrap returns the cause.
func (m Missing) Unwrap() error { return m.Err }

// ErrNoProot says that proot is asked for where there can be none.
var ErrNoProot = errors.New("proot runs on Linux alone")

// CanConfine reports whether any backend can be there on this system.
func CanConfine() bool { return filters }

// prootPlan wraps a plan by proot. In allow-list mode the work directory and
// what the user showed exist, and a system without secrets around them; in
// mask mode the live tree does, with the secret directories covered.
func (s *Session) prootPlan(p permit.Permit, plan Plan, j Job) (Plan, error) {
	if !filters {
		return Plan{}, Missing{ErrNoProot, "nothing that confines a command is built for this system"}
	}
	program, err := s.find("proot")
	if err != nil {
		release, _ := os.ReadFile("/etc/os-release")
		return Plan{}, Missing{proot.ErrNotInstalled, proot.InstallHint("proot", s.phone, string(release))}
	}
	help, err := exec.Command(program, "--help").CombinedOutput()
	if err != nil && len(help) == 0 {
		return Plan{}, fmt.Errorf("%s --help: %w", program, err)
	}
	inner, err := s.find(plan.Argv[0])
	if err != nil {
		return Plan{}, err
	}
	own := s.runDir(p)
	c := proot.Config{
		Program: program, Offers: proot.Probe(string(help)), Android: s.phone,
		Root: filepath.Join(own, "root"), Dir: plan.Dir,
		VoidDir: filepath.Join(own, "void"), VoidFile: filepath.Join(own, "empty"),
		Argv: append([]string{inner}, plan.Argv[1:]...),
	}
	if j.Mask {
		c.Mode, c.Hide = proot.Mask, s.secretDirs()
	} else {
		prefix := ""
		c.Base = proot.LinuxBase()
		if s.phone {
			prefix = s.Machine.Prefix
			c.Base = proot.TermuxBase(prefix)
		}
		c.Base = append(c.Base, proot.TempBinds(filepath.Join(own, "tmp"), prefix)...)
	}
	for _, dir := range j.Show {
		bind, err := s.shown(dir)
		if err != nil {
			return Plan{}, err
		}
		c.Binds = append(c.Binds, bind)
	}
	plan.Path, plan.Env = program, proot.Env(plan.Env, filepath.Join(own, "proot"), false)
	plan.Argv, err = c.Args(willExist(own))
	return plan, err
}

// shown makes the bind of a directory the user shows.
func (s *Session) shown(dir string) (proot.Bind, error) {
	real, err := s.granted(prootDir, dir)
	return proot.Bind{Host: real}, err
}

// runDir is where a run in a sandbox keeps its private temporary directory and what its
// backend needs.
func (s *Session) runDir(p permit.Permit) string {
	return filepath.Join(s.Machine.Temp[0], runPrefix+p.Decision())
}

// willExist is os.Lstat, except that what Run makes below own counts as there before
// it is: a dry run makes nothing.
func willExist(own string) func(name string) (os.FileInfo, error) {
	return func(name string) (os.FileInfo, error) {
		info, err := os.Lstat(name)
		if err != nil && (name == own || filepath.Dir(name) == own) {
			return os.Stat("/")
		}
		return info, err
	}
}

// secretDirs are the directories that mask mode covers: those with credentials
// below each home, and our own state.
func (s *Session) secretDirs() []string {
	var hide []string
	add := func(path string) {
		if _, err := os.Stat(path); err == nil {
			hide = append(hide, path)
		}
	}
	for _, home := range s.Machine.Homes {
		for _, dir := range []string{".ssh", ".gnupg", ".aws", ".azure", ".kube", ".config/gcloud", ".config/gh", ".netrc", ".git-credentials"} {
			add(filepath.Join(home, dir))
		}
	}
	add(s.Root)
	return hide
}
