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

// ease changes a box so that ordinary work goes on in it: temporary files are the machine's,
// git can write what it writes, clients read their own credentials and write what they keep,
// and sockets of the user's session can be connected to.
func (s *Site) ease(b *sandbox.Box) {
	b.Temp = ""
	v := survey{homes: s.Machine.Homes, there: nameLists{}}
	clients := s.clientDirs(v.there)
	b.Write = append(b.Write, clients...)
	for _, p := range place.Persistent() {
		if strings.HasPrefix(p.Path, "~/") {
			b.Keep = append(b.Keep, slices.DeleteFunc(v.existing(p), func(kept string) bool {
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

// clientDirs are the directories that there are of the list of clients'. One that a link
// leads to is none.
func (s *Site) clientDirs(there nameLists) (dirs []string) {
	if s.Policy.Reach.Caches != policy.CachesShared {
		return nil
	}
	for _, home := range s.Machine.Homes {
		real, err := host.Canonical(home)
		if err != nil {
			continue
		}
		for _, c := range policy.ClientDirs() {
			dir := filepath.Join(real, c.Path)
			if !there.mayHave(real, c.Path) {
				continue
			}
			if at, err := host.Canonical(dir); err == nil && at == dir && host.CheckDirectory(dir) == nil {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// top is the directory that ordinary work in a work directory writes to: the repository that
// it lies in, from its top. A home, or what holds homes, is none, unless the command starts
// there: then there is no work directory.
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

// mayWrite reports whether a flag could let a directory be written.
func (s *Site) mayWrite(dir string) bool {
	real, is, err := zone.Follow(s.Machine, s.Dir, s.Work, dir)
	return err == nil && real == dir && host.CheckDirectory(real) == nil && refuses(allowWrite, dir, real, is) == nil
}
