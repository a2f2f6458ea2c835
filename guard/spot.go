package guard

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// spot is a place that a path with patterns or unknown names may come to.
type spot struct {
	zone  rules.Zone
	names []string
	from  origin
	tree  bool
	plain bool   // the first name is no pattern
	next  uint16 // in its chain, as chains have it
}

// chains are spots by their first names: chains by hash of those that begin at the
// root or at a home with a name that is no pattern, as nearly all do, and the others.
// An index is one more than it is, so that 0 is none.
type chains struct {
	all   []spot
	heads [fromAnywhere][64]uint16
	loose uint16
}

// add puts a spot into its chain.
func (c *chains) add(s spot) {
	head := &c.loose
	if s.plain && s.from != fromAnywhere {
		head = c.head(s.from, s.names[0])
	}
	s.next = *head
	c.all = append(c.all, s)
	*head = uint16(len(c.all))
}

func (c *chains) head(from origin, name string) *uint16 {
	row := &c.heads[from]
	return &row[(len(name)*7+int(name[len(name)-1]))%len(row)]
}

// along calls visit for the spots of a chain.
func (c *chains) along(head uint16, visit func(*spot)) {
	for i := head; i > 0; i = c.all[i-1].next {
		visit(&c.all[i-1])
	}
}

// near calls visit for the spots that a path may fit, which begins with names: at the
// root, and at homes.
func (c *chains) near(root []component, homes [][]component, visit func(*spot)) {
	c.along(c.loose, visit)
	c.from(fromRoot, root, visit)
	for _, names := range homes {
		c.from(fromHome, names, visit)
	}
}

func (c *chains) from(from origin, names []component, visit func(*spot)) {
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

// origin says where the names of a spot begin.
type origin uint8

const (
	fromRoot origin = iota
	fromHome
	fromAnywhere
)

// listedSpots are the places that the policy keeps as data.
var listedSpots = lazy.Value[*chains]{Make: func() *chains {
	secrets, _ := policy.Secrets()
	all := new(chains)
	add := func(zone rules.Zone, places []policy.Place) {
		for _, p := range places {
			all.add(newSpot(zone, p))
		}
	}
	add(rules.Disk, policy.Disks())
	add(rules.Secret, secrets)
	add(rules.Persist, policy.Persistent())
	add(rules.Git, []policy.Place{{Path: ".git"}})
	for _, part := range histories {
		add(rules.History, []policy.Place{{Path: ".git/" + part}})
	}
	for _, dir := range policy.SystemDirs() {
		add(rules.SystemDir|rules.System, []policy.Place{{Path: dir}})
	}
	add(rules.System, policy.SystemShared())
	return all
}}

// publicSpots are the places among the secrets that hold none.
var publicSpots = lazy.Value[[]spot]{Make: func() []spot {
	_, public := policy.Secrets()
	var all []spot
	for _, p := range public {
		all = append(all, newSpot(0, p))
	}
	return all
}}

// newSpot makes a spot of a place, in small letters: they are compared without
// regard to case, as some file systems do.
func newSpot(zone rules.Zone, p policy.Place) spot {
	p.Path = strings.ToLower(p.Path)
	s := spot{zone: zone, tree: p.Tree, from: fromAnywhere, names: p.Components()}
	switch p.Path[0] {
	case '/':
		s.from = fromRoot
	case '~':
		s.from = fromHome
	}
	if p.Path == "/" {
		s.names = nil
	}
	s.plain = len(s.names) > 0 && wildcard(s.names[0]) == len(s.names[0])
	return s
}

func (pl *places) ownSpots() []spot {
	all := []spot{newSpot(rules.Home, policy.Place{Path: "/home"}), newSpot(rules.Home, policy.Place{Path: "/root"})}
	upwards := func(zone rules.Zone, dir string) {
		for ; dir != "/"; dir = path.Dir(dir) {
			all = append(all, newSpot(zone, policy.Place{Path: dir}))
		}
	}
	for _, h := range pl.machine.Homes {
		upwards(rules.Home, h)
	}
	upwards(rules.Above, path.Dir(pl.top))
	all = append(all, newSpot(rules.Own, policy.Place{Path: "~" + ownName, Tree: true}))
	if pl.machine.Own != "" {
		all = append(all, newSpot(rules.Own, policy.Place{Path: pl.machine.Own, Tree: true}))
	}
	for _, b := range pl.blocked {
		all = append(all, newSpot(rules.Blocked, policy.Place{Path: b.path, Tree: true}))
	}
	return all
}
