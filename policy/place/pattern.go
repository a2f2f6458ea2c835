package place

import (
	"math"
	"path"
	"strings"
	"sync"
)

// Pattern names a path, or many, in a way that needs no machine to read:
//
//	/etc/shadow    an absolute path
//	~/.netrc       a path below every home directory
//	.git/hooks     these components one after the other, wherever they are
//
// A component may be a pattern of path.Match; "?" stands for a blank too. Letters are compared without
// regard to case, as some file systems do.
type Pattern struct {
	Path string
	Tree bool // with everything below it
}

// Components returns the components of the place's path; those of one below
// the homes come after the home's own.
func (p Pattern) Components() []string {
	return strings.Split(strings.TrimPrefix(strings.TrimPrefix(p.Path, "~"), "/"), "/")
}

// Covers reports whether a path is at the place, or below it if it is a tree.
// The path is absolute and clean, and so are the homes.
func (p Pattern) Covers(name string, homes []string) bool {
	var one placeIndex
	one.add(inSmall(p.Path), p.Tree)
	return one.covers(name, homes)
}

// places reads places that are separated by blanks. One that ends in a slash
// is a tree.
func places(lines ...string) []Pattern {
	n := 0
	for _, line := range lines {
		n += 1 + strings.Count(line, " ")
	}
	list := make([]Pattern, 0, n)
	for _, line := range lines {
		for text := range strings.FieldsSeq(line) {
			name, tree := strings.CutSuffix(text, "/")
			list = append(list, Pattern{name, tree})
		}
	}
	return list
}

// region is many places, written as lines that places reads. It reads them
// when it is first asked: most commands are about few regions.
type region struct {
	lines  []string
	listed sync.Once
	list   []Pattern
	made   sync.Once
	index  placeIndex
}

// places returns the places of the region.
func (r *region) places() []Pattern {
	r.listed.Do(func() { r.list = places(r.lines...) })
	return r.list
}

// covers reports whether a path is in the region, as its index does.
func (r *region) covers(name string, homes []string) bool {
	r.made.Do(func() { r.index = indexPlaces(r.lines...) })
	return r.index.covers(name, homes)
}

// placeIndex holds places, in small letters and without their anchor, by how they are
// anchored: in chains, one for each hash of a first component, and the last for
// those that begin with a pattern. They are made anew by every process, so that
// they must cost little: one list, and no more of a place than is needed.
type placeIndex struct {
	links                    []link
	absolute, home, anywhere chains
}

// chains are the first places of the chains: one more than an index of links.
type chains [hashes + 1]uint16

// link is a place and the next in its chain, as chains has it. What is literal at
// the ends of its first component settles nearly every case.
type link struct {
	path       string
	next       uint16
	first      uint16 // the length of the first component
	head, tail uint8  // how much at its ends is literal
	tree       bool
}

// hashes is how many hashes there are: a power of two, and about as many as a
// chain set has places.
const hashes = 64

// hash spreads what components differ in: their lengths and last letters.
func hash(component string) int {
	if component == "" {
		return 0
	}
	return (len(component)*7 + int(component[len(component)-1])) % hashes
}

// indexPlaces reads places as places does.
func indexPlaces(lines ...string) placeIndex {
	var x placeIndex
	n := 0
	for _, line := range lines {
		n += 1 + strings.Count(line, " ")
	}
	x.links = make([]link, 0, n)
	for _, line := range lines {
		line = inSmall(line)
		for more := true; more; { // by bytes: FieldsSeq looks at each letter
			var text string
			if text, line, more = strings.Cut(line, " "); text != "" {
				x.add(strings.CutSuffix(text, "/"))
			}
		}
	}
	return x
}

// inSmall returns paths in small letters, which most are written in.
func inSmall(paths string) string {
	for i := range len(paths) {
		if c := paths[i]; c >= 'A' && c <= 'Z' || c >= 0x80 {
			return strings.ToLower(paths)
		}
	}
	return paths
}

