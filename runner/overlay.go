package runner

import (
	"maps"
	"slices"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/overlay"
	"github.com/agent-loop/shimgen/rundir"
	"github.com/agent-loop/shimgen/sandbox"
)

// overlayPrograms returns the programs that a sandbox puts shims over: see [overlay.Finder].
func (s *Session) overlayPrograms() overlay.Programs {
	if s.programs == nil {
		s.programs = overlay.Programs{}
		if s.Installed {
			s.programs = s.overlayFinder().Find()
		}
	}
	return s.programs
}

// overlay is the part of a box that puts shims over programs: over all that were counted
// on when the command was decided about.
func (s *Session) overlay(b sandbox.Box) (sandbox.Overlay, error) {
	if len(s.overlayPrograms()) == 0 {
		_, err := host.Canonical(s.Root)
		return sandbox.Overlay{}, err
	}
	return s.overlayFinder().Overlay(s.overlayPrograms(), b)
}

// overlayFinder looks for them.
func (s *Session) overlayFinder() overlay.Finder {
	if s.trees == nil {
		s.trees = append([]string{}, s.site().SteadyTrees()...)
	}
	return overlay.Finder{Root: s.Root, Owner: s.owner, UID: s.uid, Path: s.env.value("PATH"), Trees: s.trees, Names: s.shimNames, HasShim: s.linksToShim, Inside: rundir.Inside}
}

// Covered are the programs that shims lie over in a sandbox, by their files.
func (s *Session) Covered() []string { return slices.Sorted(maps.Keys(s.overlayPrograms())) }
