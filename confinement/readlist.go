package confinement

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/sandbox"
)

// listReads restricts a box's reads to a list: the system's programs with their dependencies and
// settings, the places that the policy names, the writable ones, and programs that people install
// in a home. Everything else in homes and data directories is hidden. needed are further places that
// the command needs. Variables such as PATH are ignored, since the author of the policy does not
// always control them.
func (s *Site) listReads(b *sandbox.Box, needed ...string) {
	if s.Policy.Access.Reads != policy.ReadsListed {
		return
	}
	b.Empty = dataDirs("/")
	below := append([]string{s.Machine.Prefix}, needed...)
	for _, home := range s.Machine.Homes {
		real, err := host.Canonical(home)
		if err != nil || real == "/" || host.CheckDirectory(real) != nil {
			continue
		}
		b.Empty = append(b.Empty, real) // for programs that require one
		for _, r := range policy.Readables() {
			below = append(below, filepath.Join(real, r.Path))
		}
		for _, c := range policy.CacheDirs() {
			below = append(below, filepath.Join(real, c.Path))
		}
	}
	for _, p := range below {
		if real, exists := host.Target(p); exists && isEmptied(*b, real) {
			b.Show = append(b.Show, real)
		}
	}
	if b.Dir != "/" && !isVisible(*b, b.Dir) {
		b.Empty = append(b.Empty, b.Dir) // the command starts there
	}
}

// isInListedHome reports whether a path is a home or in one, and visible only if it is listed.
func (s *Site) isInListedHome(name string) bool {
	return s.Policy.Access.Reads == policy.ReadsListed && slices.ContainsFunc(s.Machine.Homes, func(home string) bool {
		real, err := host.Canonical(home)
		return err == nil && pathname.In(name, real)
	})
}

// dataDirs returns the directories within a system directory that contain homes, data or unknown files.
func dataDirs(dir string) (dirs []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		at := filepath.Join(dir, e.Name())
		whole, some := policy.ReadsTree(at)
		switch {
		case !e.IsDir() || whole:
		case some:
			dirs = append(dirs, dataDirs(at)...)
		default:
			dirs = append(dirs, at)
		}
	}
	return dirs
}

// isEmptied reports whether a path lies in a directory that a box empties.
func isEmptied(b sandbox.Box, name string) bool {
	return slices.ContainsFunc(b.Empty, func(dir string) bool { return pathname.In(name, dir) })
}

// isVisible reports whether a path is visible in a box that empties directories.
func isVisible(b sandbox.Box, name string) bool {
	in := func(dir string) bool { return pathname.In(name, dir) }
	return !isEmptied(b, name) || slices.ContainsFunc(b.Write, in) || slices.ContainsFunc(b.Show, in)
}
