package shimdir

import (
	"os"
	"path/filepath"
	"slices"
)

// Link makes the shims for names in an existing installation, without checking its
// programs, and returns the paths it changed.
func (l Layout) Link(names []string) ([]string, error) {
	if err := checkNames(names); err != nil {
		return nil, err
	}
	bin, err := l.openBin()
	if err != nil {
		return nil, err
	}
	defer bin.Close()
	stale, err := l.staleLinks(bin, names)
	if err != nil {
		return nil, err
	}
	return l.putLinks(bin, stale)
}

// Unlink removes the shims of all other names, and returns the paths it removed.
func (l Layout) Unlink(keep []string) ([]string, error) {
	bin, err := l.openBin()
	if err != nil {
		return nil, ifExists(err)
	}
	defer bin.Close()
	return sweep(bin, l.Bin, func(name string) bool {
		text, _ := bin.Readlink(name)
		_, kept := slices.BinarySearch(keep, name)
		return !kept && l.ours(text)
	})
}

// Has reports whether the shim directory has anything under a name.
func (l Layout) Has(name string) bool { return exists(filepath.Join(l.Bin, name)) }

// putLinks gives each name its link.
func (l Layout) putLinks(bin *os.Root, names []string) (changed []string, err error) {
	for _, name := range names {
		if err := putLink(bin, name, l.target()); err != nil {
			return changed, err
		}
		changed = append(changed, filepath.Join(l.Bin, name))
	}
	return changed, nil
}

func checkNames(names []string) error {
	for _, name := range names {
		if err := checkName(name); err != nil {
			return err
		}
	}
	return nil
}
