package main

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

// wiring is what every agent's hook is made from.
type wiring struct {
	layout  shimdir.Layout
	home    string
	project string // the current directory; "" where it can be none
	sh      string
	env     []string
}

// newWiring finds out where things are. The hook always runs the installed
// shimgen, which knows its policy.
func newWiring(env []string) (wiring, error) {
	_, home, err := installation.Planned("", env)
	if err != nil {
		return wiring{}, err
	}
	l, _, err := installation.Locate("", env)
	if err != nil {
		return wiring{}, err
	}
	w := wiring{layout: l, home: home, sh: "/bin/sh", env: env}
	if id, ok := gate.Installed(); ok && id.Home != "" && environ.Get(env, "HOME") == "" {
		w.home = id.Home
	}
	if t, ok := termux.Detect(func(name string) string { return environ.Get(env, name) }, os.Stat); ok {
		w.sh = t.Shell()
	}
	if dir, err := host.Getwd(); err == nil && dir != "/" && dir != w.home {
		w.project = dir
	}
	return w, nil
}

// program is the shimgen that hooks run.
func (w wiring) program() string { return filepath.Join(w.layout.Root, "libexec", "shimgen") }

// line is the command line that is registered with an agent, with flags of the hook's.
func (w wiring) line(r hook.Registration, flags ...string) string {
	return r.Line(w.sh, w.program(), flags...)
}

// user returns the agent's file for all that its user does.
func (w wiring) user(r hook.Registration) string {
	base := filepath.Join(w.home, r.Home)
	if dir := environ.Get(w.env, r.HomeVar); r.HomeVar != "" && filepath.IsAbs(dir) {
		base = filepath.Clean(dir)
	}
	return filepath.Join(base, r.User)
}

// file returns the file of one of the two scopes.
func (w wiring) file(r hook.Registration, project bool) (string, error) {
	switch {
	case !project:
		return w.user(r), nil
	case w.project == "":
		return "", exit.New(exit.BadUsage, "the current directory is no project", "go to the project, or use --user")
	}
	return filepath.Join(w.project, r.Project), nil
}

// registration returns how a hook is registered with an agent, by the name that
// was typed.
func registration(agent string) (hook.Registration, error) {
	r, ok := hook.Registered(agent)
	if !ok {
		return r, exit.Usage("no agent is called %q: %s", agent, agents())
	}
	return r, nil
}

// measured says what the facts about an agent rest on.
func measured(agent string) string {
	h, _ := hook.Lookup(agent)
	if h.Measured == "" {
		return fmt.Sprintf("from the documentation of %s, not measured", h.Title)
	}
	return fmt.Sprintf("measured with %s %s", h.Title, h.Measured)
}

// dir is where an agent's commands run.
func (w wiring) dir() string {
	if w.project != "" {
		return w.project
	}
	return w.home
}

// uses reports whether an agent whose files shimgen can edit has a directory of its
// own here.
func (w wiring) uses(r hook.Registration) bool {
	if r.Reader == hook.ByHand || r.Home == "" {
		return false
	}
	info, err := os.Stat(filepath.Dir(w.user(r)))
	return err == nil && info.IsDir()
}

// traces returns the directory of an agent's own settings, or "".
func (w wiring) traces(r hook.Registration) string {
	dir := strings.TrimSuffix(w.user(r), r.User)
	if r.Home == ".config" { // of everybody
		first, _, _ := strings.Cut(r.User, "/")
		dir = filepath.Join(dir, first)
	}
	dir = filepath.Clean(dir)
	if fi, err := os.Stat(dir); err != nil || !fi.IsDir() {
		return ""
	}
	return dir
}

// agents lists the names of the agents.
func agents() string { return strings.Join(agentNames(), ", ") }

func agentNames() []string {
	var names []string
	for _, h := range hook.Hosts() {
		names = append(names, h.Name)
	}
	return names
}
