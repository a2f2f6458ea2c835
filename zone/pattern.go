package zone

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/rules"
)

// placePattern is a place, prepared for comparison with paths that have patterns or unknown names.
type placePattern struct {
	zone  rules.Zone
	path  string // its names, without an anchor; "" is the root
	first string // the first of them
	from  origin
	tree  bool
	above bool   // the directories above it count as well
	plain bool   // the first name is not a pattern
	next  uint16 // the next one in its chain plus one, see chains
}

// chains is an index of patterns by their first names: hash chains for those that begin at the
// root or at a home with a plain name, as nearly all do, and lists for the others. An index is
// stored plus one, so that 0 means none.
type chains struct {
	all   []placePattern
	heads [fromAnywhere][64]uint16
	loose []placePattern // those in no chain that begin at the root or at a home

	any      []placePattern          // those that may be in any directory
	zones    rules.Zone              // of these
	shown    rules.Zone              // of those among them with one name, which is not hidden
	endings  [lastLetters + 1]uint16 // chains of those that begin with a plain name, by its last letter
	patterns uint16                  // the chain of the others
}

// lastLetters is the mask of the bits of a last letter that select its chain.
const lastLetters = 31

// add puts a placePattern into its chain.
func (c *chains) add(s placePattern) {
	switch {
	case s.from == fromAnywhere:
		head := &c.patterns
		if s.plain {
			head = c.ending(s.first)
		}
		s.next = *head
		c.any = append(c.any, s)
		*head = uint16(len(c.any))
		c.zones |= s.zone
		if s.depth() == 1 && s.first[0] != '.' {
			c.shown |= s.zone
		}
		return
	case !s.plain:
		c.loose = append(c.loose, s)
		return
	}
	head := c.head(s.from, s.first)
	s.next = *head
	c.all = append(c.all, s)
	*head = uint16(len(c.all))
}

func (c *chains) head(from origin, name string) *uint16 {
	row := &c.heads[from]
	return &row[(len(name)*5+int(name[len(name)/2])*8+int(name[len(name)-1]))%len(row)]
}

// ending returns the head of the chain for names that end like one, which is not empty.
func (c *chains) ending(name string) *uint16 { return &c.endings[name[len(name)-1]&lastLetters] }

// along calls visit for the patterns of a chain.
func (c *chains) along(head uint16, visit func(*placePattern)) {
	for i := head; i > 0; i = c.all[i-1].next {
		visit(&c.all[i-1])
	}
}

// each calls visit for all patterns.
func (c *chains) each(visit func(*placePattern)) {
	for _, list := range [...][]placePattern{c.all, c.loose, c.any} {
		for i := range list {
			visit(&list[i])
		}
	}
}

// near calls visit for the patterns that a path may match, at the root and at homes.
func (c *chains) near(t *track, visit func(*placePattern)) {
	for i := range c.loose {
		visit(&c.loose[i])
	}
	c.from(fromRoot, t.names, visit)
	for _, names := range t.inHome {
		c.from(fromHome, names, visit)
	}
}

// among calls visit for the patterns for any directory whose first name may be one of some names,
// by its ends.
func (c *chains) among(names []component, visit func(*placePattern)) {
	for i := c.patterns; i > 0; i = c.any[i-1].next {
		s := &c.any[i-1]
		for n := range names {
			if !names[n].endsUnlike(s.first) {
				visit(s)
				break
			}
		}
	}
	for n := range names {
		name := &names[n]
		end := name.tail
		if name.kind == literal {
			end = name.text
		}
		switch {
		case end != "":
			c.namedLike(name, *c.ending(end), visit)
		case name.kind != literal:
			for _, head := range c.endings {
				c.namedLike(name, head, visit)
			}
		}
	}
}

// namedLike calls visit for the patterns of a chain for any directory whose first name a name may be.
func (c *chains) namedLike(name *component, head uint16, visit func(*placePattern)) {
	for i := head; i > 0; i = c.any[i-1].next {
		if s := &c.any[i-1]; name.mayBe(s.first) {
			visit(s)
		}
	}
}

