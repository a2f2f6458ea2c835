package runner

import (
	"maps"
	"path/filepath"
	"slices"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/wordlist"
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
	if s.phone {
		return sandbox.Overlay{Programs: s.phonePrograms()}, nil
	}
	if len(s.overlayPrograms()) == 0 {
		_, err := host.Canonical(s.Root)
		return sandbox.Overlay{}, err
	}
	return s.overlayFinder().Overlay(s.overlayPrograms(), b)
}

// androidBin is the directory of Android's own programs.
const androidBin = "/system/bin"

// phonePrograms returns the files that the names of shims lead to in Termux' directory of programs
// and in Android's. There the one sandbox that holds puts nothing over them, and decides
// when one is started: so they may be scripts, and one program of many names.
func (s *Session) phonePrograms() (files []string) {
	names, err := s.shimNames()
	if err != nil || !s.Installed {
		return nil
	}
	for _, dir := range []string{s.Machine.Prefix + "/bin", androidBin} {
		for _, name := range names {
			real, err := host.Canonical(filepath.Join(dir, name))
			if err == nil && host.Exists(real) && s.linksToShim(name) {
				files = append(files, real)
			}
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// multicallPrograms are programs that do what the name says that they are started by.
const multicallPrograms = " busybox coreutils toybox "

// startedAs is the name by which a program is judged: its file's, or the one that it goes
// by. It is "" where that one has no shim, and what it does is nobody's to decide.
func (s *Session) startedAs(file string, argv []string) string {
	name := filepath.Base(file)
	if !s.phone || !wordlist.Among(name, multicallPrograms) || len(argv) == 0 {
		return name
	}
	if name = filepath.Base(argv[0]); !s.linksToShim(name) {
		return ""
	}
	return name
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
