package confinement

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/zone"
)

// access is what a policy lets a confined command touch, as paths of this machine without links.
type access struct {
	write         []string // places that may be written
	unprotected   []string // those in which the policy wants nothing hidden or protected
	sharedCaches  []string // cache directories that may be written
	privateCaches []string // cache directories that are replaced by empty ones
	read          []string // places that are not hidden
	hide          []string // places that are hidden
}

// access resolves the policy's places on this machine. A place that no policy may allow is an
// error with the line that names it; a missing one is left out.
func (s *Site) access() (access, error) {
	a, err := s.namedPlaces()
	if err == nil {
		s.findCaches(&a)
	}
	return a, err
}

// namedPlaces resolves the places that the policy names itself.
func (s *Site) namedPlaces() (access, error) {
	var a access
	p := s.Policy.Access
	for _, e := range p.Write {
		real, err := s.placeOf("sandbox.write", allowWrite, e)
		switch {
		case err != nil:
			return a, err
		case !host.Exists(real):
			continue
		}
		if a.write = append(a.write, real); e.Override {
			a.unprotected = append(a.unprotected, real)
		}
	}
	for _, e := range p.Read {
		if strings.HasPrefix(e.From, "--") {
			continue // of the flags, which come last
		}
		real, err := s.placeOf("sandbox.read", allowRead, e)
		if err != nil {
			return a, err
		}
		if host.Exists(real) {
			a.read = append(a.read, real)
		}
	}
	for _, e := range p.Hidden {
		if real, exists := host.Target(s.Absolute(e.Path)); exists && real != "/" {
			a.hide = append(a.hide, real)
		}
	}
	return a, nil
}

// placeOf returns the target of a place of the policy, or why no policy may allow it.
func (s *Site) placeOf(key string, g grant, e policy.PathEntry) (string, error) {
	if strings.HasPrefix(e.From, "--") { // checked when the flag was resolved
		return e.Path, nil
	}
	real, zones, err := zone.Follow(s.Machine, s.Dir, s.Work, s.Absolute(e.Path))
	if err != nil {
		return "", fmt.Errorf("%s: %s: %q: %w", e.From, key, e.Path, err)
	}
	if !g.reads && e.Override {
		zones &^= rules.Secret | rules.Persist
	}
	if err := g.check(real, real, zones); err != nil {
		return "", fmt.Errorf("%s: %s: %w", e.From, key, err)
	}
	return real, nil
}

// WritePlaces returns the places that the policy makes writable, existing or not.
func (s *Site) WritePlaces() (dirs []string) {
	for _, e := range s.Policy.Access.Write {
		if real, err := s.placeOf("sandbox.write", allowWrite, e); err == nil {
			dirs = append(dirs, real)
		}
	}
	return dirs
}

// uncover removes readable places from a box's hidden ones, and shows those that are inside a
// hidden place, or in a replaced directory for temporary files.
func uncover(b *sandbox.Box, read []string) {
	for _, name := range read {
		b.Hide = slices.DeleteFunc(b.Hide, func(p string) bool { return pathname.In(p, name) })
		temp := b.Temp != "" && slices.ContainsFunc(place.TempDirs(), func(dir string) bool { return pathname.In(name, dir) })
		if temp || isEmptied(*b, name) || slices.ContainsFunc(b.Hide, func(p string) bool { return pathname.In(name, p) }) {
			b.Show = append(b.Show, name)
		}
	}
}

// IsDenied reports whether the policy's own list hides a path.
func (s *Site) IsDenied(name string) bool {
	for _, e := range s.Policy.Access.Hidden {
		if real, err := host.Canonical(s.Absolute(e.Path)); err == nil && pathname.In(name, real) {
			return true
		}
	}
	return false
}
