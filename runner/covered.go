package runner

import (
	"maps"
	"slices"

	"github.com/agent-loop/shimgen/cover"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/rundir"
	"github.com/agent-loop/shimgen/sandbox"
)

// covered returns the programs that a sandbox puts shims over: see [cover.Finder].
func (s *Session) covered() cover.Programs {
	if s.cover == nil {
		s.cover = cover.Programs{}
		if s.Installed {
			s.cover = s.coverFinder().Find()
		}
	}
	return s.cover
}

// overlay is the part of a box that puts shims over programs: over all that were counted
// on when the command was decided about.
func (s *Session) overlay(b sandbox.Box) (sandbox.Overlay, error) {
	if len(s.covered()) == 0 {
		_, err := host.Canonical(s.Root)
		return sandbox.Overlay{}, err
	}
	return s.coverFinder().Overlay(s.covered(), b)
}

// coverFinder looks for them.
func (s *Session) coverFinder() cover.Finder {
	if s.trees == nil {
		s.trees = append([]string{}, s.site().SteadyTrees()...)
	}
	return cover.Finder{Root: s.Root, Owner: s.owner, UID: s.uid, Path: s.env.value("PATH"), Trees: s.trees, Names: s.shimNames, HasShim: s.linksToShim, Inside: rundir.Inside}
}

// Covered are the programs that shims lie over in a sandbox, by their files.
func (s *Session) Covered() []string { return slices.Sorted(maps.Keys(s.covered())) }
