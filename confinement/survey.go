package confinement

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/sandbox"
)

// A survey finds which of the policy's places exist on this machine, since a sandbox can only
// mount over existing files. Its paths have no links.
type survey struct {
	homes   []string
	hide    []string // credentials
	show    []string // public files in directories of credentials
	lenient bool     // clients keep their credentials

	there nameLists
}

// findFixedPlaces finds the places with a fixed path, absolute or in each home.
func (v *survey) findFixedPlaces() {
	secrets, public := place.Secrets()
	for _, p := range secrets {
		if v.lenient && place.IsClients(p.Path, []string{"~"}) {
			continue
		}
		v.hide = append(v.hide, v.filesOf(p)...)
	}
	for _, p := range public {
		v.show = append(v.show, v.filesOf(p)...)
	}
	v.hide = slices.DeleteFunc(v.hide, func(p string) bool { return slices.Contains(v.show, p) })
}

// Masked returns what mask mode covers: files and directories with credentials, those that the policy
// hides, and our own state; not what the policy or a flag lets commands read.
func (s *Site) Masked() ([]string, error) {
	a, err := s.namedPlaces()
	if err != nil {
		return nil, err
	}
	v := survey{homes: s.Machine.Homes, there: nameLists{}}
	v.findFixedPlaces()
	b := sandbox.Box{Hide: v.hide}
	uncover(&b, a.read)
	b.Hide = append(b.Hide, a.hide...) // as in a box
	uncover(&b, s.Flags.AllowReads)
	if real, err := host.Canonical(s.Root); err == nil {
		b.Hide = append(b.Hide, real)
	}
	b.Tidy()
	return b.Hide, nil
}

// filesOf returns the existing files of a place that we may be able to read: files of another
// user that we cannot open need no mount. The kernel's virtual files are handled by namespaces.
func (v *survey) filesOf(p place.Pattern) []string {
	var patterns []string
	switch rest, inHome := strings.CutPrefix(p.Path, "~/"); {
	case inHome:
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

// nameLists caches the names in directories, in lower case. Nearly all of the policy's places
// belong to programs that the user never had, and looking for each takes longer than reading a
// few directories. An unreadable directory has nil.
type nameLists map[string][]string

// mayHave reports whether a path, which may be a pattern, may exist below a directory.
func (l nameLists) mayHave(dir, pattern string) bool {
	for first := range strings.SplitSeq(strings.TrimSuffix(pattern, "/"), "/") {
		names := l.names(dir)
		if names == nil || strings.ContainsAny(first, `*?[\`) {
			return true
		}
		if _, found := slices.BinarySearch(names, strings.ToLower(first)); !found { // some file systems ignore case
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

// opens reports whether we can read the file or directory at a path, or could change its mode so.
func opens(path string) bool {
	var st unix.Stat_t
	if unix.Lstat(path, &st) != nil {
		return false
	}
	return int(st.Uid) == host.UID() || unix.Access(path, unix.R_OK) == nil || unix.Access(path, unix.X_OK) == nil
}
