package confinement

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/zone"
)

// ease changes a box so that ordinary work goes on in it: temporary files are the machine's, git
// writes its files, clients read their own credentials and write their own files, and sockets of
// the user's session are accessible.
func (s *Site) ease(b *sandbox.Box) {
	b.Temp = ""
	v := survey{homes: s.Machine.Homes, there: nameLists{}}
	clients := s.clientDirs(v.there)
	b.Write = append(b.Write, clients...)
	for _, p := range place.Persistent() {
		if strings.HasPrefix(p.Path, "~/") {
			b.Keep = append(b.Keep, slices.DeleteFunc(v.filesOf(p), func(kept string) bool {
				return !slices.ContainsFunc(clients, func(dir string) bool { return pathname.In(kept, dir) })
			})...)
		}
	}
	for _, temp := range s.Machine.Temp {
		if real, err := host.Canonical(temp); err == nil && host.CheckDirectory(real) == nil {
			b.Write = append(b.Write, real)
		}
	}
	for _, home := range s.Machine.Homes { // wins over temporary files
		real, err := host.Canonical(home)
		if err == nil && !slices.Contains(b.Write, real) && slices.ContainsFunc(b.Write, func(w string) bool { return pathname.In(real, w) }) {
			b.Keep = append(b.Keep, real)
		}
	}
}

// clientDirs returns the clients' directories that exist.
func (s *Site) clientDirs(there nameLists) (dirs []string) {
	if s.Policy.Access.Caches != policy.CachesShared {
		return nil
	}
	for _, dir := range s.dirsInHomes(policy.ClientDirs(), there) {
		dirs = append(dirs, dir)
	}
	return dirs
}

// top returns the directory that ordinary work in a work directory writes: the root of its
// repository. A home, or a directory that contains homes, does not count, unless the command
// starts there: then there is no work directory.
func (s *Site) top(work string) string {
	if work == "" {
		if home, err := host.Canonical(s.Dir); err == nil && slices.Contains(s.Machine.Homes, home) {
			return home
		}
		return ""
	}
	for dir := work; dir != "/"; dir = filepath.Dir(dir) {
		if host.Exists(filepath.Join(dir, ".git")) && s.mayWrite(dir) {
			return dir
		}
	}
	return work
}

// mayWrite reports whether a flag could make a directory writable.
func (s *Site) mayWrite(dir string) bool {
	real, zones, err := zone.Follow(s.Machine, s.Dir, s.Work, dir)
	return err == nil && real == dir && host.CheckDirectory(real) == nil && allowWrite.check(dir, real, zones) == nil
}
