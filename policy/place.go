package policy

import (
	"path"
	"strings"
	"sync"
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
	n := 0
	for _, line := range lines {
		n += 1 + strings.Count(line, " ")
	}
	list := make([]Place, 0, n)
	for _, line := range lines {
		for text := range strings.FieldsSeq(line) {
			name, tree := strings.CutSuffix(text, "/")
			list = append(list, Place{name, tree})
		}
	}
	return list
}

// region is many places, written as lines that places reads. It reads them
// when it is first asked: most commands are about few regions.
type region struct {
	lines  []string
	once   sync.Once
	list   []Place
	charts *charts
}

func (r *region) read() {
	r.once.Do(func() {
		r.list = places(r.lines...)
		r.charts = chartsOf(r.list)
	})
}

// places returns the places of the region.
func (r *region) places() []Place {
	r.read()
	return r.list
}

// covers reports whether a path is in the region, as charts do.
func (r *region) covers(name string, homes []string) bool {
	r.read()
	return r.charts.covers(name, homes)
}

// charts are places by how they are anchored.
type charts struct {
	absolute, home, anywhere chart
}

// chart holds places, in small letters and without their anchor, in chains: one
// for each hash of a first component, and the last for those that begin with a
// pattern. It is made anew by every process, so that it must cost little.
type chart struct {
	links []link
	heads [hashes + 1]int // of the chains: one more than an index of links
}

// link is a place and the next in its chain, as heads has it. Of its first
// component it has what is literal at the ends: that settles nearly every case.
type link struct {
	Place
	head, tail string
	next       int
}

// hashes is how many hashes there are: a power of two, and about as many as a
// chart has places.
const hashes = 64

// hash spreads what components differ in: their lengths and last letters.
func hash(component string) int {
	if component == "" {
		return 0
	}
	return (len(component)*7 + int(component[len(component)-1])) % hashes
}

func (c *chart) add(p Place) {
	first, _, _ := strings.Cut(p.Path, "/")
	l, chain := link{Place: p, head: first}, hash(first)
	if isPattern(first) {
		l.head, l.tail = ends(first)
		chain = hashes
	}
	l.next = c.heads[chain]
	c.links = append(c.links, l)
	c.heads[chain] = len(c.links)
}

func chartsOf(places []Place) *charts {
	all := new(charts)
	for _, p := range places {
		c, path := &all.anywhere, p.Path
		switch path[0] {
		case '/':
			c, path = &all.absolute, path[1:]
		case '~':
			c, path = &all.home, strings.TrimPrefix(path[1:], "/")
		}
		c.add(Place{strings.ToLower(path), p.Tree})
	}
	return all
}

// covers reports whether a path is in one of the places. The path is absolute
// and clean, and so are the homes. A relative path, or one from ~, is only in
// places that have no anchor, or whose home is given as ~.
func (all *charts) covers(name string, homes []string) bool {
	if rest, ok := strings.CutPrefix(name, "/"); ok && all.absolute.begins(strings.ToLower(rest)) {
		return true
	}
	for _, home := range homes {
		rest, below := strings.CutPrefix(name, strings.TrimSuffix(home, "/")+"/")
		if below && all.home.begins(strings.ToLower(rest)) {
			return true
		}
	}
	if len(all.anywhere.links) == 0 {
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
func (c *chart) begins(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	for _, chain := range [...]int{hash(first), hashes} {
		for i := c.heads[chain]; i > 0; {
			l := &c.links[i-1]
			if strings.HasPrefix(first, l.head) && strings.HasSuffix(first, l.tail) && l.begins(name) {
				return true
			}
			i = l.next
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

// fits compares one component with a pattern.
func fits(pattern, text string) bool {
	if !isPattern(pattern) {
		return pattern == text
	}
	head, tail := ends(pattern)
	if !strings.HasPrefix(text, head) || !strings.HasSuffix(text, tail) {
		return false
	}
	ok, err := path.Match(pattern, text)
	return ok && err == nil
}

// ends returns what is literal at both ends of a pattern.
func ends(pattern string) (head, tail string) {
	return pattern[:wildcard(pattern)], pattern[strings.LastIndexAny(pattern, "*?[]")+1:]
}

// wildcard returns where the first of them is, or -1.
func wildcard(component string) int {
	for i := range len(component) {
		switch component[i] {
		case '*', '?', '[', ']':
			return i
		}
	}
	return -1
}

func isPattern(component string) bool { return wildcard(component) >= 0 }
