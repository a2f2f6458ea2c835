package guard

import (
	"path"
	"slices"
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

// fitted is what fitting has found.
type fitted struct {
	dir     string
	rest    []component
	is, may rules.Zone
}

// fitting is placing, which is not done twice for the effects of one command.
func (pl *places) fitting(dir string, rest []component) (is, may rules.Zone) {
	if l := &pl.last; l.dir != dir || !slices.Equal(l.rest, rest) {
		is, may = pl.placing(dir, rest)
		pl.last = fitted{dir, rest, is, may}
	}
	return pl.last.is, pl.last.may
}

// placing places what lies in a directory under names of which some are
// patterns or unknown. Certain is what a pattern expands to if it is there;
// possible is what an unknown name may come to. An unknown name is taken to
// stay below its directory: one that climbs out of it is met at exec.
func (pl *places) placing(dir string, rest []component) (is, may rules.Zone) {
	real := pl.machine.usual(pl.resolved(dir))
	have := lower(append(literals(real), rest...))
	t := pl.track(real, have, len(have)-len(rest))
	if pl.own == nil {
		pl.own = pl.ownSpots()
	}
	compare := func(s *spot) {
		switch pl.fits(s, &t) {
		case certainly:
			is |= s.zone
		case possibly:
			may |= s.zone
		}
	}
	listedSpots.Get().near(t.names, t.inHome, compare)
	for i := range pl.own {
		compare(&pl.own[i])
	}
	if (is|may)&rules.Secret != 0 && pl.isPublic(&t) {
		is, may = is&^rules.Secret, may&^rules.Secret // ~/.ssh/*.pub
	}
	return is, may
}

// isPublic reports whether a path is one of those among the secrets that hold
// none.
func (pl *places) isPublic(t *track) bool {
	named := make([]component, len(t.names))
	for i, c := range t.names {
		named[i] = component{text: strings.ToLower(c.sample)}
	}
	sample := pl.track(t.dir, named, t.at)
	spots := publicSpots.Get()
	for i := range spots {
		if pl.fits(&spots[i], &sample) != never {
			return true
		}
	}
	return false
}

// meansPublic reports whether the last of some names is a pattern that begins as
// one of those places that hold none and goes on into its last part: .env.ex*.
func meansPublic(rest []component) bool {
	if len(rest) == 0 || rest[len(rest)-1].kind != pattern {
		return false
	}
	text := strings.ToLower(rest[len(rest)-1].text)
	for _, s := range publicSpots.Get() {
		name := s.names[len(s.names)-1]
		begins := strings.LastIndexByte(name, '.') + len(".xx")
		if !strings.Contains(name, "*") && strings.IndexAny(text, `*?[\`) >= begins && globs(text, name) {
			return true
		}
	}
	return false
}

// literals are the names of a clean absolute path.
func literals(p string) []component {
	var out []component
	for name := range strings.SplitSeq(strings.Trim(p, "/"), "/") {
		if name != "" {
			out = append(out, component{text: name, sample: name})
		}
	}
	return out
}

// lower returns components in small letters, and finds what is literal at the ends of
// their patterns.
func lower(names []component) []component {
	for i := range names {
		c := &names[i]
		c.text = strings.ToLower(c.text)
		if c.kind != pattern {
			continue
		}
		c.head = c.text[:wildcard(c.text)]
		if strings.IndexByte(c.text, '\\') < 0 { // or a letter may be escaped
			c.tail = c.text[strings.LastIndexAny(c.text, "*?]")+1:]
		}
	}
	return names
}

// wildcard returns where a pattern has the first letter that is none, or its length.
func wildcard(text string) int {
	for i := range len(text) {
		switch text[i] {
		case '*', '?', '[', '\\':
			return i
		}
	}
	return len(text)
}

// fit is how a path fits a spot.
type fit uint8

const (
	never fit = iota
	possibly
	certainly
)

// track is a path that is compared with spots.
type track struct {
	names  []component
	dir    string        // the directory that the first names are those of
	at     int           // how many these are
	inHome [][]component // the names below each home that it may lie in
}

// track finds out what all spots need to know of a path.
func (pl *places) track(dir string, names []component, at int) track {
	t := track{names: names, dir: dir, at: at}
	for _, h := range pl.homes() {
		if n := len(h.names); len(names) > n && along(&h, h.names, names[:n]) != never {
			t.inHome = append(t.inHome, names[n:])
		}
	}
	return t
}

// fits compares a path with a spot.
func (pl *places) fits(s *spot, t *track) fit {
	switch s.from {
	case fromRoot:
		return along(s, s.names, t.names)
	case fromHome:
		best := never
		for _, names := range t.inHome {
			best = max(best, along(s, s.names, names))
		}
		return best
	}
	return pl.anywhere(s, t.dir, t.names[t.at:])
}

// homes are the user's homes as spots.
func (pl *places) homes() []spot {
	if pl.inHomes == nil {
		for _, h := range pl.machine.Homes {
			pl.inHomes = append(pl.inHomes, newSpot(rules.Home, policy.Place{Path: h}))
		}
	}
	return pl.inHomes
}

// anywhere compares the last names with a spot that may be in any directory. A
// pattern that fits it fits many other names too: it is certain only if it
// begins with the whole name, or says something of it and a file of that name
// is there.
func (pl *places) anywhere(s *spot, dir string, rest []component) fit {
	best := never
	for i := range rest {
		f := along(s, s.names, rest[i:])
		if f == certainly && !rest[i].says(s.names[0]) && (strings.Trim(rest[i].text, "*?") == "" || !pl.exists(dir, rest[:i], s.names)) {
			f = possibly
		}
		best = max(best, f)
	}
	return best
}

// says reports whether what a name begins with is all of another: .env*.
func (c *component) says(name string) bool {
	i := strings.IndexAny(c.text, `*?[\`)
	return i > 0 && c.text[:i] == name
}

// exists reports whether there is such a file, as far as its name is known.
func (pl *places) exists(dir string, rest []component, names []string) bool {
	for _, c := range rest {
		if c.kind != literal {
			return false
		}
		dir = path.Join(dir, c.text)
	}
	_, err := pl.machine.Files.Lstat(path.Join(dir, path.Join(names...)))
	return err == nil
}

// along compares names one by one.
func along(s *spot, want []string, have []component) fit {
	if s.plain && len(have) > 0 && have[0].kind == literal && have[0].text != want[0] {
		return never // nearly every place
	}
	worst := certainly
	for i, w := range want {
		switch {
		case i >= len(have):
			return never
		case have[i].kind == unknown:
			return possibly // and whatever follows
		}
		f := have[i].fits(w)
		if f == never {
			return never
		}
		worst = min(worst, f)
	}
	if len(have) > len(want) && !s.tree {
		return never
	}
	for _, c := range have {
		if c.kind == unknown {
			return possibly
		}
	}
	return worst
}

// fits compares a name with one of a place, which may be a pattern itself.
// Both are in small letters.
func (c *component) fits(want string) fit {
	if c.kind == literal {
		if c.text == want || (strings.IndexByte(want, '*') >= 0 || strings.IndexByte(want, '[') >= 0) && globs(want, c.text) {
			return certainly
		}
		return never
	}
	i := wildcard(want)
	switch {
	case want[0] == '.' && c.text[0] != '.' && !strings.HasPrefix(c.text, `\.`):
		return never // a shell's * does not stand for a leading dot
	case strings.HasPrefix(want, c.head) && strings.HasSuffix(want, c.tail) && globs(c.text, want):
		return certainly
	case i < len(want):
		n := min(i, len(c.head))
		if want[:n] == c.text[:n] {
			return possibly // both are patterns, and begin alike
		}
	}
	return never
}

// globs is path.Match without an error.
func globs(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}
