package confinement

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/protect"
	"github.com/agent-loop/shimgen/rundir"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/ticket"
	"github.com/agent-loop/shimgen/trail"
	"github.com/agent-loop/shimgen/worktree"
	"github.com/agent-loop/shimgen/zone"
)

// Box turns the policy into what a command may touch, and examines the writable directories. dir
// is the command's directory, runDir that of the run, self this program. lenient asks for a box that
// lets ordinary work go on.
func (s *Site) Box(dir, runDir, self string, lenient bool) (sandbox.Box, *protect.Record, error) {
	if dir == permit.Nowhere {
		return sandbox.Box{}, nil, fmt.Errorf("%w: a working directory that was removed is in no sandbox", sandbox.ErrDidNotStart)
	}
	dir, err := host.Canonical(dir)
	if err != nil {
		return sandbox.Box{}, nil, err
	}
	a, err := s.access()
	if err != nil {
		return sandbox.Box{}, nil, err
	}
	b := sandbox.Box{Dir: dir, Temp: filepath.Join(runDir, rundir.Temp), Void: filepath.Join(runDir, rundir.Empty)}
	b.Network = networkOf(s.Policy.Network.Mode)
	work := zone.WorkDir(s.Machine, s.Dir, s.Work)
	if lenient {
		work = s.top(work)
	}
	b.Write = s.writable(a, work)
	var also []string
	if work != "" {
		repositories := s.repositories(work)
		b.Write = append(b.Write, repositories...)
		also = worktree.Protected(work, repositories, s.Machine.Homes)
	}
	before, err := s.look(&b, a, also, lenient)
	if err != nil {
		return sandbox.Box{}, nil, err
	}
	b.Write = append(b.Write, a.sharedCaches...)
	for i, at := range a.privateCaches {
		b.Binds = append(b.Binds, sandbox.Bind{From: filepath.Join(runDir, rundir.Cache(i)), At: at})
	}
	if lenient {
		s.ease(&b)
	} else {
		b.Show = append(b.Show, s.inTemp(append(s.Machine.Homes, s.Root, self, dir), b.Write)...)
		s.hideSockets(&b)
	}
	if b.Network == sandbox.Egress {
		hideResolvers(&b)
	}
	s.guardOwn(&b, runDir)
	s.listReads(&b, append(s.Needed, s.Root, self)...)
	uncover(&b, a.read)
	b.Hide = append(b.Hide, a.hide...) // also a project's: a file cannot lift them, and a flag does not
	uncover(&b, s.Flags.AllowReads)
	b.Tidy()
	return b, before, nil
}

// writable returns the places that a command may write: its work directory, if there is one, and
// those named by flags and the policy.
func (s *Site) writable(a access, work string) []string {
	var dirs []string
	if work != "" {
		dirs = append(dirs, work)
	}
	dirs = slices.Concat(dirs, s.Flags.AllowDirs, a.write)
	return slices.DeleteFunc(dirs, func(dir string) bool {
		kept := !slices.Contains(a.unprotected, dir) && (place.IsPersistent(dir, s.Machine.Homes) || strings.Contains(dir+"/", "/.git/"))
		if kept {
			s.warn("%s cannot be written in the sandbox: what it holds others run or load later", dir)
		}
		return kept
	})
}

// look finds hidden and protected places, and adds them to a box. also are further protected places.
func (s *Site) look(b *sandbox.Box, a access, also []string, lenient bool) (*protect.Record, error) {
	v := survey{homes: s.Machine.Homes, lenient: lenient, there: nameLists{}}
	v.findFixedPlaces()
	before, err := s.lookBelow(slices.DeleteFunc(slices.Clone(b.Write), func(w string) bool { return slices.Contains(a.unprotected, w) }), a.unprotected, also, lenient)
	if err != nil {
		return nil, err
	}
	for _, at := range before.Hide {
		if !lenient { // a file that is a secret only by its name belongs to the project
			if real, exists := host.Target(at); exists {
				v.hide = append(v.hide, real)
			}
		}
	}
	b.Hide = slices.DeleteFunc(v.hide, func(p string) bool {
		return slices.ContainsFunc(a.unprotected, func(dir string) bool { return pathname.In(p, dir) })
	})
	b.Keep, b.Show = before.Keep, v.show
	return before, nil
}

// guardOwn protects our own files from a command: the installation, the audit trail, and the
// directories of other runs.
func (s *Site) guardOwn(b *sandbox.Box, runDir string) {
	if slices.ContainsFunc(b.Write, func(w string) bool { return pathname.In(runDir, w) }) {
		b.Binds = append(b.Binds, sandbox.Bind{From: filepath.Join(runDir, rundir.Covers), At: filepath.Dir(runDir)})
	}
	real, exists := host.Target(s.Root)
	if !exists {
		return
	}
	if slices.ContainsFunc(b.Write, func(w string) bool { return pathname.In(real, w) }) {
		b.Keep = append(b.Keep, real)
	}
	if waiting := (ticket.Store{Root: real}).Dir(); host.Exists(waiting) {
		b.Hide = append(b.Hide, waiting) // the future contents of other commands' files
	}
	if copies := filepath.Join(real, "state", "review"); host.Exists(copies) {
		b.Hide = append(b.Hide, copies) // of other work directories, or with files that are hidden now
	}
	if records := trail.Dir(real); host.CheckDirectory(records) == nil {
		b.Binds = append(b.Binds, sandbox.Bind{From: filepath.Join(runDir, rundir.Spool), At: records})
	}
}

// inTemp returns those of some paths, and of the directories on PATH, that are in a directory for
// temporary files, which the sandbox replaces by its own.
func (s *Site) inTemp(paths, writable []string) []string {
	var found []string
	for _, p := range append(filepath.SplitList(environ.Get(s.Env, "PATH")), paths...) {
		real, exists := host.Target(p)
		if !exists || slices.Contains(writable, real) || s.isInListedHome(real) {
			continue
		}
		if slices.ContainsFunc(place.TempDirs(), func(temp string) bool { return pathname.Below(real, temp) }) {
			found = append(found, real)
		}
	}
	return found
}
