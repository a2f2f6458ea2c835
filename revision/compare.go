package revision

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/show"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/settings"
)

// Difference is what a policy's text would change.
type Difference struct {
	Text     string        `json:"text"` // a unified diff of the files, or ""
	Changes  []show.Change `json:"changes"`
	Warnings []string      `json:"warnings"`

	// Broken says why the policy in force cannot be read, or is "": then Changes is empty.
	Broken string `json:"broken,omitempty"`
}

// Target returns the name of the user's policy, and its text, which is empty if there is
// no such file.
func Target() (name, text string, err error) {
	id, installed := gate.Installed()
	if !installed {
		return "", "", installation.NotInstalled()
	}
	name = filepath.Join(id.Root, "policy.toml")
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() { // no command takes what is no file for a policy
		return name, "", nil
	}
	data, err := os.ReadFile(name)
	return name, string(data), err
}

// Compare returns what a text would change as the user's policy. name is that of its file.
// An error says what is wrong with the text.
func Compare(name string, text []byte, env []string) (Difference, error) {
	target, present, err := Target()
	if err != nil {
		return Difference{}, err
	}
	d := Difference{Text: settings.Diff(target, name, present, string(text)), Changes: []show.Change{}, Warnings: []string{}}
	then, err := try(name, text, env)
	if err != nil {
		return d, err
	}
	d.Warnings = append(append(d.Warnings, then.Notices()...), then.IdleExceptions()...)
	now, err := runner.Open(runner.Options{Env: env})
	if err != nil {
		d.Broken = err.Error()
		return d, nil
	}
	d.Changes = append(d.Changes, show.Changes(now.Policy, then.Policy)...)
	return d, nil
}

// LastChange returns what the last edit or apply has changed, and the name of the file with
// the policy from before; "" if there is none.
func LastChange(env []string) (Difference, string, error) {
	d := Difference{Changes: []show.Change{}, Warnings: []string{}}
	target, present, err := Target()
	if err != nil {
		return d, "", err
	}
	backup, err := newest(filepath.Join(filepath.Dir(target), "state", "policies"))
	if err != nil || backup == "" {
		return d, "", err
	}
	before, err := host.ReadUntrusted(backup)
	if err != nil {
		return d, backup, err
	}
	d.Text = settings.Diff(backup, target, string(before), present)
	now, err := runner.Open(runner.Options{Env: env})
	if err != nil {
		return d, backup, err
	}
	then, err := try(backup, before, env)
	if err != nil {
		d.Broken = err.Error()
		return d, backup, nil
	}
	d.Changes = append(d.Changes, show.Changes(then.Policy, now.Policy)...)
	return d, backup, nil
}

// try opens a session under a text in the place of the user's policy.
func try(name string, text []byte, env []string) (*runner.Session, error) {
	return runner.Open(runner.Options{Env: env, Trial: &policy.Layer{Name: name, Kind: policy.User, Data: text}})
}

// newest returns the file of a directory that was written last, or "" if there is none.
func newest(dir string) (name string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	var last time.Time
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && info.Mode().IsRegular() && info.ModTime().After(last) {
			name, last = filepath.Join(dir, e.Name()), info.ModTime()
		}
	}
	return name, err
}

// Print writes the difference: the text, then what it comes to.
func (d Difference) Print(w io.Writer) {
	for row := range strings.Lines(d.Text) {
		fmt.Fprintln(w, printable.Line(strings.TrimSuffix(row, "\n")))
	}
	switch {
	case d.Broken != "":
		fmt.Fprintf(w, "the policy in force cannot be read, or the one before it, so that no settings can be compared: %s\n", printable.Line(d.Broken))
	case len(d.Changes) > 0:
		fmt.Fprintln(w, "what changes:")
		show.PrintChanges(w, d.Changes)
	case d.Text != "":
		fmt.Fprintln(w, "no setting changes")
	}
}
