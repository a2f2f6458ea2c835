package policy

import (
	"path"
	"strings"
)

// Place names a path, or many, in a way that needs no machine to read:
//
//	/etc/shadow    an absolute path
//	~/.netrc       a path below every home directory
//	.git/hooks     these components one after the other, wherever they are
//
// A component may hold "*" for any text in that component.
type Place struct {
	Path string
	Tree bool // with everything below it
}

// Components returns the place's path without its anchor, by components.
func (p Place) Components() []string {
	return strings.Split(strings.TrimPrefix(strings.TrimPrefix(p.Path, "~"), "/"), "/")
}

// Covers reports whether a path is at the place, or below it if it is a tree.
// The path is absolute and clean, and so are the homes.
func (p Place) Covers(name string, homes []string) bool {
	want := p.Components()
	switch {
	case strings.HasPrefix(p.Path, "/"):
		return p.at(want, name, "/")
	case strings.HasPrefix(p.Path, "~"):
		for _, home := range homes {
			if p.at(want, name, home) {
				return true
			}
		}
		return false
	}
	have := components(name)
	for i := range have {
		if p.begins(want, have[i:]) {
			return true
		}
	}
	return false
}

// at reports whether name is at the components below dir.
func (p Place) at(want []string, name, dir string) bool {
	rest, below := strings.CutPrefix(name, strings.TrimSuffix(dir, "/")+"/")
	return below && p.begins(want, components(rest))
}

// begins reports whether some components are those of the place, and nothing
// more unless it is a tree.
func (p Place) begins(want, have []string) bool {
	if len(have) < len(want) || len(have) > len(want) && !p.Tree {
		return false
	}
	for i, pattern := range want {
		if ok, err := path.Match(pattern, have[i]); err != nil || !ok {
			return false
		}
	}
	return true
}

// components splits a path at its slashes.
func components(name string) []string {
	return strings.Split(strings.Trim(name, "/"), "/")
}

// In reports whether a path is in one of some places.
func In(places []Place, name string, homes []string) bool {
	for _, p := range places {
		if p.Covers(name, homes) {
			return true
		}
	}
	return false
}
