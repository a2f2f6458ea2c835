package runner

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/overlay"
	"github.com/agent-loop/shimgen/rundir"
	"github.com/agent-loop/shimgen/sandbox"
)

// overlayPrograms returns the programs that a sandbox mounts shims over: see [overlay.Finder].
func (s *Session) overlayPrograms() overlay.Programs {
	if s.programs == nil {
		s.programs = overlay.Programs{}
		if s.Installed {
			s.programs = s.overlayFinder().Find()
		}
	}
	return s.programs
}

// overlay returns the part of a box that mounts shims over programs: over all that the decision
// counted on.
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

// phonePrograms returns the files that the names of shims lead to in the program directories of
// Termux and Android. The only strong sandbox there mounts nothing; it decides when one of them
// is started. So they may be scripts, or one program with many names.
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

// multicallPrograms are programs whose behaviour depends on the name they are started by.
const multicallPrograms = " busybox coreutils toybox "

// startedAs returns the name by which a program is judged: that of its file, or for a
// multi-call program the name in argv[0], without a login shell's dash. A multi-call program
// started by its own name, or by one that begins with it (toybox-64), does what its first
// argument says; coreutils does so by any name that it does not know. startedAs returns "" for
// a name that has no shim, so that nobody decides about it.
func (s *Session) startedAs(file string, argv []string) string {
	name := filepath.Base(file)
	if !s.phone || !wordlist.Among(name, multicallPrograms) || len(argv) == 0 {
		return name
	}
	called := strings.TrimPrefix(filepath.Base(argv[0]), "-")
	switch {
	case s.linksToShim(called):
		return called
	case strings.HasPrefix(called, name), len(argv) > 1 && strings.HasPrefix(argv[1], "--coreutils-prog"):
		return name
	}
	return ""
}

// overlayFinder finds the programs that a sandbox can mount shims over.
func (s *Session) overlayFinder() overlay.Finder {
	if s.trees == nil {
		s.trees = append([]string{}, s.site().SteadyTrees()...)
	}
	return overlay.Finder{Root: s.Root, Owner: s.owner, UID: s.uid, Path: s.env.value("PATH"), Trees: s.trees, Names: s.shimNames, HasShim: s.linksToShim, Inside: rundir.Inside}
}

// Covered returns the files of the programs that a sandbox mounts shims over.
func (s *Session) Covered() []string { return slices.Sorted(maps.Keys(s.overlayPrograms())) }
