package zone

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/rules"
)

// remotePath places a path on another machine or in another root. What lies there
// is known by its name alone: no link is followed, nothing is inside the work
// directory, and none of the user's entries speaks of it. Where it begins must
// be known.
func remotePath(s shape) (is, may rules.Zone) {
	dir := path.Clean(s.dir)
	rest, up, ok := fold(s.rest)
	if !ok {
		return 0, anyPath
	}
	for range up {
		dir = path.Dir(dir)
	}
	if len(rest) == 0 || everything(rest) {
		return remoteZone(dir), remoteZone(dir)
	}
	is = remoteZone(path.Join(dir, samples(rest)))
	return is, is
}

// remoteRelative places a relative path behind a cd that the text for the other machine makes
// itself: cd / && rm -rf *. Only what nobody means counts, the root, a home and the directories
// of the system themselves; where such a text begins is not known.
func remoteRelative(v *grammar.Invocation, s shape) rules.Zone {
	dir, known := v.Command.Dir.Text()
	if !known || !strings.HasPrefix(dir, "/") || len(s.rest) > 0 && s.rest[0].kind == unknown {
		return 0
	}
	s.dir = dir + "/" + s.dir
	is, _ := remotePath(s)
	return is & (rules.Root | rules.Home | rules.SystemDir)
}

// remoteZone places one clean absolute path elsewhere.
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
	if z == 0 && !place.IsHarmless(p) && !pathname.In(p, "/tmp") && !pathname.In(p, "/var/tmp") {
		z = rules.Remote
	}
	return z
}
