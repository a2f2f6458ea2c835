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

// listReads makes what a box lets be read a list: the system's programs with what they need
// and their settings, what the policy names, what may be written, and what people install for
// themselves below a home. Nothing else of homes and of directories with data is there. own
// are further places that the command needs. Variables do not count, PATH among them, for
// whoever sets them is not always who wrote the policy.
func (s *Site) listReads(b *sandbox.Box, own ...string) {
	if s.Policy.Reach.Reads != policy.ReadsListed {
		return
	}
	b.Empty = unlisted("/")
	below := append([]string{s.Machine.Prefix}, own...)
	for _, home := range s.Machine.Homes {
		real, err := host.Canonical(home)
		if err != nil || real == "/" || host.CheckDirectory(real) != nil {
			continue
		}
		b.Empty = append(b.Empty, real) // for programs that want one
		for _, r := range policy.Readables() {
			below = append(below, filepath.Join(real, r.Path))
		}
		for _, c := range policy.CacheDirs() {
			below = append(below, filepath.Join(real, c.Path))
		}
	}
	for _, p := range below {
		if real, err := host.Canonical(p); p != "" && err == nil && host.Exists(real) && isEmptied(*b, real) {
			b.Show = append(b.Show, real)
		}
	}
	if b.Dir != "/" && !isListed(*b, b.Dir) {
		b.Empty = append(b.Empty, b.Dir) // it is where the command starts
	}
}

// isUnlisted reports whether a path is a home or lies in one, and is there only if a list
// says so.
func (s *Site) isUnlisted(name string) bool {
	return s.Policy.Reach.Reads == policy.ReadsListed && slices.ContainsFunc(s.Machine.Homes, func(home string) bool {
		real, err := host.Canonical(home)
		return err == nil && pathname.In(name, real)
	})
}

// unlisted are the directories in a directory of the system that hold homes, data and what
// nobody knows.
func unlisted(dir string) (dirs []string) {
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
			dirs = append(dirs, unlisted(at)...)
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

// isListed reports whether a path is there in a box that empties directories.
func isListed(b sandbox.Box, name string) bool {
	in := func(dir string) bool { return pathname.In(name, dir) }
	return !isEmptied(b, name) || slices.ContainsFunc(b.Write, in) || slices.ContainsFunc(b.Show, in)
}
