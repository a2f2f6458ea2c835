package confinement

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/zone"
)

// reach is what a policy lets a confined command touch, as paths of this machine without links.
type reach struct {
	write []string // places that may be written
	bare  []string // those in which nothing is hidden or protected, by the policy
	cache []string // directories of caches that may be written
	own   []string // caches that are replaced by empty directories
	read  []string // places that are not hidden
	hide  []string // places that are
}

// reachable resolves the policy's places on this machine. A place that no policy may allow is an
// error with the line that names it; a missing one is left out.
func (s *Site) reachable() (reach, error) {
	r, err := s.named()
	if err == nil {
		s.caches(&r)
	}
	return r, err
}

// named resolves the places that the policy names itself.
func (s *Site) named() (reach, error) {
	var r reach
	p := s.Policy.Access
	for _, e := range p.Write {
		real, err := s.placeOf("sandbox.write", e)
		switch {
		case err != nil:
			return r, err
		case !host.Exists(real):
			continue
		}
		if r.write = append(r.write, real); e.Override {
			r.bare = append(r.bare, real)
		}
	}
	for _, e := range p.Read {
		if strings.HasPrefix(e.From, "--") {
			continue // of the flags, which come last
		}
		real, err := s.placeOf("sandbox.read", e)
		if err != nil {
			return r, err
		}
		if host.Exists(real) {
			r.read = append(r.read, real)
		}
	}
	for _, e := range p.Hidden {
		if real, err := host.Canonical(s.Absolute(e.Path)); err == nil && host.Exists(real) && real != "/" {
			r.hide = append(r.hide, real)
		}
	}
	return r, nil
}

// placeOf returns the target of a place of the policy, or why no policy may allow it.
func (s *Site) placeOf(key string, e policy.PathEntry) (string, error) {
	if strings.HasPrefix(e.From, "--") { // checked when the flag was resolved
		return e.Path, nil
	}
	real, is, err := zone.Follow(s.Machine, s.Dir, s.Work, s.Absolute(e.Path))
	if err != nil {
		return "", fmt.Errorf("%s: %s: %q: %w", e.From, key, e.Path, err)
	}
	flag := AllowRead
	if key == "sandbox.write" {
		if flag = allowWrite; e.Override {
			is &^= rules.Secret | rules.Persist
		}
	}
	if err := refuses(flag, real, real, is); err != nil {
		return "", fmt.Errorf("%s: %s: %w", e.From, key, err)
	}
	return real, nil
}

// caches finds the existing directories of the default list. One that is reached through a link
// does not count: whoever made the link could allow anything.
func (s *Site) caches(r *reach) {
	there := nameLists{}
	for _, home := range s.Machine.Homes {
		real, err := host.Canonical(home)
		if err != nil {
			continue
		}
		for _, c := range policy.CacheDirs() {
			if !there.mayHave(real, c.Path) {
				continue
			}
			dir := filepath.Join(real, c.Path)
			is, err := os.Stat(dir)
			at, canonical := host.Canonical(dir)
			switch {
			case err != nil || canonical != nil || !is.IsDir():
			case at != dir:
				s.once("%s leads to %s: it cannot be written in the sandbox, unless [sandbox] write names that", dir, at)
			case s.Policy.Access.Caches == policy.CachesShared:
				r.cache = append(r.cache, dir)
			case s.Policy.Access.Caches == policy.CachesPrivate && c.Private:
				r.own = append(r.own, dir)
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
		is := host.Exists(dir)
		if !is && (c.Programs == "" || s.haveOne(c.Programs, there)) {
			dirs = append(dirs, dir)
			is = true
		}
		if is && shared {
			wholes = append(wholes, dir)
		}
	}
	return dirs
}

// haveOne reports whether one of some programs is on PATH. there caches earlier answers.
func (s *Site) haveOne(names string, there map[string]bool) bool {
	is, asked := there[names]
	if asked {
		return is
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

// WritePlaces returns the places that the policy makes writable, existing or not.
func (s *Site) WritePlaces() (dirs []string) {
	for _, e := range s.Policy.Access.Write {
		if real, err := s.placeOf("sandbox.write", e); err == nil {
			dirs = append(dirs, real)
		}
	}
	return dirs
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

// uncover removes readable places from a box's hidden ones, and shows those that are inside a
// hidden place, or in a replaced directory for temporary files.
func uncover(b *sandbox.Box, read []string) {
	for _, name := range read {
		b.Hide = slices.DeleteFunc(b.Hide, func(p string) bool { return pathname.In(p, name) })
		temp := b.Temp != "" && (pathname.In(name, "/tmp") || pathname.In(name, "/var/tmp"))
		if temp || isEmptied(*b, name) || slices.ContainsFunc(b.Hide, func(p string) bool { return pathname.In(name, p) }) {
			b.Show = append(b.Show, name)
		}
	}
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

// OwnCache returns the directory within a run's directory that replaces a cache.
func OwnCache(i int) string { return CachePrefix + strconv.Itoa(i) }

const CachePrefix = "cache-"

// IsDenied reports whether the policy's own list hides a path.
func (s *Site) IsDenied(name string) bool {
	for _, e := range s.Policy.Access.Hidden {
		if real, err := host.Canonical(s.Absolute(e.Path)); err == nil && pathname.In(name, real) {
			return true
		}
	}
	return false
}

// CacheAt returns the cache of the default list that contains a path.
func (s *Site) CacheAt(name string) (dir string, is bool) {
	for _, home := range s.Machine.Homes {
		for _, c := range policy.CacheDirs() {
			if at := filepath.Join(home, c.Path); pathname.In(name, at) && len(at) > len(dir) {
				dir = at
			}
		}
	}
	return dir, dir != ""
}
