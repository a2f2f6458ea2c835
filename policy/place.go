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
// A component may be a pattern of path.Match; "?" stands for a blank too. Letters are compared without
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
	return chartsOf([]Place{p}).covers(name, homes)
}

// places reads places that are separated by blanks. One that ends in a slash
// is a tree.
func places(lines ...string) []Place {
	var list []Place
	for _, line := range lines {
		for text := range strings.FieldsSeq(line) {
			name, tree := strings.CutSuffix(text, "/")
			list = append(list, Place{name, tree})
		}
	}
	return list
}

// charts are places by how they are anchored.
type charts struct {
	absolute, home, anywhere chart
}

// chart holds places, in small letters and without their anchor, by their
// first component. Those that begin with a pattern are under "*".
type chart map[string][]Place

func chartsOf(places []Place) charts {
	all := charts{chart{}, chart{}, chart{}}
	for _, p := range places {
		c := all.anywhere
		switch p.Path[0] {
		case '/':
			c = all.absolute
		case '~':
			c = all.home
		}
		p.Path = strings.ToLower(strings.Join(p.Components(), "/"))
		first, _, _ := strings.Cut(p.Path, "/")
		if isPattern(first) {
			first = "*"
		}
		c[first] = append(c[first], p)
	}
	return all
}

// covers reports whether a path is in one of the places. The path is absolute
// and clean, and so are the homes. A relative path, or one from ~, is only in
// places that have no anchor, or whose home is given as ~.
func (all charts) covers(name string, homes []string) bool {
	if rest, ok := strings.CutPrefix(name, "/"); ok && all.absolute.begins(strings.ToLower(rest)) {
		return true
	}
	for _, home := range homes {
		rest, below := strings.CutPrefix(name, strings.TrimSuffix(home, "/")+"/")
		if below && all.home.begins(strings.ToLower(rest)) {
			return true
		}
	}
	if len(all.anywhere) == 0 {
		return false
	}
	for rest, more := strings.ToLower(strings.TrimPrefix(name, "/")), true; more; _, rest, more = strings.Cut(rest, "/") {
		if all.anywhere.begins(rest) {
			return true
		}
	}
	return false
}

// begins reports whether a relative path in small letters begins at one of
// the places.
func (c chart) begins(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	for _, p := range c[first] {
		if p.begins(name) {
			return true
		}
	}
	for _, p := range c["*"] {
		if p.begins(name) {
			return true
		}
	}
	return false
}

// begins reports whether a path begins with the components of the place, and
// has no more of them unless it is a tree.
func (p Place) begins(name string) bool {
	for pattern := p.Path; ; {
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

// fits compares one component with a pattern. What is literal at its ends
// settles nearly every case.
func fits(pattern, text string) bool {
	first := strings.IndexAny(pattern, wild)
	if first < 0 {
		return pattern == text
	}
	last := strings.LastIndexAny(pattern, wild)
	if !strings.HasPrefix(text, pattern[:first]) || !strings.HasSuffix(text, pattern[last+1:]) {
		return false
	}
	ok, err := path.Match(pattern, text)
	return ok && err == nil
}

// wild are the bytes of the patterns that places use.
const wild = "*?[]"

func isPattern(component string) bool { return strings.ContainsAny(component, wild) }
