package shimdir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Extras says which shims an installation has besides the default ones.
type Extras struct {
	All    bool     // every program on PATH with a grammar
	Shells bool     // Shells
	Named  []string // these, whether on PATH or not
}

// wantedName is the file below the root that holds a Wanted, a word per line, so that
// rehash and a later install know what the user asked for earlier.
const wantedName = "shims"

// The words that are not program names.
const (
	wordAll    = "--all"
	wordShells = "--shells"
)

// Wanted returns what the user has asked for so far.
func (l Layout) Wanted() (Extras, error) {
	text, err := os.ReadFile(filepath.Join(l.Root, "state", wantedName))
	if err != nil {
		return Extras{}, ifExists(err)
	}
	var w Extras
	for word := range strings.FieldsSeq(string(text)) {
		switch {
		case word == wordAll:
			w.All = true
		case word == wordShells:
			w.Shells = true
		case checkName(word) == nil: // ignore any other word
			w.Named = append(w.Named, word)
		}
	}
	return w, nil
}

// And returns what either asks for.
func (w Extras) And(other Extras) Extras {
	named := slices.Concat(w.Named, other.Named)
	slices.Sort(named)
	return Extras{w.All || other.All, w.Shells || other.Shells, slices.Compact(named)}
}

// Remember stores what is wanted. The state directory must exist.
func (l Layout) Remember(w Extras) error {
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

// forget removes what Remember stored.
func (l Layout) forget() error {
	err := l.Remember(Extras{})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// FindPrograms returns the names, sorted, that pick selects in the directories of path. It calls
// pick once for each name; pick must make sure that there is a program and not only a
// shim.
func FindPrograms(path string, pick func(name string) bool) []string {
	seen := map[string]bool{}
	var names []string
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		entries, _ := os.ReadDir(dir) // an unreadable directory has nothing to start
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
