package confinement

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy/place"
)

// A survey finds which of the policy's places there are on this machine, for a sandbox
// can only mount over what exists. Paths are free of links.
type survey struct {
	homes  []string
	hide   []string // credentials
	show   []string // what is public in directories of credentials
	gentle bool     // the credentials of clients are left to them

	there nameLists
}

// anchored looks for the places that have one path, or one below each home.
func (v *survey) anchored() {
	secrets, public := place.Secrets()
	for _, p := range secrets {
		if v.gentle && place.IsClients(p.Path, []string{"~"}) {
			continue
		}
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
func (v *survey) existing(p place.Pattern) []string {
	var patterns []string
	switch rest, own := strings.CutPrefix(p.Path, "~/"); {
	case own:
		for _, home := range v.homes {
			if v.there.mayHave(home, rest) {
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

// nameLists remember what names there are in directories, in small letters: nearly all of the
// places that a policy knows are of programs that the user never had, and to look for each
// takes longer than to read a few directories. One whose names cannot be read has nil.
type nameLists map[string][]string

// mayHave reports whether there may be something below a directory at a path, which may be
// a pattern.
func (l nameLists) mayHave(dir, pattern string) bool {
	for first := range strings.SplitSeq(strings.TrimSuffix(pattern, "/"), "/") {
		names := l.names(dir)
		if names == nil || strings.ContainsAny(first, `*?[\`) {
			return true
		}
		if _, found := slices.BinarySearch(names, strings.ToLower(first)); !found { // some file systems make no difference
			return false
		}
		dir = filepath.Join(dir, first)
	}
	return true
}

func (l nameLists) names(dir string) []string {
	names, known := l[dir]
	if known {
		return names
	}
	if f, err := os.Open(dir); err == nil {
		if names, err = f.Readdirnames(-1); err != nil {
			names = nil
		}
		f.Close()
	}
	for i, name := range names {
		names[i] = strings.ToLower(name)
	}
	slices.Sort(names)
	l[dir] = names
	return names
}

// opens reports whether we can read what is at a path or below it, or could let ourselves.
func opens(path string) bool {
	var st unix.Stat_t
	if unix.Lstat(path, &st) != nil {
		return false
	}
	return int(st.Uid) == host.UID() || unix.Access(path, unix.R_OK) == nil || unix.Access(path, unix.X_OK) == nil
}

// appendReal adds where a path leads.
func appendReal(list []string, at string) []string {
	real, err := host.Canonical(at)
	if err != nil {
		return list
	}
	if _, err := os.Lstat(real); err != nil {
		return list // a link to nothing
	}
	return append(list, real)
}
