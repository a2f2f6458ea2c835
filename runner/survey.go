package runner

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
)

// A survey finds which of the policy's places there are on this machine, for a sandbox
// can only mount over what exists. Paths are free of links.
type survey struct {
	homes  []string
	hide   []string // credentials
	show   []string // what is public in directories of credentials
	keep   []string // below a writable directory: what runs, or is trusted, later
	budget int      // how many more names are looked at

	names map[string][]string // of each home, in small letters; nil where it cannot be read
}

// surveyed is how many names below writable directories are looked at for those that are
// protected wherever they are, and how deep.
const (
	surveyedNames = 20_000
	surveyedDepth = 6
)

// anchored looks for the places that have one path, or one below each home.
func (v *survey) anchored() {
	secrets, public := policy.Secrets()
	for _, p := range secrets {
		v.hide = append(v.hide, v.existing(p)...)
	}
	for _, p := range public {
		v.show = append(v.show, v.existing(p)...)
	}
	v.hide = slices.DeleteFunc(v.hide, func(p string) bool { return slices.Contains(v.show, p) })
}

// existing returns what there is of a place and may be ours to read: for what is another
// user's and lets us in nowhere, no mount is needed. What the kernel makes up has a
// namespace of its own.
func (v *survey) existing(p policy.Place) []string {
	var patterns []string
	switch rest, own := strings.CutPrefix(p.Path, "~/"); {
	case own:
		for _, home := range v.homes {
			if v.mayHave(home, rest) {
				patterns = append(patterns, filepath.Join(home, rest))
			}
		}
	case strings.HasPrefix(p.Path, "/") && !strings.HasPrefix(p.Path, "/proc/") && !strings.HasPrefix(p.Path, "/dev/"):
		patterns = []string{p.Path}
	}
	var found []string
	for _, pattern := range patterns {
		names, _ := filepath.Glob(pattern) // the one error is of a pattern that is wrong
		for _, name := range names {
			if real, err := host.Canonical(name); err == nil && opens(real) {
				found = append(found, real)
			}
		}
	}
	return found
}

// mayHave reports whether a home has a name that a pattern begins with. Most of the places
// of credentials are of programs that the user never had.
func (v *survey) mayHave(home, pattern string) bool {
	names, known := v.names[home]
	if !known {
		if v.names == nil {
			v.names = map[string][]string{}
		}
		if dir, err := os.Open(home); err == nil {
			if names, err = dir.Readdirnames(-1); err != nil {
				names = nil
			}
			dir.Close()
		}
		for i, name := range names {
			names[i] = strings.ToLower(name) // some file systems make no difference
		}
		slices.Sort(names)
		v.names[home] = names
	}
	first, _, _ := strings.Cut(pattern, "/")
	if names == nil || strings.ContainsAny(first, `*?[\`) {
		return true
	}
	_, found := slices.BinarySearch(names, strings.ToLower(first))
	return found
}

// opens reports whether we can read what is at a path or below it, or could let ourselves.
func opens(path string) bool {
	var st unix.Stat_t
	if unix.Lstat(path, &st) != nil {
		return false
	}
	return int(st.Uid) == host.UID() || unix.Access(path, unix.R_OK) == nil || unix.Access(path, unix.X_OK) == nil
}

// below looks for the names that are protected wherever they are, below a directory that
// is to be writable.
func (v *survey) below(root string) { v.walk(root, "", 0) }

func (v *survey) walk(root, dir string, depth int) {
	names, err := os.ReadDir(filepath.Join(root, dir))
	if err != nil || depth > surveyedDepth {
		return
	}
	for _, name := range names {
		if v.budget--; v.budget < 0 {
			return
		}
		rel := filepath.Join(dir, name.Name())
		switch at := filepath.Join(root, rel); {
		case policy.IsPersistent(at, v.homes):
			v.keep = appendReal(v.keep, at, root)
		case policy.IsSecret(at, v.homes):
			v.hide = appendReal(v.hide, at, "/")
		case name.IsDir() && !isBulk(rel):
			v.walk(root, rel, depth+1)
		}
	}
}

// appendReal adds where a path leads, if that lies below a directory.
func appendReal(list []string, at, below string) []string {
	real, err := host.Canonical(at)
	if err != nil || !strings.HasPrefix(real, strings.TrimSuffix(below, "/")+"/") {
		return list
	}
	if _, err := os.Lstat(real); err != nil {
		return list // a link to nothing
	}
	return append(list, real)
}

// isBulk reports whether a directory holds many files and no protected name: what git
// stores, and what package managers unpack.
func isBulk(rel string) bool {
	switch filepath.Base(rel) {
	case "node_modules", "__pycache__":
		return true
	case "objects", "refs", "logs", "lfs":
		return filepath.Base(filepath.Dir(rel)) == ".git"
	}
	return false
}
