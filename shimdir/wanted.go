package shimdir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Wanted is which shims an installation shall have beside the default ones.
type Wanted struct {
	All    bool     // every program on PATH with a grammar
	Shells bool     // Shells
	Named  []string // these, whether they are on PATH or not
}

// wantedName is the file that keeps a Wanted, so that rehash and a later install
// know what an earlier one was told: below the root, a word a line.
const wantedName = "shims"

// The words that are no program's name.
const (
	wordAll    = "--all"
	wordShells = "--shells"
)

// Wanted returns what the installation was told so far; nothing if it was told
// nothing.
func (l Layout) Wanted() (Wanted, error) {
	text, err := os.ReadFile(filepath.Join(l.Root, "state", wantedName))
	if err != nil {
		return Wanted{}, ifExists(err)
	}
	var w Wanted
	for word := range strings.FieldsSeq(string(text)) {
		switch {
		case word == wordAll:
			w.All = true
		case word == wordShells:
			w.Shells = true
		case checkName(word) == nil: // what else stands there asks for nothing
			w.Named = append(w.Named, word)
		}
	}
	return w, nil
}

// And returns what either asks for.
func (w Wanted) And(other Wanted) Wanted {
	named := slices.Concat(w.Named, other.Named)
	slices.Sort(named)
	return Wanted{w.All || other.All, w.Shells || other.Shells, slices.Compact(named)}
}

// Remember keeps what is wanted. The directory of the state must be there.
func (l Layout) Remember(w Wanted) error {
	words := slices.Clone(w.Named)
	if w.All {
		words = append(words, wordAll)
	}
	if w.Shells {
		words = append(words, wordShells)
	}
	state, err := l.openBelowRoot("state")
	if err != nil {
		return err
	}
	defer state.Close()
	if len(words) == 0 {
		return ifExists(state.Remove(wantedName))
	}
	text := []byte(strings.Join(words, "\n") + "\n")
	if hasFile(state, wantedName, text, 0o600) {
		return nil
	}
	return putFile(state, wantedName, text, 0o600)
}

// forget takes away what Remember kept.
func (l Layout) forget() error {
	err := l.Remember(Wanted{})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Found returns the names of the programs in the directories of path that pick
// takes, sorted. It is asked once about each name, and has to see to it that there is
// a program and not only a shim.
func Found(path string, pick func(name string) bool) []string {
	seen := map[string]bool{}
	var names []string
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		entries, _ := os.ReadDir(dir) // one that cannot be read holds nothing to start
		for _, entry := range entries {
			name := entry.Name()
			if seen[name] || entry.IsDir() {
				continue
			}
			seen[name] = true
			if checkName(name) == nil && pick(name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}
