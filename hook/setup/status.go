package setup

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/settings"
	"github.com/agent-loop/shimgen/shimdir"
)

// State is the state of the hook in one file of one agent.
type State struct {
	Agent    string   `json:"agent"`
	Scope    string   `json:"scope"` // user, project or plug-in
	File     string   `json:"file"`
	Verdict  string   `json:"state"` // installed, outdated, not installed, unreadable, by hand, switched off
	Measured string   `json:"measured,omitempty"`
	Command  string   `json:"command,omitempty"` // the registered line
	Program  string   `json:"program,omitempty"` // the shimgen that it runs
	Confines bool     `json:"confines,omitempty"`
	Matcher  string   `json:"matcher,omitempty"` // "" is every tool
	Timeout  float64  `json:"timeout,omitempty"` // in the agent's own unit
	Problems []string `json:"problems,omitempty"`
}

// Status returns the states of the named agents, or of all: always of the user's file,
// and of the project's if it holds a hook. A plug-in with a hook stands in the place of a
// user's file without one.
func (w Site) Status(agents []string) ([]State, error) {
	if len(agents) == 0 {
		agents = AgentNames()
	}
	var all []State
	for _, name := range agents {
		r, err := Registration(name)
		if err != nil {
			return all, err
		}
		all = append(all, w.States(r)...)
	}
	return all, nil
}

// String prints a state on one line that is safe to print, without the registered line.
func (s State) String() string { return printable.Line(strings.Join(s.fields(), "  ")) }

// Long is String with the registered line.
func (s State) Long() string {
	fields := s.fields()
	if s.Command != "" {
		matcher := s.Matcher
		if matcher == "" {
			matcher = "every tool"
		}
		fields = append(fields, fmt.Sprintf("matcher %s, timeout %g, command: %s", matcher, s.Timeout, s.Command))
	}
	return printable.Line(strings.Join(fields, "  "))
}

func (s State) fields() []string {
	fields := []string{fmt.Sprintf("%-9s %-8s %-14s", s.Agent, s.Scope, s.Verdict)}
	if s.File != "" {
		fields = append(fields, s.File)
	}
	if s.Confines {
		fields = append(fields, "commands are confined")
	}
	for _, p := range s.Problems {
		fields = append(fields, "problem: "+p)
	}
	return fields
}

// States returns the states of one agent's files.
func (w Site) States(r hook.Registration) []State {
	name, from := r.Agent, r
	if r.As != "" {
		from, _ = hook.RegistrationOf(r.As)
	}
	if from.Reader == hook.ByHand {
		return []State{{Agent: name, Verdict: "by hand", Measured: Measured(name)}}
	}
	list := []State{w.state(name, from, "user", w.User(from))}
	if plugin, is := w.Plugin(r); is {
		if list[0].Verdict == "not installed" { // it is, by the plug-in
			list = nil
		} else if list[0].Command != "" && plugin.Command != "" {
			plugin.Problems = append(plugin.Problems, "with the hook in "+list[0].File+", each call is judged twice")
		}
		list = append(list, plugin)
	}
	if w.Project != "" {
		if s := w.state(name, from, "project", filepath.Join(w.Project, from.Project)); s.Verdict != "not installed" {
			list = append(list, s)
		}
	}
	return list
}

// state reads one file of an agent.
func (w Site) state(name string, r hook.Registration, scope, path string) State {
	s := State{Agent: name, Scope: scope, File: path, Verdict: "not installed", Measured: Measured(name)}
	f, err := shimdir.ReadFile(path)
	var found []hook.Entry
	if err == nil {
		found, err = r.Find(f.Text)
	}
	if err != nil {
		s.Verdict, s.Problems = "unreadable", []string{err.Error()}
		return s
	}
	if len(found) == 0 {
		return s
	}
	first := found[0]
	s.Verdict, s.Command, s.Program, s.Confines = "outdated", first.Command, first.Program, r.Confines(first.Command)
	terms := first.Terms()
	s.Matcher, s.Timeout = terms.Matcher, terms.Timeout
	if current, err := r.IsCurrent(f.Text, w.Shell, w.Line(r, FlagsOf(r, first.Command)...)); err == nil && current {
		s.Verdict = "installed"
	} else {
		s.Problems = append(s.Problems, "it is not what this version registers: shimgen hook install "+r.Agent)
	}
	if first.Program != "" && !executable(first.Program) {
		s.Problems = append(s.Problems, first.Program+" is missing: the hook refuses everything")
	}
	if why := w.WhyUnconfined(r, first.Command); why != "" {
		s.Problems = append(s.Problems, why)
	}
	s.Problems = append(append(s.Problems, w.Obstacles(r, f.Text)...), w.SwitchedOff(r, path)...)
	return s
}

// SwitchedOff returns a problem for each file that turns an agent's hooks off. A
// project's file can turn off its user's.
func (w Site) SwitchedOff(r hook.Registration, path string) []string {
	keys, value, ok := strings.Cut(r.Switch, "=")
	if !ok {
		return nil
	}
	files := []string{path}
	for _, name := range []string{r.Project, r.Shared} {
		if name != "" && w.Project != "" && filepath.Join(w.Project, name) != path {
			files = append(files, filepath.Join(w.Project, name))
		}
	}
	var problems []string
	for _, file := range files {
		f, err := shimdir.ReadFile(file)
		if err != nil {
			continue
		}
		if d, err := settings.Parse(f.Text); err == nil && d.Root.Find(strings.Split(keys, ".")...).Text == value {
			problems = append(problems, keys+" is "+value+" in "+file+": hooks are off")
		}
	}
	return problems
}

// Obstacles returns what else in the agent's file keeps the hook or the shims from
// working.
func (w Site) Obstacles(r hook.Registration, text string) []string {
	if r.Reader == hook.Plugin {
		return nil
	}
	d, err := settings.Parse(text)
	if err != nil {
		return []string{err.Error()}
	}
	var problems []string
	if d.Lax && r.Reader == hook.JSON {
		problems = append(problems, "the file holds comments or trailing commas, which "+r.Agent+" may not read")
	}
	if found, err := r.Find(text); err == nil && len(found) > 0 && r.Confines(found[0].Command) && r.Agent == "claude" && d.Root.Find("sandbox", "enabled").Text == "true" {
		problems = append(problems, "sandbox.enabled in it is true: no other sandbox can be set up inside it, so every command is refused")
	}
	path := d.Root.Find("env", "PATH").Text
	if first, _, _ := strings.Cut(path, ":"); path != "" && r.Agent == "claude" && first != w.Layout.Bin {
		problems = append(problems, "env.PATH in it does not begin with the shims")
	}
	return problems
}
