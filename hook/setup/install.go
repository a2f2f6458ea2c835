package setup

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
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/settings"
	"github.com/agent-loop/shimgen/shimdir"
)

// Scope says whose settings a verb changes.
type Scope struct {
	Agents  []string // by name
	Project bool     // the current directory's project instead of the user
	DryRun  bool     // show the change and make none
}

// each calls do for every named agent and joins the errors.
func (o Scope) each(do func(hook.Registration) error) error {
	all := make([]hook.Registration, len(o.Agents))
	for i, name := range o.Agents {
		r, err := Registration(name)
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

// Report is what a verb has to tell its user: lines that are safe to print.
type Report []string

// say adds a line.
func (out *Report) say(format string, args ...any) {
	*out = append(*out, printable.Line(fmt.Sprintf(format, args...)))
}

// show adds the text of a file, which anybody may have written. It keeps lines and tabs
// and escapes everything else that a terminal would act on.
func (out *Report) show(text string) {
	for row := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		for i, f := range fields {
			fields[i] = printable.Line(f)
		}
		*out = append(*out, strings.Join(fields, "\t"))
	}
}

// Confinement says whether hooks confine what they allow. If neither is set, the policy
// decides.
type Confinement struct{ Always, Never bool }

// Install puts the hook into agents' settings. It leaves an up-to-date entry alone. One
// agent's failure does not stop the others.
func (w Site) Install(o Scope, c Confinement) (Report, error) {
	var out Report
	if !executable(w.Program()) {
		return out, exit.New(exit.Failed, w.Program()+" is missing: the hook would refuse everything", "shimgen install")
	}
	confine, err := w.toConfine(c)
	if err != nil {
		return out, err
	}
	err = o.each(func(r hook.Registration) error { return w.installOne(&out, o, confine, c.Never, r) })
	return out, err
}

// installOne puts the hook into one agent's settings.
func (w Site) installOne(out *Report, o Scope, confine, never bool, r hook.Registration) error {
	if r.As != "" {
		out.say("%s: %s: its hook is %s's", r.Agent, r.Then, r.As)
		shared, err := Registration(r.As)
		if err != nil {
			return err
		}
		r = shared
	}
	if r.Reader == hook.ByHand {
		w.byHand(out, r)
		return nil
	}
	path, err := w.File(r, o.Project)
	if err != nil {
		return err
	}
	flags := flagsFor(out, r, confine || !never && w.confines(r, path))
	changed, err := w.install(out, r, path, o.DryRun, flags...)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if !changed {
		out.say("%s: already installed in %s", r.Agent, path)
	} else if !o.DryRun {
		w.reportInstalled(out, r, path, o.Project)
	}
	return nil
}

// byHand tells the user what to register.
func (w Site) byHand(out *Report, r hook.Registration) {
	text := w.Line(r)
	if r.Entry != "" {
		text = r.Wanted(text)
	}
	out.say("%s: %s", r.Agent, r.Then)
	out.say("%s", text)
}

// install puts the hook into a file, or shows the change.
func (w Site) install(out *Report, r hook.Registration, path string, dry bool, flags ...string) (changed bool, err error) {
	f, err := shimdir.ReadFile(path)
	if err != nil {
		return false, err
	}
	text, err := r.Add(f.Text, w.Shell, w.Line(r, flags...))
	if err != nil || text == f.Text {
		return false, err
	}
	out.show(diff(f, path, text))
	if dry {
		return true, nil
	}
	rec, err := w.newRecord(r, f)
	if err != nil {
		return false, err
	}
	rec.After = fingerprint.Hex(text)
	if err := w.save(rec, f.Mode); err != nil {
		return false, err
	}
	if len(flags) > 0 && r.BareName {
		if err := w.linkName(); err != nil {
			return false, err
		}
	}
	return true, f.Put(text)
}

// newRecord returns what to keep of a file: its text before our hook was in it.
func (w Site) newRecord(r hook.Registration, f shimdir.File) (record, error) {
	old, known, err := w.recordFor(f.Path)
	if err != nil {
		return record{}, err
	}
	if known && f.Exists && old.After == fingerprint.Hex(f.Text) {
		return old, nil
	}
	made := missingDirs(f.Path)
	if known {
		made = append(old.Made, made...)
	}
	rec := record{Agent: r.Agent, File: f.Path, Existed: f.Exists, Made: made}
	if rec.before, err = r.Remove(f.Text, f.Text); err != nil {
		return record{}, err
	}
	if ours := rec.before != f.Text; known && !old.Existed && ours && r.Blank(rec.before) {
		rec.Existed = false
	}
	return rec, nil
}

// reportInstalled says what was done and what is left to do.
func (w Site) reportInstalled(out *Report, r hook.Registration, path string, project bool) {
	out.say("%s: installed in %s; %s", r.Agent, path, Measured(r.Agent))
	if _, backup := w.recordOf(path); exists(backup) {
		out.say("%s: the previous file is %s", r.Agent, backup)
	}
	then := []string{r.Then}
	if project {
		then = append(then, r.ThenProject, "the hook names a path on this machine: elsewhere it refuses everything, so keep the file out of what others check out")
	}
	if text, err := os.ReadFile(path); err == nil && r.Reader == hook.JSON {
		if d, err := settings.Parse(string(text)); err == nil && d.Lax {
			then = append(then, "the file holds comments or trailing commas: if "+r.Agent+" does not read these, it runs no hook")
		}
	}
	then = append(then, w.pathAdvice(r), w.sandboxAdvice(r, path))
	for _, text := range then {
		if text != "" {
			out.say("%s: note: %s", r.Agent, text)
		}
	}
}

// pathAdvice says how to put the shims on the PATH of the agent's commands.
func (w Site) pathAdvice(r hook.Registration) string {
	first, _, _ := strings.Cut(environ.Get(w.Env, "PATH"), string(filepath.ListSeparator))
	switch {
	case r.Path == hook.PathLogin:
		return "its commands get their PATH from login shells' files: shimgen install --shell-init puts the shims there"
	case r.Path == hook.PathStart && first != w.Layout.Bin:
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

// executable reports whether path is a program that can be run.
func executable(path string) bool {
	fi, err := os.Stat(path)
	return err == nil && fi.Mode().IsRegular() && fi.Mode().Perm()&0o111 != 0
}

// exists reports whether a file exists.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Uninstall removes the hook from agents' settings. A missing hook is no error.
func (w Site) Uninstall(o Scope) (Report, error) {
	var out Report
	err := o.each(func(r hook.Registration) error { return w.uninstallOne(&out, o, r) })
	return out, err
}

// uninstallOne removes the hook from one agent's settings.
func (w Site) uninstallOne(out *Report, o Scope, r hook.Registration) error {
	switch {
	case r.As != "":
		return exit.New(exit.BadUsage, r.Agent+" has no hook of its own: it runs that of "+r.As, "shimgen hook uninstall "+r.As)
	case r.Reader == hook.ByHand:
		out.say("%s: remove by hand what you registered", r.Agent)
		return nil
	}
	path, err := w.File(r, o.Project)
	if err != nil {
		return err
	}
	changed, err := w.uninstall(out, r, path, o.DryRun)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if !changed {
		out.say("%s: not installed in %s", r.Agent, path)
	} else if !o.DryRun {
		out.say("%s: uninstalled from %s", r.Agent, path)
	}
	return nil
}

// uninstall removes the hook from a file, or shows the change.
func (w Site) uninstall(out *Report, r hook.Registration, path string, dry bool) (changed bool, err error) {
	f, err := shimdir.ReadFile(path)
	if err != nil {
		return false, err
	}
	rec, known, err := w.recordFor(path)
	if err != nil {
		return false, err
	}
	text, remove, err := textWithoutHook(r, f, rec, known)
	if err != nil || text == f.Text && !remove {
		return false, err
	}
	if remove {
		out.show(settings.Diff(path, "/dev/null", f.Text, ""))
	} else {
		out.show(diff(f, path, text))
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
	if r.BareName && w.isOurName() {
		_ = os.Remove(w.namePath())
	}
	return true, w.drop(rec)
}

// textWithoutHook returns the text of a file without the hook, and whether to remove the
// file. A file that nobody has changed since Install gets its old text back.
func textWithoutHook(r hook.Registration, f shimdir.File, rec record, known bool) (text string, remove bool, err error) {
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
