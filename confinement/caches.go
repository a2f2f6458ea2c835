package confinement

import (
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/policy"
)

// findCaches finds the existing caches of the default list.
func (s *Site) findCaches(a *access) {
	for c, dir := range s.dirsInHomes(policy.CacheDirs(), nameLists{}) {
		switch {
		case s.Policy.Access.Caches == policy.CachesShared:
			a.sharedCaches = append(a.sharedCaches, dir)
		case s.Policy.Access.Caches == policy.CachesPrivate && c.Private:
			a.privateCaches = append(a.privateCaches, dir)
		}
	}
}

// dirsInHomes returns the directories of a list that exist in the homes. One that is reached through
// a link does not count, and the user is told: whoever made the link could allow anything.
func (s *Site) dirsInHomes(list []policy.Cache, there nameLists) iter.Seq2[policy.Cache, string] {
	return func(yield func(policy.Cache, string) bool) {
		for _, home := range s.Machine.Homes {
			real, err := host.Canonical(home)
			if err != nil {
				continue
			}
			for _, c := range list {
				if !there.mayHave(real, c.Path) {
					continue
				}
				dir := filepath.Join(real, c.Path)
				at, err := host.Canonical(dir)
				switch {
				case err != nil || host.CheckDirectory(dir) != nil:
				case at != dir:
					s.once("%s leads to %s: it cannot be written in the sandbox, unless [sandbox] write names that", dir, at)
				case !yield(c, dir):
					return
				}
			}
		}
	}
}

// MissingCaches returns the directories of the default list that do not exist and that a program
// on PATH would create.
func (s *Site) MissingCaches() (dirs []string) {
	home := environ.Get(s.Env, "HOME")
	if s.Policy.Access.Caches == policy.CachesKept || !slices.Contains(s.Machine.Homes, home) {
		return nil
	}
	shared := s.Policy.Access.Caches == policy.CachesShared
	var wholes []string // in which programs make what they miss
	there := map[string]bool{}
	for _, c := range policy.CacheDirs() {
		dir := filepath.Join(home, c.Path)
		if !shared && !c.Private || c.Path == "Library/Caches" || slices.ContainsFunc(wholes, func(w string) bool { return pathname.In(dir, w) }) {
			continue
		}
		exists := host.Exists(dir)
		if !exists && (c.Programs == "" || s.haveOne(c.Programs, there)) {
			dirs = append(dirs, dir)
			exists = true
		}
		if exists && shared {
			wholes = append(wholes, dir)
		}
	}
	return dirs
}

// haveOne reports whether one of some programs is on PATH. there caches earlier answers.
func (s *Site) haveOne(names string, there map[string]bool) bool {
	found, asked := there[names]
	if asked {
		return found
	}
	for name := range strings.FieldsSeq(names) {
		for _, dir := range filepath.SplitList(environ.Get(s.Env, "PATH")) {
			if dir != filepath.Join(s.Root, "bin") && host.Exists(filepath.Join(dir, name)) {
				there[names] = true
				return true
			}
		}
	}
	there[names] = false
	return false
}

// MissingClientDirs returns the missing directories of clients that the text of a command names:
// since only existing directories can be made writable, a program would fail at its first use.
func (s *Site) MissingClientDirs(text string) (dirs []string) {
	home := environ.Get(s.Env, "HOME")
	if s.Policy.Access.Caches != policy.CachesShared || !slices.Contains(s.Machine.Homes, home) {
		return nil
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n;&|()`'\"/=", r) })
	for _, c := range policy.ClientDirs() {
		dir := filepath.Join(home, c.Path)
		named := slices.ContainsFunc(strings.Fields(c.Programs), func(name string) bool { return slices.Contains(words, name) })
		if named && !host.Exists(dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// PrivateCaches returns how many caches may be replaced.
func (s *Site) PrivateCaches() (n int) {
	for _, c := range policy.CacheDirs() {
		if c.Private {
			n += len(s.Machine.Homes)
		}
	}
	return n
}

// CacheAt returns the cache of the default list that contains a path.
func (s *Site) CacheAt(name string) (dir string, found bool) {
	for _, home := range s.Machine.Homes {
		for _, c := range policy.CacheDirs() {
			if at := filepath.Join(home, c.Path); pathname.In(name, at) && len(at) > len(dir) {
				dir = at
			}
		}
	}
	return dir, dir != ""
}
