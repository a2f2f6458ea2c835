package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/fingerprint"
	"github.com/agent-loop/shimgen/settings"
	"github.com/agent-loop/shimgen/shimdir"
	"github.com/agent-loop/shimgen/verdict"
)

// hookVerbs are the verbs about agents' hooks. Without a verb, it is the hook.
type hookVerbs struct {
	Answer    hookCmd          `cmd:"" default:"withargs" help:"Answer an agent that asks before it runs a tool (the verb may be left out)."`
	Install   hookInstallCmd   `cmd:"" help:"Register the hook in agents' own settings."`
	Uninstall hookUninstallCmd `cmd:"" help:"Take it out again."`
	Status    hookStatusCmd    `cmd:"" help:"Show what is registered with which agent."`
}

// hookScope are the flags of the verbs that change an agent's settings.
type hookScope struct {
	User    bool     `xor:"scope" help:"For all that you do (default)."`
	Project bool     `xor:"scope" help:"For the current directory's project."`
	DryRun  bool     `name:"dry-run" help:"Show the change and make none."`
	Agents  []string `arg:"" name:"agent" help:"The agents, by name; any other word lists them."`
}

// hookInstallCmd puts the hook into agents' settings.
type hookInstallCmd struct {
	hookScope
	Confine   bool `xor:"confine" help:"Have what the hook allows run by shimgen exec, in a sandbox. The default where the policy requires one."`
	NoConfine bool `name:"no-confine" xor:"confine" help:"Only judge."`
}

// Run installs. What is right already is left alone; one agent's failure does not
// stop the others.
func (c *hookInstallCmd) Run(a *app) error {
	w, err := newWiring(a.env)
	if err != nil {
		return err
	}
	if !executable(w.program()) {
		return exit.New(exit.Failed, w.program()+" is missing: the hook would refuse everything", "shimgen install")
	}
	confine, err := c.confines(w)
	if err != nil {
		return err
	}
	return c.each(func(r hook.Registration) error {
		if r.As != "" {
			a.say("%s: %s: its hook is %s's", r.Agent, r.Then, r.As)
			shared, err := registration(r.As)
			if err != nil {
				return err
			}
			r = shared
		}
		if r.Reader == hook.ByHand {
			return byHand(a, w, r)
		}
		path, err := w.file(r, c.Project)
		if err != nil {
			return err
		}
		flags := flagsFor(a, r, confine || !c.NoConfine && w.confines(r, path))
		changed, err := w.install(a, r, path, c.DryRun, flags...)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if !changed {
			a.say("%s: is installed in %s", r.Agent, path)
		} else if !c.DryRun {
			c.tell(a, w, r, path)
		}
		return nil
	})
}

// each does something for every agent that was named, and joins the errors.
func (c *hookScope) each(do func(hook.Registration) error) error {
	all := make([]hook.Registration, len(c.Agents))
	for i, name := range c.Agents {
		r, err := registration(name)
		if err != nil {
			return err
		}
		all[i] = r
	}
	var failed []error
	for _, r := range all {
		if err := do(r); err != nil {
			var f *exit.Error
			if errors.As(err, &f) {
				return err
			}
			failed = append(failed, fmt.Errorf("%s: %w", r.Agent, err))
		}
	}
	return errors.Join(failed...)
}

// byHand says what the user has to register.
func byHand(a *app, w wiring, r hook.Registration) error {
	text := w.line(r)
	if r.Entry != "" {
		text = r.Wanted(text)
	}
	a.say("%s: %s", r.Agent, r.Then)
	a.say("%s", text)
	return nil
}

// install puts the hook into a file, or shows how it would.
func (w wiring) install(a *app, r hook.Registration, path string, dry bool, flags ...string) (changed bool, err error) {
	f, err := shimdir.ReadFile(path)
	if err != nil {
		return false, err
	}
	text, err := r.Add(f.Text, w.sh, w.line(r, flags...))
	if err != nil || text == f.Text {
		return false, err
	}
	a.show(diff(f, path, text))
	if dry {
		return true, nil
	}
	rec, err := w.toKeep(r, f)
	if err != nil {
		return false, err
	}
	rec.After = fingerprint.Hex(text)
	if err := w.keep(rec, f.Mode); err != nil {
		return false, err
	}
	if len(flags) > 0 && r.BareName {
		if err := w.linkName(); err != nil {
			return false, err
		}
	}
	return true, f.Put(text)
}

// toKeep returns what to remember of a file: how it was before any hook of ours
// was in it.
func (w wiring) toKeep(r hook.Registration, f shimdir.File) (oldFile, error) {
	old, known, err := w.old(f.Path)
	if err != nil {
		return oldFile{}, err
	}
	if known && f.Exists && old.After == fingerprint.Hex(f.Text) {
		return old, nil
	}
	made := missing(f.Path)
	if known {
		made = append(old.Made, made...)
	}
	rec := oldFile{Agent: r.Agent, File: f.Path, Existed: f.Exists, Made: made}
	if rec.before, err = r.Remove(f.Text, f.Text); err != nil {
		return oldFile{}, err
	}
	if ours := rec.before != f.Text; known && !old.Existed && ours && r.Blank(rec.before) {
		rec.Existed = false
	}
	return rec, nil
}

