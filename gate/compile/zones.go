package compile

import (
	"cmp"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/place"
)

// zones maps the policy's places to the gate's: never fewer, often more. It includes everything
// below a place; for a place without an anchor, everything with the name of its first component.
// Public files among the credentials are left to the judge.
func (c *compiler) zones() gate.Zones {
	p := placeSet{machine: &c.machine, paths: map[string]gate.Access{}, names: map[gate.Name]gate.Access{}}
	z := gate.Zones{System: p.system()}
	secrets, _ := place.Secrets()
	p.add(secrets, gate.Any)
	p.add(place.Disks(), gate.Writes)
	p.add(place.Persistent(), gate.Writes)
	p.add([]place.Pattern{{Path: ".git", Tree: true}}, gate.Writes)
	p.add([]place.Pattern{{Path: "~/.agent-loop", Tree: true}}, gate.Any)
	blocked := c.policy.BlockedPaths()
	c.blockedPaths(&p, blocked)
	z.Pinned = slices.ContainsFunc(blocked, func(e policy.PathEntry) bool { return strings.HasPrefix(e.Path, "~") })
	for _, home := range c.machine.Homes {
		if home != "/" {
			z.Homes = append(z.Homes, home)
		}
	}
	for _, dir := range c.machine.Temps {
		if dir != "/" && !p.covered(dir, gate.Writes) {
			z.Temps = append(z.Temps, dir)
		}
	}
	for _, d := range place.HarmlessDevices() {
		if !d.Tree && !slices.Contains(linked[:], d.Path) {
			z.Free = append(z.Free, d.Path)
		}
	}
	z.Paths, z.Names = p.list()
	return z
}

// linked are harmless devices that are links on most machines, to a file that the caller chose or
// to a device of this mount: see fd(4) and pts(4).
var linked = [...]string{"/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/ptmx"}

// kernelOwn are the trees in which the gate itself calls nothing harmless.
var kernelOwn = [...]string{"/proc", "/sys", "/dev"}

// placeSet collects places.
type placeSet struct {
	machine *Machine
	paths   map[string]gate.Access
	names   map[gate.Name]gate.Access // the key's own access is Any
}

// system protects the system's directories and returns them: no work directory is in one. A
// system directory that is a home belongs to the user. One that contains a home, as all on
// Android do, is not protected, since the home is not: written paths must be in the work
// directory anyway, and the gate accepts no work directory in it except below that home.
func (p *placeSet) system() []string {
	dirs := slices.Clone(place.SystemDirs())
	if p.machine.Prefix != "" {
		dirs = append(dirs, p.machine.Prefix)
	}
	dirs = slices.DeleteFunc(dirs, func(dir string) bool { return slices.Contains(p.machine.Homes, dir) })
	for _, dir := range dirs {
		if !slices.ContainsFunc(p.machine.Homes, func(home string) bool { return strings.HasPrefix(home, dir+"/") }) {
			p.path(dir, gate.Writes)
		}
	}
	return dirs
}

// add protects places from one kind of access.
func (p *placeSet) add(patterns []place.Pattern, access gate.Access) {
	for _, pattern := range patterns {
		parts := pattern.Components()
		known := literalPrefix(parts)
		dir := strings.Join(parts[:known], "/")
		switch {
		case known == 0 || !strings.ContainsAny(pattern.Path[:1], "/~"):
			p.name(parts[0], access)
		case pattern.Path[0] == '~':
			p.path("~/"+dir, access)
			if slices.Contains(p.machine.Homes, "/") {
				p.path("/"+dir, access)
			}
		default:
			p.path("/"+dir, access)
		}
	}
}

// literalPrefix counts the components before the first one with a character class, which the gate does
// not support.
func literalPrefix(parts []string) int {
	if i := slices.IndexFunc(parts, func(part string) bool { return strings.ContainsAny(part, "[]\\") }); i >= 0 {
		return i
	}
	return len(parts)
}

// path protects a path and everything below it. If a place is added twice, the wider access counts.
func (p *placeSet) path(dir string, access gate.Access) {
	p.paths[dir] = wider(p.paths, dir, access)
}

