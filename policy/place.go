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
// A component may be a pattern of path.Match. Letters are compared without
// regard to case, as some file systems do.
type Place struct {
	Path string
	Tree bool // with everything below it
}

// Components returns the components of the place's path; those of one below
// the homes come after the home's own.
func (p Place) Components() []string {
	return strings.Split(strings.TrimPrefix(strings.TrimPrefix(p.Path, "~"), "/"), "/")
}

// Covers reports whether a path is at the place, or below it if it is a tree.
// The path is absolute and clean, and so are the homes.
func (p Place) Covers(name string, homes []string) bool {
	return p.covers(name, below(name, homes))
}

// In reports whether a path is in one of some places. The path is absolute
// and clean, and so are the homes.
func In(places []Place, name string, homes []string) bool {
	rests := below(name, homes)
	for _, p := range places {
		if p.covers(name, rests) {
			return true
		}
	}
	return false
}

// below returns what follows each home that a path is below.
func below(name string, homes []string) []string {
	var rests []string
	for _, home := range homes {
		if rest, ok := strings.CutPrefix(name, strings.TrimSuffix(home, "/")+"/"); ok {
			rests = append(rests, rest)
		}
	}
	return rests
}

// covers is Covers with what follows the homes in the path.
func (p Place) covers(name string, rests []string) bool {
	if rest, ok := strings.CutPrefix(p.Path, "~/"); ok {
		for _, r := range rests {
			if p.begins(rest, r) {
				return true
			}
		}
		return false
	}
	if p.Path[0] == '/' {
		return p.begins(p.Path, name)
	}
	for rest, more := name, true; more; {
		_, rest, more = strings.Cut(rest, "/")
		if more && p.begins(p.Path, rest) {
			return true
		}
	}
	return false
}

// begins reports whether a path begins with the components of a pattern, and
// has no more of them unless the place is a tree.
func (p Place) begins(pattern, name string) bool {
	for {
		want, patterns, more := strings.Cut(pattern, "/")
		have, names, longer := strings.Cut(name, "/")
		if !fits(want, have) {
			return false
		}
		if !more {
			return !longer || p.Tree
		}
		if !longer {
			return false
		}
		pattern, name = patterns, names
	}
}

// fits compares one component with a pattern.
func fits(pattern, text string) bool {
	if strings.IndexByte(pattern, '*') < 0 && strings.IndexByte(pattern, '[') < 0 {
		return strings.EqualFold(pattern, text)
	}
	ok, err := path.Match(strings.ToLower(pattern), strings.ToLower(text))
	return ok && err == nil
}