// tell says what was done and what is left to do.
func (c *hookInstallCmd) tell(a *app, w wiring, r hook.Registration, path string) {
	a.say("%s: installed in %s; %s", r.Agent, path, measured(r.Agent))
	if _, backup := w.recordOf(path); exists(backup) {
		a.say("%s: the file from before is %s", r.Agent, backup)
	}
	then := []string{r.Then}
	if c.Project {
		then = append(then, r.ThenProject, "the hook names a path on this machine: elsewhere it refuses everything, so keep the file out of what others check out")
	}
	if text, err := os.ReadFile(path); err == nil && r.Reader == hook.JSON {
		if d, err := settings.Parse(string(text)); err == nil && d.Lax {
			then = append(then, "the file holds comments or trailing commas: if "+r.Agent+" does not read these, it runs no hook")
		}
	}
	then = append(then, w.pathAdvice(r), c.sandboxAdvice(w, r, path))
	for _, text := range then {
		if text != "" {
			a.say("%s: note: %s", r.Agent, text)
		}
	}
}

// pathAdvice says how the agent's commands come to the shims.
func (w wiring) pathAdvice(r hook.Registration) string {
	first, _, _ := strings.Cut(environ.Get(w.env, "PATH"), string(filepath.ListSeparator))
	switch {
	case r.Path == hook.PathLogin:
		return "its commands have their PATH from the files of login shells: shimgen install --shell-init puts the shims there"
	case r.Path == hook.PathStart && first != w.layout.Bin:
		return "its commands have the PATH it was started with: start it with the shims first there (shimgen env)"
	}
	return ""
}

// diff shows the change of a file.
func diff(f shimdir.File, path, text string) string {
	from := path
	if !f.Exists {
		from = "/dev/null"
	}
	return settings.Diff(from, path, f.Text, text)
}

// executable reports whether a program is there that can be run.
func executable(path string) bool {
	fi, err := os.Stat(path)
	return err == nil && fi.Mode().IsRegular() && fi.Mode().Perm()&0o111 != 0
}

// exists reports whether a file is there.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// say prints a line.
func (a *app) say(format string, args ...any) {
	fmt.Fprintln(a.out, verdict.Line(fmt.Sprintf(format, args...)))
}

// show prints text of a file that may be anybody's, so that nothing in it means
// something to a terminal but its lines and tabs.
func (a *app) show(text string) {
	for row := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		for i, f := range fields {
			fields[i] = verdict.Line(f)
		}
		fmt.Fprintln(a.out, strings.Join(fields, "\t"))
	}
}

// hookUninstallCmd takes the hook out of agents' settings.
type hookUninstallCmd struct{ hookScope }

// Run uninstalls. A hook that is not there is no error.
func (c *hookUninstallCmd) Run(a *app) error {
	w, err := newWiring(a.env)
	if err != nil {
		return err
	}
	return c.each(func(r hook.Registration) error {
		switch {
		case r.As != "":
			return exit.New(exit.BadUsage, r.Agent+" has no hook of its own: it runs that of "+r.As, "shimgen hook uninstall "+r.As)
		case r.Reader == hook.ByHand:
			a.say("%s: take out by hand what you registered", r.Agent)
			return nil
		}
		path, err := w.file(r, c.Project)
		if err != nil {
			return err
		}
		changed, err := w.uninstall(a, r, path, c.DryRun)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if !changed {
			a.say("%s: is not installed in %s", r.Agent, path)
		} else if !c.DryRun {
			a.say("%s: uninstalled from %s", r.Agent, path)
		}
		return nil
	})
}

// uninstall takes the hook out of a file, or shows how it would.
func (w wiring) uninstall(a *app, r hook.Registration, path string, dry bool) (changed bool, err error) {
	f, err := shimdir.ReadFile(path)
	if err != nil {
		return false, err
	}
	rec, known, err := w.old(path)
	if err != nil {
		return false, err
	}
	text, remove, err := without(r, f, rec, known)
	if err != nil || text == f.Text && !remove {
		return false, err
	}
	if remove {
		a.show(settings.Diff(path, "/dev/null", f.Text, ""))
	} else {
		a.show(diff(f, path, text))
	}
	if dry {
		return true, nil
	}
	if remove {
		err = f.Remove()
	} else {
		err = f.Put(text)
	}
	if err != nil {
		return false, err
	}
	rec.File = path
	if r.BareName && w.namedByUs() {
		_ = os.Remove(w.named())
	}
	return true, w.forget(rec)
}

// without returns the text of a file without the hook, or that the file should
// go: one that nobody changed since is given back as it was.
func without(r hook.Registration, f shimdir.File, rec oldFile, known bool) (text string, remove bool, err error) {
	found, err := r.Find(f.Text)
	if err != nil || len(found) == 0 {
		return f.Text, false, err
	}
	if known && rec.After == fingerprint.Hex(f.Text) {
		return rec.before, !rec.Existed, nil
	}
	text, err = r.Remove(f.Text, rec.before)
	if err != nil {
		return "", false, err
	}
	ours := known && !rec.Existed || !known && strings.HasPrefix(filepath.Base(f.Path), "shimgen.")
	return text, r.Reader == hook.Plugin || ours && r.Blank(text), nil
}
