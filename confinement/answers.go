package confinement

import (
	"slices"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/zone"
)

// MayAllow reports whether --allow-dir would take a directory.
func (s *Site) MayAllow(dir string) bool {
	real, zones, err := zone.Follow(s.Machine, s.Dir, s.Work, dir)
	return err == nil && host.CheckDirectory(real) == nil && allowDir.check(dir, real, zones) == nil
}

// IsHomes reports whether a path is in a home, and neither in the installation nor a protected name. If
// such a path is read-only, it is so for the home's sake: the home lies in a writable directory.
func (s *Site) IsHomes(name string) bool {
	in := func(home string) bool { return pathname.In(name, home) }
	return slices.ContainsFunc(s.Machine.Homes, in) && !pathname.In(name, s.Root) && !place.IsPersistent(name, s.Machine.Homes)
}

// SteadyTrees returns those of gate.Trees that the installation knows and in which a box neither
// hides anything nor allows writing.
func (s *Site) SteadyTrees() (trees []string) {
	a, err := s.namedPlaces() // caches lie below homes
	if err != nil {
		return nil // there is no box either
	}
	changing := slices.Concat([]string{s.Work, s.Dir, s.Root}, s.Machine.Homes, s.Flags.AllowDirs, a.write, a.hide, s.sockets())
	for _, tree := range gate.Trees {
		if host.Exists(s.Root+gate.Originals+tree) && !slices.ContainsFunc(changing, func(p string) bool { return pathname.Overlap(p, tree) }) {
			trees = append(trees, tree)
		}
	}
	return trees
}
