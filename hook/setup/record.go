package setup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/fingerprint"
	"github.com/agent-loop/shimgen/shimdir"
)

// record is what we keep about a file while our hook is in it, so that Uninstall can
// restore every byte. The old text is in a file beside the record, with the original's
// mode, for the user to find.
type record struct {
	Agent   string   `json:"agent"`
	File    string   `json:"file"`
	Existed bool     `json:"existed"`
	After   string   `json:"after"`          // hash of the text with the hook in it
	Made    []string `json:"made,omitempty"` // directories that Install made for the file
	before  string
}

// recordOf returns the paths of a file's record and of its old text.
func (w Site) recordOf(file string) (entry, backup string) {
	dir := filepath.Join(w.Layout.Root, "state", "hooks")
	name := fingerprint.Hex(file)[:16]
	return filepath.Join(dir, name+".json"), filepath.Join(dir, name+"-"+filepath.Base(file))
}

// recordFor returns the record of a file, and whether there is one.
func (w Site) recordFor(file string) (record, bool, error) {
	var r record
	entry, backup := w.recordOf(file)
	text, err := os.ReadFile(entry)
	if errors.Is(err, fs.ErrNotExist) {
		return r, false, nil
	}
	if err != nil {
		return r, false, err
	}
	if err := json.Unmarshal(text, &r); err != nil || r.File != file {
		return r, false, fmt.Errorf("%s: damaged; the previous file may be %s", entry, backup)
	}
	if r.Existed {
		text, err = os.ReadFile(backup)
		r.before = string(text)
	}
	return r, err == nil, err
}

// Wrote reports whether the text of a file is, byte for byte, what Install left.
func (w Site) Wrote(file, text string) bool {
	old, known, err := w.recordFor(file)
	return err == nil && known && old.After == fingerprint.Hex(text)
}

// registered returns the records of files that still hold a hook of this installation.
func (w Site) registered() ([]record, error) {
	entries, err := filepath.Glob(filepath.Join(w.Layout.Root, "state", "hooks", "*.json"))
	if err != nil {
		return nil, err
	}
	var list []record
	for _, entry := range entries {
		var r record
		text, err := os.ReadFile(entry)
		if err != nil || json.Unmarshal(text, &r) != nil || r.File == "" {
			continue // another file's old text
		}
		from, _ := hook.RegistrationOf(r.Agent)
		f, err := shimdir.ReadFile(r.File)
		if err != nil {
			continue
		}
		if found, err := from.Find(f.Text); err == nil && len(found) > 0 {
			list = append(list, r)
		}
	}
	return list, nil
}

// NoneLeft returns an error while an agent's file still holds a hook of this
// installation, or an agent has a plug-in that runs it: without shimgen that agent would
// refuse everything.
func NoneLeft(dir string, env []string) error {
	l, _, err := installation.Locate(dir, env)
	if err != nil {
		return err
	}
	hooks, err := Site{Layout: l}.registered()
	if err != nil {
		return err
	}
	if len(hooks) == 0 {
		return noPlugin(l.Root, env)
	}
	return exit.New(exit.Failed, hooks[0].File+" still has the hook: without shimgen the agent would refuse everything",
		"shimgen hook uninstall "+hooks[0].Agent+", with --project in the project")
}

// RemoveAll removes the hook from every file that still holds one of the installation in dir,
// of projects too. It goes on after a file that it cannot change, and then returns an error.
// Plug-ins are the agents' own to remove: one that is there is an error, too.
func RemoveAll(dir string, env []string) (Report, error) {
	l, _, err := installation.Locate(dir, env)
	if err != nil {
		return nil, err
	}
	w := Site{Layout: l, Env: env}
	hooks, err := w.registered()
	if err != nil {
		return nil, err
	}
	var out Report
	for _, rec := range hooks {
		r, _ := hook.RegistrationOf(rec.Agent)
		if _, failed := w.uninstall(&out, r, rec.File, false); failed != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", rec.File, failed))
			continue
		}
		out.say("%s: uninstalled from %s", rec.Agent, rec.File)
	}
	if err == nil {
		err = noPlugin(l.Root, env)
	}
	return out, err
}

// save writes a record, the old text first.
func (w Site) save(r record, mode fs.FileMode) error {
	entry, backup := w.recordOf(r.File)
	if err := host.MakePrivate(filepath.Dir(filepath.Dir(entry))); err != nil {
		return err
	}
	if err := host.MakePrivate(filepath.Dir(entry)); err != nil {
		return err
	}
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if r.Existed {
		if err := replace(backup, r.before, mode); err != nil {
			return err
		}
	}
	return replace(entry, string(text)+"\n", 0o600)
}

// replace writes one of our own files.
func replace(path, text string, mode fs.FileMode) error {
	f, err := shimdir.ReadFile(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	f.Mode = mode
	return f.Put(text)
}

// drop removes a record, and the directories that were made for the file if they are
// empty.
func (w Site) drop(r record) error {
	entry, backup := w.recordOf(r.File)
	for _, path := range []string{entry, backup} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if _, err := os.Lstat(r.File); err == nil {
		return nil
	}
	for _, dir := range slices.Backward(r.Made) {
		if os.Remove(dir) != nil { // not empty: in use
			break
		}
	}
	return nil
}

// missingDirs returns the directories above a file that do not exist, from the top.
func missingDirs(file string) []string {
	var list []string
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			slices.Reverse(list)
			return list
		}
		list = append(list, dir)
	}
}
