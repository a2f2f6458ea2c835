package guard

import (
	"path"
	"strings"
	"sync"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// spot is a place that a path with patterns or unknown names may come to.
type spot struct {
	zone  rules.Zone
	names []string
	from  origin
	tree  bool
}

// origin says where the names of a spot begin.
type origin uint8

const (
	fromRoot origin = iota
	fromHome
	fromAnywhere
)

// listedSpots are the places that the policy keeps as data.
var listedSpots = sync.OnceValue(func() []spot {
	secrets, _ := policy.Secrets()
	var all []spot
	add := func(zone rules.Zone, places []policy.Place) {
		for _, p := range places {
			all = append(all, newSpot(zone, p))
		}
	}
	add(rules.Disk, policy.Disks())
	add(rules.Secret, secrets)
	add(rules.Persist, policy.Persistent())
	add(rules.Git, []policy.Place{{Path: ".git"}})
	for _, dir := range policy.SystemDirs() {
		add(rules.SystemDir|rules.System, []policy.Place{{Path: dir}})
	}
	return all
})

func newSpot(zone rules.Zone, p policy.Place) spot {
	s := spot{zone: zone, tree: p.Tree, from: fromAnywhere, names: p.Components()}
	switch p.Path[0] {
	case '/':
		s.from = fromRoot
	case '~':
		s.from = fromHome
	}
	return s
}

// spots are the listed ones, and those that only this request knows.
func (pl *places) spots() [2][]spot {
	if pl.own == nil {
		pl.own = pl.ownSpots()
	}
	return [2][]spot{listedSpots(), pl.own}
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
	if pl.machine.Own != "" {
		all = append(all, newSpot(rules.Own, policy.Place{Path: pl.machine.Own, Tree: true}))
	}
	for _, b := range pl.blocked {
		all = append(all, newSpot(rules.Blocked, policy.Place{Path: b.path, Tree: true}))
	}
	return all
}

// fitting places what lies in a directory under names of which some are
// patterns or unknown. Certain is what a pattern expands to if it is there;
// possible is what an unknown name may come to. An unknown name is taken to
// stay below its directory: one that climbs out of it is met at exec.
func (pl *places) fitting(dir string, rest []component) (is, may rules.Zone) {
	real := pl.resolved(dir)
	have := append(literals(real), rest...)
	for _, spots := range pl.spots() {
		for i := range spots {
			switch pl.fits(&spots[i], real, have, rest) {
			case certainly:
				is |= spots[i].zone
			case possibly:
				may |= spots[i].zone
			}
		}
	}
	if (is|may)&rules.Secret != 0 && pl.isPublic(path.Join(real, samples(rest))) {
		is, may = is&^rules.Secret, may&^rules.Secret // ~/.ssh/*.pub
	}
	return is, may
}

// isPublic reports whether a path is one of those among the secrets that hold
// none.
func (pl *places) isPublic(p string) bool {
	_, public := policy.Secrets()
	for _, place := range public {
		if place.Covers(p, pl.machine.Homes) {
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

// fit is how a path fits a spot.
type fit uint8

const (
	never fit = iota
	possibly
	certainly
)

// fits compares a path with a spot. The path is given whole, and as the names
// in a directory.
func (pl *places) fits(s *spot, dir string, have, rest []component) fit {
	switch s.from {
	case fromRoot:
		return along(s, s.names, have)
	case fromHome:
		best := never
		for _, h := range pl.machine.Homes {
			if n := len(literals(h)); len(have) > n && (h == dir || along(s, names(h), have[:n]) != never) {
				best = max(best, along(s, s.names, have[n:]))
			}
		}
		return best
	}
	return pl.anywhere(s, dir, rest)
}

func names(p string) []string { return strings.Split(strings.Trim(p, "/"), "/") }

// anywhere compares the last names with a spot that may be in any directory. A
// pattern that fits it fits many other names too, and is certain only if that
// one is there.
func (pl *places) anywhere(s *spot, dir string, rest []component) fit {
	best := never
	for i := range rest {
		f := along(s, s.names, rest[i:])
		if f == certainly && !pl.exists(dir, rest[:i], s.names) {
			f = possibly
		}
		best = max(best, f)
	}
	return best
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
// Letters are compared without regard to case, as some file systems do.
func (c component) fits(want string) fit {
	if c.kind == literal {
		if globs(want, c.text) || strings.EqualFold(want, c.text) {
			return certainly
		}
		return never
	}
	if strings.HasPrefix(want, ".") && !strings.HasPrefix(c.text, ".") && !strings.HasPrefix(c.text, `\.`) {
		return never // a shell's * does not stand for a leading dot
	}
	if globs(c.text, want) {
		return certainly
	}
	if i := strings.IndexAny(want, "*["); i >= 0 {
		j := strings.IndexAny(c.text, `*?[\`)
		n := min(i, max(j, 0))
		if strings.EqualFold(want[:n], c.text[:n]) {
			return possibly // both are patterns, and begin alike
		}
	}
	return never
}

// globs is path.Match in lower case, without an error.
func globs(pattern, name string) bool {
	ok, err := path.Match(strings.ToLower(pattern), strings.ToLower(name))
	return ok && err == nil
}
