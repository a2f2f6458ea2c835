package zone

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/rules"
)

// remotePath returns the zones of a path on another machine or in another root. Only its names
// are known: no link is followed, nothing is inside the work directory, and the user's entries do
// not apply. A path that this machine shares with the other root is judged as its own. The start
// of the path must be known.
func (m *Map) remotePath(v *grammar.Invocation, s shape, e *grammar.Effect) (is, may rules.Zone) {
	dir := path.Clean(s.dir)
	rest, up, ok := fold(s.rest)
	if !ok {
		return 0, anyPath
	}
	for range up {
		dir = path.Dir(dir)
	}
	if here, mounted := m.mountedPath(v, dir); mounted {
		return m.zonesOfShape(here, shape{dir: here + "/", rest: rest}, e)
	}
	if len(rest) == 0 || everything(rest) {
		return remoteZone(dir), remoteZone(dir)
	}
	is = remoteZone(path.Join(dir, samples(rest)))
	return is, is
}

// remoteRelative returns the zones of a relative path from a directory there: the launcher's
// option, a cd in the text for the other machine, or the home in which such a text starts. A move
// there only renames, like a move outside the work directory here; it is not a deletion.
func (m *Map) remoteRelative(v *grammar.Invocation, s shape, e *grammar.Effect, dir string) (is, may rules.Zone) {
	named := m.zonesByNames(s)
	s.dir = dir + "/" + s.dir
	is, may = m.remotePath(v, s, e)
	if v.HasTrait(spec.Moves) && pathname.In(dir, grammar.AwayHome) {
		is, may = is&^rules.Remote, may&^rules.Remote
	}
	return is | named, may | named
}

// mountedPath returns this machine's name of a path in another root.
func (m *Map) mountedPath(v *grammar.Invocation, there string) (here string, is bool) {
	var nearest *grammar.Mount
	for i := range v.Mounts {
		if at := &v.Mounts[i]; pathname.In(there, at.There) && (nearest == nil || len(at.There) >= len(nearest.There)) {
			nearest = at
		}
	}
	if nearest == nil || nearest.Here == "" {
		return "", false
	}
	here = nearest.Here
	if !strings.HasPrefix(here, "/") {
		if m.Dir == permit.Nowhere {
			return "", false
		}
		here = m.Dir + "/" + here
	}
	return path.Join(here, strings.TrimPrefix(there, nearest.There)), true
}

// remoteStart returns the directory in which a command elsewhere runs, and whether it is known.
func remoteStart(c *parser.Command) (string, bool) {
	dir, known := c.Dir.Text()
	return dir, known && strings.HasPrefix(dir, "/")
}

// remoteZone returns the zones of one clean absolute path elsewhere.
func remoteZone(p string) rules.Zone {
	homes := []string{"/root", grammar.AwayHome}
	var z rules.Zone
	switch {
	case p == "/":
		z = rules.Root
	case isSomeHome(p):
		z = rules.Home
	case pathname.In(p, "/root") || place.IsHarmless(p):
	case place.IsSystem(p) && !isAndroid(p):
		z = rules.RemoteSystem
		if slices.Contains(place.SystemDirs(), p) {
			z |= rules.SystemDir
		}
	}
	if place.IsDisk(p) {
		z |= rules.Disk
	}
	if place.IsSecret(p, homes) {
		z |= rules.Secret
	}
	if place.IsPersistent(p, homes) && z&rules.RemoteSystem == 0 {
		z |= rules.Persist
	}
	if z == 0 && !place.IsHarmless(p) && !slices.ContainsFunc(place.TempDirs(), func(dir string) bool { return pathname.In(p, dir) }) {
		z = rules.Remote
	}
	return z
}
