package shimdir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/gate"
)

// Remove removes the shims, then the binaries, and returns the paths it removed. It
// recognizes its links by their target, so it finds those of earlier installations too.
// Foreign files, the policy and the audit trail stay, and so do the binaries as long as
// links in the root's own bin directory need them. Of the state it removes what is
// derived or temporary: the gate's table, the policy's index, locks, messages shown, and
// the list of wanted shims. It removes directories of the root that are empty. A missing
// installation is no error.
func (l Layout) Remove() ([]string, error) {
	links, err := l.removeLinks()
	if err != nil || l.stillNeeded() {
		return links, err
	}
	if err := l.forget(); err != nil {
		return links, err
	}
	binaries, err := l.removeBinaries()
	if err != nil {
		return append(links, binaries...), err
	}
	state, err := l.removeState()
	_ = os.Remove(filepath.Join(l.Root, originalsGrant))
	for _, tree := range slices.Backward(append([]string{""}, gate.Trees[:]...)) {
		_ = os.Remove(l.Root + gate.Originals + tree) // empty except in a sandbox
	}
	if l.whole() {
		_ = os.Remove(l.Bin) // stays if it holds a foreign file
	}
	return slices.Concat(links, binaries, state), err
}

func (l Layout) removeLinks() ([]string, error) {
	bin, err := l.openBin()
	if err != nil {
		return nil, ifExists(err)
	}
	defer bin.Close()
	return sweep(bin, l.Bin, func(name string) bool {
		text, _ := bin.Readlink(name)
		return l.ours(text)
	})
}

func (l Layout) openBin() (*os.Root, error) {
	if l.whole() {
		return l.openBelowRoot("bin")
	}
	return openOwned(l.Bin, os.Lstat, os.OpenRoot)
}

func (l Layout) openBelowRoot(name string) (*os.Root, error) {
	root, err := openOwned(l.Root, os.Lstat, os.OpenRoot)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	dir, err := openOwned(name, root.Lstat, root.OpenRoot)
	return dir, l.named(err)
}

func (l Layout) removeBinaries() ([]string, error) {
	libexec, err := l.openBelowRoot("libexec")
	if err != nil {
		return nil, ifExists(err)
	}
	defer libexec.Close()
	removed, err := sweep(libexec, l.libexec(), func(name string) bool {
		return name == shimName || name == shimgenName || name == mcpName || name == tlsName || name == intactName
	})
	if err == nil {
		_ = os.Remove(l.libexec()) // stays if it holds a foreign file
	}
	return removed, err
}

// removeState removes what an installation keeps for itself, but not where hooks are
// registered: the caller has checked that.
func (l Layout) removeState() ([]string, error) {
	state, err := l.openBelowRoot("state")
	if err != nil {
		return nil, ifExists(err)
	}
	defer state.Close()
	path := filepath.Join(l.Root, "state")
	removed, err := sweep(state, path, func(name string) bool { return name == "gate.bin" || name == "policy.bin" || name == "audit.lock" })
	if err != nil {
		return removed, err
	}
	for _, dir := range []string{"said", "pending", "requests", "grants", "attempts", "provenance"} {
		if err := state.RemoveAll(dir); err != nil {
			return removed, err
		}
	}
	_ = state.Remove("hooks") // this directory and the next stay unless they are empty
	_ = os.Remove(path)
	return removed, nil
}

// sweep removes our files from dir, and temporary files of interrupted writes.
func sweep(dir *os.Root, path string, ours func(name string) bool) ([]string, error) {
	list, err := names(dir)
	if err != nil {
		return nil, err
	}
	var removed []string
	for _, name := range list {
		if !ours(name) && !strings.HasPrefix(name, tempPrefix) {
			continue
		}
		if err := dir.Remove(name); err != nil {
			return removed, err
		}
		removed = append(removed, filepath.Join(path, name))
	}
	return removed, nil
}

// stillNeeded reports whether the root's own bin directory holds shims. It matters after
// the removal of another directory that links to the same root.
func (l Layout) stillNeeded() bool {
	whole := Layout{Root: l.Root, Bin: filepath.Join(l.Root, "bin")}
	entries, err := os.ReadDir(whole.Bin)
	if err != nil {
		return false
	}
	for _, entry := range entries {
		if text, _ := os.Readlink(filepath.Join(whole.Bin, entry.Name())); whole.ours(text) {
			return true
		}
	}
	return false
}

// ifExists drops the error that there was nothing to remove.
func ifExists(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