func (c *chains) from(from origin, names []component, visit func(*placePattern)) {
	switch {
	case len(names) == 0:
	case names[0].kind == literal && names[0].text != "":
		c.along(*c.head(from, names[0].text), visit)
	default:
		for _, head := range c.heads[from] {
			c.along(head, visit)
		}
	}
}

// origin says where a placePattern's names begin.
type origin uint8

const (
	fromRoot origin = iota
	fromHome
	fromAnywhere
)

// listedPatterns are the places in the policy's data.
var listedPatterns = lazy.Value[*chains]{Make: func() *chains {
	secrets, _ := place.Secrets()
	all := new(chains)
	add := func(zone rules.Zone, places []place.Pattern) {
		for _, p := range places {
			all.add(newPlacePattern(zone, p))
		}
	}
	add(rules.Disk, place.Disks())
	add(rules.Secret, secrets)
	add(rules.Persist, place.Persistent())
	add(rules.Git, []place.Pattern{{Path: ".git"}})
	for _, part := range histories {
		add(rules.History, []place.Pattern{{Path: ".git/" + part}})
	}
	for _, dir := range place.SystemDirs() {
		add(rules.SystemDir|rules.System, []place.Pattern{{Path: dir}})
	}
	add(rules.System, place.SystemShared())
	add(rules.System, place.LocalDirs())
	add(rules.Home, []place.Pattern{{Path: "/home"}, {Path: "/root"}})
	add(rules.Own, []place.Pattern{{Path: "~" + ownName, Tree: true}})
	return all
}}

// publicPatterns are the public files among the secrets.
var publicPatterns = lazy.Value[*chains]{Make: func() *chains {
	_, public := place.Secrets()
	all := new(chains)
	for _, p := range public {
		all.add(newPlacePattern(0, p))
	}
	return all
}}

// newPlacePattern makes a placePattern of a place, in lower case: names are compared without
// case, as some file systems do.
func newPlacePattern(zone rules.Zone, p place.Pattern) placePattern {
	s := placePattern{zone: zone, tree: p.Tree, from: fromAnywhere, path: strings.ToLower(p.Path)}
	switch s.path[0] {
	case '/':
		s.from, s.path = fromRoot, s.path[1:]
	case '~':
		s.from, s.path = fromHome, strings.TrimPrefix(s.path[1:], "/")
	}
	s.first, _ = pathname.CutFirst(s.path)
	s.plain = s.first != "" && wildcard(s.first) == len(s.first)
	return s
}

// depth returns the number of a place's names.
func (s *placePattern) depth() int {
	if s.path == "" {
		return 0
	}
	return strings.Count(s.path, "/") + 1
}

// homes returns the user's homes as patterns, those that only count as one last.
func (m *Map) homes() []placePattern {
	if m.inHomes == nil {
		every := m.machine.EveryHome()
		m.inHomes = make([]placePattern, 0, len(every))
		for _, h := range every {
			s := newPlacePattern(rules.Home, place.Pattern{Path: h})
			s.above = true
			m.inHomes = append(m.inHomes, s)
		}
	}
	return m.inHomes
}

// ownPatterns calls visit for the patterns of this request only.
func (m *Map) ownPatterns(visit func(*placePattern)) {
	if m.own == nil {
		m.own = m.makeOwnPatterns()
	}
	for i := range m.own {
		visit(&m.own[i])
	}
	homes := m.homes()[:len(m.machine.Homes)]
	for i := range homes {
		if homes[i].path != "" { // the root is no home
			visit(&homes[i])
		}
	}
}

// makeOwnPatterns returns the patterns of this request but for those of its homes.
func (m *Map) makeOwnPatterns() []placePattern {
	own := make([]placePattern, 0, 2+len(m.blocked))
	if dir := pathname.Dir(m.Top); dir != "/" {
		s := newPlacePattern(rules.Above, place.Pattern{Path: dir})
		s.above = true
		own = append(own, s)
	}
	if m.machine.Own != "" {
		own = append(own, newPlacePattern(rules.Own, place.Pattern{Path: m.machine.Own, Tree: true}))
	}
	for _, b := range m.blocked {
		own = append(own, newPlacePattern(rules.Blocked, place.Pattern{Path: b.path, Tree: true}))
	}
	return own
}