// add adds a path in small letters.
func (x *placeIndex) add(path string, tree bool) {
	c := &x.anywhere
	switch path[0] {
	case '/':
		c, path = &x.absolute, path[1:]
	case '~':
		c, path = &x.home, strings.TrimPrefix(path[1:], "/")
	}
	end, pattern := 0, false
	for ; end < len(path) && path[end] != '/'; end++ {
		switch path[end] {
		case '*', '?', '[', ']':
			pattern = true
		}
	}
	first := path[:end]
	chain, head, tail := hash(first), first, ""
	if pattern {
		chain = hashes
		head, tail = LiteralEnds(first)
	}
	if len(first) > math.MaxUint16 { // no file system has such a name
		tail = ""
	}
	x.links = append(x.links, link{
		path, c[chain], uint16(min(len(first), math.MaxUint16)),
		uint8(min(len(head), math.MaxUint8)), uint8(min(len(tail), math.MaxUint8)), tree,
	})
	c[chain] = uint16(len(x.links))
}

// covers reports whether a path is in one of the places. The path is absolute
// and clean, and so are the homes. A relative path, or one from ~, is only in
// places that have no anchor, or whose home is given as ~.
func (x *placeIndex) covers(name string, homes []string) bool {
	if rest, ok := strings.CutPrefix(name, "/"); ok && x.begins(&x.absolute, strings.ToLower(rest)) {
		return true
	}
	for _, home := range homes {
		rest, in := strings.CutPrefix(name, strings.TrimSuffix(home, "/"))
		rest, below := strings.CutPrefix(rest, "/")
		if in && below && x.begins(&x.home, strings.ToLower(rest)) {
			return true
		}
	}
	if x.anywhere == (chains{}) {
		return false
	}
	for rest, more := strings.ToLower(strings.TrimPrefix(name, "/")), true; more; _, rest, more = strings.Cut(rest, "/") {
		if x.begins(&x.anywhere, rest) {
			return true
		}
	}
	return false
}

// begins reports whether a relative path in small letters begins at one of the
// places of some chains.
func (x *placeIndex) begins(c *chains, name string) bool {
	first, _, _ := strings.Cut(name, "/")
	for _, chain := range [...]int{hash(first), hashes} {
		for i := c[chain]; i > 0; i = x.links[i-1].next {
			l := &x.links[i-1]
			if !l.mayBegin(first) {
				continue // nearly every one
			}
			head, tail := l.path[:l.head], l.path[l.first-uint16(l.tail):l.first]
			if strings.HasPrefix(first, head) && strings.HasSuffix(first, tail) && l.begins(name) {
				return true
			}
		}
	}
	return false
}

// mayBegin tells by its first and last letter whether a component may be the first of the place.
func (l *link) mayBegin(first string) bool {
	if first == "" {
		return l.head == 0 && l.tail == 0
	}
	return (l.head == 0 || l.path[0] == first[0]) && (l.tail == 0 || l.path[l.first-1] == first[len(first)-1])
}

// begins reports whether a path begins with the components of the place, and
// has no more of them unless it is a tree.
func (l *link) begins(name string) bool {
	for pattern := l.path; ; {
		want, patterns, more := strings.Cut(pattern, "/")
		have, names, longer := strings.Cut(name, "/")
		if !fits(want, have) {
			return false
		}
		if !more {
			return !longer || l.tree
		}
		if !longer {
			return false
		}
		pattern, name = patterns, names
	}
}

// fits compares one component with a pattern.
func fits(pattern, text string) bool {
	if !HasWildcard(pattern) {
		return pattern == text
	}
	head, tail := LiteralEnds(pattern)
	if !strings.HasPrefix(text, head) || !strings.HasSuffix(text, tail) {
		return false
	}
	ok, err := path.Match(pattern, text)
	return ok && err == nil
}

// LiteralEnds returns what is literal at both ends of a component that is a pattern.
func LiteralEnds(pattern string) (head, tail string) {
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

// HasWildcard reports whether a component is a pattern of path.Match, with more than letters in it.
func HasWildcard(component string) bool { return wildcard(component) >= 0 }
