package setup

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/shimdir"
	"github.com/agent-loop/shimgen/termux"
)

// Site is where hooks are registered: an installation, a home and a project.
type Site struct {
	Layout  shimdir.Layout
	Home    string
	Project string // the current directory; "" if it cannot be a project
	Shell   string
	Env     []string
}

// New finds the site. A hook always runs the installed shimgen, which knows its policy.
func New(env []string) (Site, error) {
	_, home, err := installation.PlanLayout("", env)
	if err != nil {
		return Site{}, err
	}
	l, _, err := installation.Locate("", env)
	if err != nil {
		return Site{}, err
	}
	w := Site{Layout: l, Home: home, Shell: "/bin/sh", Env: env}
	if id, ok := gate.Installed(); ok && id.Home != "" && environ.Get(env, "HOME") == "" {
		w.Home = id.Home
	}
	if t, ok := termux.Detect(func(name string) string { return environ.Get(env, name) }, os.Stat); ok {
		w.Shell = t.Shell()
	}
	if dir, err := host.Getwd(); err == nil && dir != "/" && dir != w.Home {
		w.Project = dir
	}
	return w, nil
}

// Program is the shimgen that hooks run.
func (w Site) Program() string { return filepath.Join(w.Layout.Root, "libexec", "shimgen") }

// Line is the command line to register with an agent, with these flags.
func (w Site) Line(r hook.Registration, flags ...string) string {
	return r.Line(w.Shell, w.Program(), flags...)
}

// User returns the agent's settings file that applies in every project.
func (w Site) User(r hook.Registration) string {
	base := filepath.Join(w.Home, r.Home)
	if dir := environ.Get(w.Env, r.HomeVar); r.HomeVar != "" && filepath.IsAbs(dir) {
		base = filepath.Clean(dir)
	}
	return filepath.Join(base, r.User)
}

// File returns the agent's settings file of the user, or of the project.
func (w Site) File(r hook.Registration, project bool) (string, error) {
	switch {
	case !project:
		return w.User(r), nil
	case w.Project == "":
		return "", exit.New(exit.BadUsage, "the current directory is not a project", "go to the project, or use --user")
	}
	return filepath.Join(w.Project, r.Project), nil
}

// Registration returns the registration of the agent with a name, or a usage error.
func Registration(agent string) (hook.Registration, error) {
	r, ok := hook.RegistrationOf(agent)
	if !ok {
		return r, exit.Usage("unknown agent %q: %s", agent, Agents())
	}
	return r, nil
}

// Measured says with which version of an agent the row was measured, or that it rests on
// documentation.
func Measured(agent string) string {
	h, _ := hook.Lookup(agent)
	if h.Measured == "" {
		return fmt.Sprintf("from the documentation of %s, not measured", h.Title)
	}
	return fmt.Sprintf("measured with %s %s", h.Title, h.Measured)
}

// CommandDir is the directory in which an agent's commands run.
func (w Site) CommandDir() string {
	if w.Project != "" {
		return w.Project
	}
	return w.Home
}

// Uses reports whether the user has the settings directory of an agent whose files
// shimgen can edit.
func (w Site) Uses(r hook.Registration) bool {
	if r.Reader == hook.ByHand || r.Home == "" {
		return false
	}
	info, err := os.Stat(filepath.Dir(w.User(r)))
	return err == nil && info.IsDir()
}

// SettingsDir returns the directory of an agent's own settings, or "".
func (w Site) SettingsDir(r hook.Registration) string {
	dir := strings.TrimSuffix(w.User(r), r.User)
	if r.Home == ".config" { // .config is shared by every program
		first, _, _ := strings.Cut(r.User, "/")
		dir = filepath.Join(dir, first)
	}
	dir = filepath.Clean(dir)
	if fi, err := os.Stat(dir); err != nil || !fi.IsDir() {
		return ""
	}
	return dir
}

// Agents lists the names of the agents.
func Agents() string { return strings.Join(AgentNames(), ", ") }

// AgentNames returns the names of the agents that shimgen knows.
func AgentNames() []string {
	var names []string
	for _, h := range hook.Hosts() {
		names = append(names, h.Name)
	}
	return names
}

// Found returns the names of the agents whose program is on PATH. The error, if there is
// none, lists the agents that can be named.
func (w Site) Found() ([]string, error) {
	var names []string
	for _, name := range AgentNames() {
		r, err := Registration(name)
		if err != nil {
			return nil, err
		}
		if r.Binary == "" || r.Reader == hook.ByHand && r.As == "" {
			continue
		}
		if _, found := gate.Find(r.Binary, environ.Get(w.Env, "PATH"), w.Layout.Root); found {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, exit.New(exit.BadUsage, "no agent was found on PATH", "shimgen hook install AGENT: "+strings.Join(AgentNames(), ", "))
	}
	return names, nil
}
