package place

import (
	"math"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/agent-loop/shimgen/internal/pathname"
)

// Pattern names one or more paths in a machine-independent form:
//
//	/etc/shadow    an absolute path
//	~/.netrc       a path below every home directory
//	.git/hooks     these consecutive components, in any directory
//
// A component may be a pattern of path.Match; "?" also represents a blank, since blanks separate
// patterns in a list. Names are compared without case, as some file systems do.
type Pattern struct {
	Path string
	Tree bool // with everything below it
}

// Components returns the components of the place's path; for one below the homes, those after the home.
func (p Pattern) Components() []string {
	return strings.Split(strings.TrimPrefix(strings.TrimPrefix(p.Path, "~"), "/"), "/")
}

// Covers reports whether a path is at the place, or below it if it is a tree. The path and the
// homes are absolute and clean.
func (p Pattern) Covers(name string, homes []string) bool {
	var one placeIndex
	one.add(1, p.Path, p.Tree)
	return one.covers(name, homes)
}

// places parses places separated by blanks. One that ends in a slash is a tree.
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

// region is a list of places, written as lines that places parses. It parses them at first use:
// most commands concern few regions.
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

// covers reports whether a path is in the region, using its index.
func (r *region) covers(name string, homes []string) bool {
	r.made.Do(func() { r.index.addAll(1, r.lines) })
	return r.index.covers(name, homes)
}

// placeIndex indexes places by their anchor: in chains, one for each hash of a
// first component, and for first components that are patterns one for each letter that they begin
// or end with. Every process builds it
// anew, so it must be cheap: one list, with only the necessary parts of a place.
type placeIndex struct {
	links                    []link
	absolute, home, anywhere chains
	unanchored               bool // anywhere has places
}

// chains are the heads of the chains, as indexes into links plus one: those of hashes, those of the
// letters that a pattern begins with, those of the letters that one without such a letter ends with,
// and one for all other patterns.
type chains [hashes + 2*letters + 1]uint16

// link is a place and the next one in its chain. The literal ends of its first component exclude
// nearly every path.
type link struct {
	path       string
	next       uint16
	first      uint16 // the length of the first component
	head, tail uint8  // lengths of its literal ends
	tree       bool
	kinds      Kinds
}

// hashes is the number of hash values: a power of two, and about the number of places in a chain set.
const hashes = 64

// letters is the number of letters that are told apart: a power of two.
const letters = 32

// patternChain returns the chain of a pattern with these literal ends.
func patternChain(head, tail string) int {
	switch {
	case head != "":
		return beginning(head)
	case tail != "":
		return ending(tail)
	}
	return hashes + 2*letters
}

// beginning returns the chain of the patterns that begin as a component does.
func beginning(component string) int {
	if component == "" {
		return hashes
	}
	return hashes + int(component[0]%letters)
}

// ending returns the chain of the patterns that end as a component does, after other text.
func ending(component string) int {
	if component == "" {
		return hashes + letters
	}
	return hashes + letters + int(component[len(component)-1]%letters)
}

// hash hashes a component by its length and its middle and last letters: most names begin alike.
func hash(component string) int {
	if component == "" {
		return 0
	}
	return (len(component)*5 + int(component[len(component)/2])*8 + int(component[len(component)-1])) % hashes
}

// addAll parses places and adds them.
func (x *placeIndex) addAll(kinds Kinds, lines []string) {
	n := 0
	for _, line := range lines {
		n += 1 + strings.Count(line, " ")
	}
	x.links = slices.Grow(x.links, n)
	for _, line := range lines {
		for more := true; more; { // by bytes: FieldsSeq looks at each letter
			var text string
			if text, line, more = strings.Cut(line, " "); text != "" {
				name, tree := strings.CutSuffix(text, "/")
				x.add(kinds, name, tree)
			}
		}
	}
}

// inSmall returns a path in lower case, as most already are.
func inSmall(path string) string {
	for i := range len(path) {
		if c := path[i]; c-'A' < 26 || c >= 0x80 {
			return strings.ToLower(path)
		}
	}
	return path
}

// add adds a path. Of its components, the first is in lower case then, and others are where they are
// compared.
func (x *placeIndex) add(kinds Kinds, path string, tree bool) {
	c := &x.anywhere
	switch path[0] {
	case '/':
		c, path = &x.absolute, path[1:]
	case '~':
		c, path = &x.home, strings.TrimPrefix(path[1:], "/")
	default:
		x.unanchored = true
	}
	end, pattern, small := scanComponent(path)
	if !small {
		path = strings.ToLower(path)
		end, pattern, _ = scanComponent(path)
	}
	first := path[:end]
	chain, head, tail := hash(first), first, ""
	if pattern {
		head, tail = LiteralEnds(first)
		chain = patternChain(head, tail)
	}
	if len(first) > math.MaxUint16 { // no file system has such a name
		tail = ""
	}
	x.links = append(x.links, link{
		path, c[chain], uint16(min(len(first), math.MaxUint16)),
		uint8(min(len(head), math.MaxUint8)), uint8(min(len(tail), math.MaxUint8)), tree, kinds,
	})
	c[chain] = uint16(len(x.links))
}

