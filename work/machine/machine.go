package machine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/clients/cage"
	"github.com/agent-loop/shimgen/gate"
)

// Way says which programs have a shim, and what confines them.
type Way string

// The ways to do the same work.
const (
	Without Way = "without" // none: the base of all comparisons
	Default Way = "default" // those of a plain install
	All     Way = "all"     // every program on PATH that has a grammar, except shells
	Shells  Way = "shells"  // every program on PATH that has a grammar

	Auto     Way = "auto"     // as Default, by shimgen exec in the sandbox that cautious takes
	Required Way = "required" // likewise, in the one that guarded requires
)

// Ways are all ways except Without.
func Ways() []Way { return []Way{Default, All, Shells, Auto, Required} }

// IsConfined reports whether a sandbox confines the work.
func (w Way) IsConfined() bool { return sandboxes[w] != "" }

// sandboxes is the sandbox part of some ways' policy, whatever its profile.
var sandboxes = map[Way]string{
	Auto:     "[sandbox]\nmode = \"auto\"\n",
	Required: "[sandbox]\nmode = \"required\"\ncaches = \"private\"\n[network]\nmode = \"localhost\"\n",
}

// Paths inside.
const (
	Sources = cage.Root + "/src"  // what was fetched, read-only
	dist    = cage.Root + "/dist" // the programs to install, read-only
	root    = cage.Home + "/.agent-loop"
	Shims   = root + "/bin"
	system  = "/usr/local/bin:/usr/bin:/bin:/usr/local/go/bin"
)

// installs are the options to install with.
var installs = map[Way][]string{Default: nil, All: {"--all"}, Shells: {"--all", "--shells"}}

// passwd makes the user's name known to programs.
const passwd = "root:x:0:0:root:/root:/bin/bash\nagent:x:1000:1000:agent:/home/agent:/bin/bash\nsshd:x:100:65534::/run/sshd:/usr/sbin/nologin\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n"

// Machine is the machine of one way.
type Machine struct {
	Way  Way
	Path string // PATH inside
	cage cage.Cage
	dir  string
}

// Job is what to run on a machine.
type Job struct {
	Script string // shell source for /bin/bash, by its absolute path: an agent's own shell has no shim
	Setup  string // the same, run before, without shims and without comparison
	Limit  time.Duration
}

// New makes a machine below dir and installs the programs in bin. sources are directories
// outside, by their names below Sources.
func New(ctx context.Context, dir, bin string, way Way, profile string, sources map[string]string) (*Machine, error) {
	m, err := newMachine(dir, bin, way, sources)
	if err != nil {
		return nil, err
	}
	if way != Without {
		if err := m.install(ctx, profile); err != nil {
			return nil, fmt.Errorf("%s: %w", way, err)
		}
	}
	return m, m.clean()
}

// newMachine makes a machine with nothing installed.
func newMachine(dir, bin string, way Way, sources map[string]string) (*Machine, error) {
	m := &Machine{Way: way, Path: system, dir: dir}
	m.cage = cage.Cage{Root: filepath.Join(dir, "home"), Over: map[string]string{dist: bin, "/etc/passwd": filepath.Join(dir, "passwd")}}
	for _, name := range []string{"agent", "dist", "src"} {
		if err := os.MkdirAll(filepath.Join(m.cage.Root, name), 0o755); err != nil {
			return nil, err
		}
	}
	for name, from := range sources {
		m.cage.Over[filepath.Join(Sources, name)] = from
		if err := os.MkdirAll(filepath.Join(m.cage.Root, "src", name), 0o755); err != nil {
			return nil, err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "passwd"), []byte(passwd), 0o644); err != nil {
		return nil, err
	}
	return m, nil
}

// install writes a policy that names the profile, and installs.
func (m *Machine) install(ctx context.Context, profile string) error {
	at := filepath.Join(m.home(), ".agent-loop")
	if err := os.MkdirAll(at, 0o700); err != nil {
		return err
	}
	file := filepath.Join(at, "policy.toml")
	if err := os.WriteFile(file, fmt.Appendf(nil, "profile = %q\n%s", profile, sandboxes[m.Way]), 0o600); err != nil {
		return err
	}
	for _, name := range []string{m.home(), at, file} {
		if err := os.Chown(name, cage.UID, cage.GID); err != nil {
			return err
		}
	}
	argv := append([]string{dist + "/shimgen", "install"}, installs[m.Way]...)
	r, err := m.cage.Run(ctx, cage.Command{Argv: argv, Env: m.env(), Dir: cage.Home})
	if err == nil && r.Exit != 0 {
		err = errors.New("shimgen install: " + strings.TrimSpace(r.Stderr))
	}
	m.Path = Shims + ":" + system
	return err
}