// name protects a component in any directory; of a pattern, the longer of its literal ends.
func (p *placeSet) name(part string, access gate.Access) {
	n := gate.Name{Text: part}
	if place.HasWildcard(part) {
		head, tail := place.LiteralEnds(part)
		n.Text, n.Match = head, gate.Prefix
		if len(tail) > len(head) {
			n.Text, n.Match = tail, gate.Suffix
		}
	}
	p.names[n] = wider(p.names, n, access)
}

// wider returns the wider of an access and the one that a table already has.
func wider[K comparable](has map[K]gate.Access, key K, access gate.Access) gate.Access {
	if old, seen := has[key]; seen {
		return min(old, access)
	}
	return access
}

// maxBlocked bounds the bytes of the policy's own blocked paths in a table, which has to fit
// every command and is read for each.
const maxBlocked = 16 << 10

// blockedPaths protects the policy's blocked paths. If they do not fit in a table, it protects
// their directories instead: everything in those goes to the judge, and the rest stays clear.
func (c *compiler) blockedPaths(p *placeSet, blocked []policy.PathEntry) {
	var dirs []string
	for _, e := range blocked {
		some, ok := p.block(e)
		if !ok {
			c.pathless = true
			return
		}
		dirs = append(dirs, some...)
	}
	depth := 0
	for _, dir := range dirs {
		depth = max(depth, strings.Count(dir, "/"))
	}
	for ; size(dirs) > maxBlocked; depth-- {
		if depth == 0 {
			c.pathless = true
			return
		}
		for i, dir := range dirs {
			dirs[i] = upTo(dir, depth)
		}
		slices.Sort(dirs)
		dirs = slices.Compact(dirs)
	}
	for _, dir := range dirs {
		p.path(dir, gate.Any)
	}
}

// size returns the bytes that places take in a table. A place that is too long counts as the
// whole space.
func size(dirs []string) int {
	n := 0
	for _, dir := range dirs {
		if n += 2 + len(dir); len(dir) > gate.MaxPlace {
			return math.MaxInt
		}
	}
	return n
}

// upTo returns the first components of an absolute path.
func upTo(dir string, components int) string {
	for i := range dir {
		if dir[i] == '/' {
			if components == 0 {
				return dir[:i]
			}
			components--
		}
	}
	return dir
}

// block returns the places of a blocked path, with every home for "~". It returns false for one
// that a table cannot express: a path that depends on where a command starts, everything, and one
// that passes a link, whose target may change. Another spelling of a home does not count as a
// link.
func (p *placeSet) block(e policy.PathEntry) (places []string, ok bool) {
	dirs := []string{e.Path}
	if rest, ok := strings.CutPrefix(e.Path, "~"); ok {
		dirs = nil
		for _, home := range p.machine.Homes {
			dirs = append(dirs, path.Join(home, rest))
		}
	}
	for _, dir := range dirs {
		if !path.IsAbs(dir) || dir == "/" {
			return nil, false
		}
		if follow := p.machine.Canonical; follow != nil {
			if real, err := follow(dir); err != nil || !slices.Contains(dirs, real) {
				return nil, false
			}
		}
	}
	return dirs, true
}

// covered reports whether a path is protected, directly or below a protected one.
func (p *placeSet) covered(name string, access gate.Access) bool {
	for ; name != "/" && name != "~" && name != "."; name = path.Dir(name) {
		if has, ok := p.paths[name]; ok && has <= access || slices.Contains(kernelOwn[:], name) {
			return true
		}
	}
	return false
}

// list returns the protected places, in order, without those that a wider entry or the gate
// itself covers.
func (p *placeSet) list() (places []gate.Place, names []gate.Name) {
	for _, dir := range slices.Sorted(maps.Keys(p.paths)) {
		access := p.paths[dir]
		if !p.covered(path.Dir(dir), access) && !slices.Contains(kernelOwn[:], dir) {
			places = append(places, gate.Place{Path: dir, Access: access})
		}
	}
	for n, access := range p.names {
		n.Access = access
		names = append(names, n)
	}
	slices.SortFunc(names, func(x, y gate.Name) int {
		return cmp.Or(strings.Compare(x.Text, y.Text), cmp.Compare(x.Match, y.Match))
	})
	return places, names
}