// scanComponent returns where the first component of a path ends, and whether it is a pattern and is
// surely in lower case.
func scanComponent(path string) (end int, pattern, small bool) {
	small = true
	for ; end < len(path); end++ {
		switch c := path[end]; {
		case c >= 'a' && c <= 'z': // nearly every one
		case c == '/':
			return end, pattern, small
		case c == '*', c == '?', c == '[', c == ']':
			pattern = true
		case c-'A' < 26, c >= 0x80:
			small = false
		}
	}
	return end, pattern, small
}

// covers reports whether a path is in one of the places. The path and the homes are absolute and
// clean. A relative path, or one from ~, is only in places without an anchor, or below a home
// given as ~.
func (x *placeIndex) covers(name string, homes []string) bool {
	return x.belowHomes(name, homes) != 0 || x.everywhere(inSmall(name)) != 0
}

// everywhere returns the kinds of a path in lower case by the absolute places, and by those in any directory.
func (x *placeIndex) everywhere(small string) Kinds {
	rest, rooted := strings.CutPrefix(small, "/")
	first, after := pathname.CutFirst(rest)
	found := Kinds(0)
	if rooted {
		found = x.begins(&x.absolute, first, rest)
	}
	if !x.unanchored {
		return found
	}
	for {
		found |= x.begins(&x.anywhere, first, rest)
		if len(first) == len(rest) {
			return found
		}
		rest = after
		first, after = pathname.CutFirst(rest)
	}
}

// belowHomes returns the kinds of a path by the places below homes.
func (x *placeIndex) belowHomes(name string, homes []string) Kinds {
	found := Kinds(0)
	for _, home := range homes {
		rest, in := strings.CutPrefix(name, strings.TrimSuffix(home, "/"))
		rest, below := strings.CutPrefix(rest, "/")
		if in && below {
			rest = inSmall(rest)
			first, _ := pathname.CutFirst(rest)
			found |= x.begins(&x.home, first, rest)
		}
	}
	return found
}

// begins returns the kinds of the places in some chains that a relative path in lower case begins with.
// Its first component is first.
func (x *placeIndex) begins(c *chains, first, name string) Kinds {
	found := Kinds(0)
	for _, chain := range [...]int{hash(first), patternChain("", ""), beginning(first), ending(first)} {
		for i := c[chain]; i > 0; i = x.links[i-1].next {
			if l := &x.links[i-1]; l.mayBegin(first) && l.begins(name) {
				found |= l.kinds
			}
		}
	}
	return found
}

// holds reports whether a place of some kinds in some chains is written as one below a relative directory
// in lower case; "" is the directory that the chains begin at.
func (x *placeIndex) holds(kinds Kinds, c *chains, dir string) bool {
	if dir == "" {
		return *c != chains{}
	}
	first, _ := pathname.CutFirst(dir)
	for i := c[hash(first)]; i > 0; i = x.links[i-1].next {
		l := &x.links[i-1]
		if p := l.path; l.kinds&kinds != 0 && len(p) > len(dir) && p[len(dir)] == '/' && strings.EqualFold(p[:len(dir)], dir) {
			return true
		}
	}
	return false
}

// mayBegin tests whether a component may match the place's first one, by its literal ends. The letters at
// the ends exclude nearly every one.
func (l *link) mayBegin(first string) bool {
	if first == "" {
		return l.head == 0 && l.tail == 0
	}
	if l.head > 0 && l.path[0] != first[0] || l.tail > 0 && l.path[l.first-1] != first[len(first)-1] {
		return false
	}
	return strings.HasPrefix(first, l.path[:l.head]) && strings.HasSuffix(first, l.path[l.first-uint16(l.tail):l.first])
}

// begins reports whether a path begins with the components of the place; unless the place is a
// tree, the path must have no others.
func (l *link) begins(name string) bool {
	for pattern := l.path; ; {
		want, patterns, more := strings.Cut(pattern, "/")
		have, names, longer := strings.Cut(name, "/")
		if !fits(inSmall(want), have) {
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

// LiteralEnds returns what a component that fits the pattern begins and ends with. A pattern
// without a wildcard is both.
func LiteralEnds(pattern string) (head, tail string) {
	first := wildcard(pattern)
	if first < 0 {
		return pattern, pattern
	}
	return pattern[:first], pattern[strings.LastIndexAny(pattern, "*?[]")+1:]
}

// wildcard returns the offset of the first wildcard, or -1.
func wildcard(component string) int {
	for i := range len(component) {
		switch component[i] {
		case '*', '?', '[', ']':
			return i
		}
	}
	return -1
}

// HasWildcard reports whether a component is a pattern of path.Match with a wildcard.
func HasWildcard(component string) bool { return wildcard(component) >= 0 }