func (m *Machine) home() string { return filepath.Join(m.cage.Root, "agent") }

// env is a login's environment, and what makes commits reproducible.
func (m *Machine) env() []string {
	return []string{
		"HOME=" + cage.Home, "USER=agent", "LOGNAME=agent", "SHELL=/bin/bash", "PATH=" + m.Path,
		"LANG=C.UTF-8", "TERM=xterm-256color", "TZ=UTC",
	}
}

// Run runs a job and removes what it leaves.
func (m *Machine) Run(ctx context.Context, job Job) (Outcome, error) {
	if err := m.prepare(ctx, job); err != nil {
		return Outcome{}, err
	}
	start := time.Now()
	argv := []string{"/bin/bash", "-c", job.Script}
	if m.Way.IsConfined() {
		argv = append([]string{root + "/libexec/shimgen", "exec", "--"}, argv...)
	}
	r, err := m.cage.Run(ctx, cage.Command{Argv: argv, Env: m.env(), Dir: cage.Home + "/work", Limit: job.Limit})
	if err != nil {
		return Outcome{}, err
	}
	o := Outcome{Exit: r.Exit, Stdout: r.Stdout, Stderr: r.Stderr, TimedOut: r.TimedOut, Wall: time.Since(start), CPU: r.CPU}
	if o.Files, err = snapshot(m.home()); err != nil {
		return Outcome{}, err
	}
	if o.Trail, err = trail(filepath.Join(m.home(), ".agent-loop", gate.TrailName)); err != nil {
		return Outcome{}, err
	}
	return o, m.clean()
}

// prepare makes the work directory and runs the job's setup.
func (m *Machine) prepare(ctx context.Context, job Job) error {
	work := filepath.Join(m.home(), "work")
	if err := os.Mkdir(work, 0o755); err != nil {
		return err
	}
	if err := os.Chown(work, cage.UID, cage.GID); err != nil {
		return err
	}
	if job.Setup == "" {
		return nil
	}
	env := append(m.env(), "PATH="+system) // the last one counts
	r, err := m.cage.Run(ctx, cage.Command{Argv: []string{"/bin/bash", "-ec", job.Setup}, Env: env, Dir: cage.Home + "/work", Limit: job.Limit})
	if err == nil && r.Exit != 0 {
		err = fmt.Errorf("setup ends with %d: %s", r.Exit, r.Stderr)
	}
	return err
}

// clean removes everything in the home but the installation. It leaves an empty line in
// the trail, so that the day's file has begun: its first line costs a judge.
func (m *Machine) clean() error {
	entries, err := os.ReadDir(m.home())
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() != ".agent-loop" {
			if err := os.RemoveAll(filepath.Join(m.home(), e.Name())); err != nil {
				return err
			}
		}
	}
	lines, err := filepath.Glob(filepath.Join(m.home(), ".agent-loop", gate.TrailName, "*"))
	for _, name := range lines {
		err = errors.Join(err, os.WriteFile(name, []byte{'\n'}, 0))
	}
	return errors.Join(err, os.Chown(m.home(), cage.UID, cage.GID))
}

// snapshot reads every file below a home except the installation's.
func snapshot(home string) (map[string]File, error) {
	files := map[string]File{}
	err := filepath.WalkDir(home, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(home, path)
		if err != nil || name == "." {
			return err
		}
		if name == ".agent-loop" {
			return fs.SkipDir
		}
		files[name], err = read(path, e)
		return err
	})
	return files, err
}

func read(path string, e fs.DirEntry) (File, error) {
	info, err := e.Info()
	if err != nil {
		return File{}, err
	}
	f := File{Mode: info.Mode()}
	switch {
	case f.Mode.IsRegular():
		var text []byte
		text, err = os.ReadFile(path)
		f.Text = string(text)
	case f.Mode&fs.ModeSymlink != 0:
		f.Text, err = os.Readlink(path)
	}
	return f, err
}
