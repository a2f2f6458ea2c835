package zone

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/internal/wordlist"
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
	if len(rest) > 0 && !everything(rest) {
		dir = path.Join(dir, samples(rest))
	}
	is = remoteZone(dir)
	if is&rules.RemoteSystem != 0 && isDeployed(v, e, dir) {
		is = is&^rules.RemoteSystem | rules.Remote
	}
	switch {
	case slices.ContainsFunc(v.Mounts, func(at grammar.Mount) bool { return pathname.In(dir, at.There) || pathname.In(at.There, dir) }):
	case v.Throwaway:
		is &^= rules.Remote | rules.RemoteSystem | rules.SystemDir | rules.Persist
	case isRemadeThere(dir) && grammar.InContainer(v.Command):
		is &^= rules.Remote | rules.RemoteSystem
	}
	return is, is
}

// isDeployed reports whether a copy to another machine puts a file among an application's own, and not among the
// programs that everybody there runs.
func isDeployed(v *grammar.Invocation, e *grammar.Effect, p string) bool {
	return !v.Away && e.Kind == grammar.Writes && place.IsShared(p) && !pathname.In(p, "/usr/local")
}

// Directories of containers in which projects are, names of what a build or a tool makes anew there, and the
// ends of such names.
const (
	projectsThere = "/app /code /src /workspace /workspaces /project /repo /usr/src /usr/app /opt /srv /var/www /home /root"
	remadeThere   = "node_modules dist build _build target coverage htmlcov .cache .next .nuxt .output .turbo .vite .parcel-cache .svelte-kit .angular .npm .yarn __pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nyc_output"
)

// isRemadeThere reports whether a clean path in a container is of build output or a cache.
func isRemadeThere(p string) bool {
	if strings.HasPrefix(p, "/var/cache/") || pathname.In(p, "/var/lib/apt/lists") {
		return true
	}
	for root := range wordlist.Each(projectsThere) {
		rest, inside := strings.CutPrefix(p, root+"/")
		if !inside {
			continue
		}
		for name := range strings.SplitSeq(rest, "/") {
			if wordlist.Among(name, remadeThere) && (strings.HasPrefix(name, ".") || root != "/home" && root != "/root") { // in a home only caches
				return true
			}
		}
		if strings.Contains(p, "/tmp/cache") || strings.Contains(p, "/var/cache") {
			return true
		}
	}
	return false
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
	if parts := strings.SplitN(p, "/", 4); len(parts) == 4 && (parts[1] == "home" || parts[1] == "Users") {
		homes = append(homes, "/"+parts[1]+"/"+parts[2])
	}
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
