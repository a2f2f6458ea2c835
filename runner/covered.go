package runner

import (
	"maps"
	"slices"

	"github.com/agent-loop/shimgen/cover"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/pathname"
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
		s.trees = append([]string{}, s.steadyTrees()...)
	}
	return cover.Finder{Root: s.Root, Owner: s.owner, UID: s.uid, Path: s.env.value("PATH"), Trees: s.trees, Names: s.shimNames, HasShim: s.linksToShim, Inside: inside}
}

// Covered are the programs that shims lie over in a sandbox, by their files.
func (s *Session) Covered() []string { return slices.Sorted(maps.Keys(s.covered())) }

// steadyTrees are those of gate.Trees that the installation has a place for, and in which
// a box neither hides anything nor lets it be written.
func (s *Session) steadyTrees() (trees []string) {
	r, err := s.named() // caches lie below homes
	if err != nil {
		return nil // there is no box either
	}
	changing := slices.Concat([]string{s.Work, s.Dir, s.Root}, s.Machine.Homes, s.Flags.AllowDirs, r.write, r.hide, s.sockets())
	for _, tree := range gate.Trees {
		if host.Exists(s.Root+gate.Originals+tree) && !slices.ContainsFunc(changing, func(p string) bool { return pathname.Overlap(p, tree) }) {
			trees = append(trees, tree)
		}
	}
	return trees
}
