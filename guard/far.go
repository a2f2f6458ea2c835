package guard

import (
	"path"
	"slices"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// farPath places a path on another machine or in another root. What lies there
// is known by its name alone: no link is followed, nothing is inside the work
// directory, and none of the user's entries speaks of it. Where it begins must
// be known.
func farPath(s shape) (is, may rules.Zone) {
	dir := path.Clean(s.dir)
	rest, up, ok := folded(s.rest)
	if !ok {
		return 0, anyPath
	}
	for range up {
		dir = path.Dir(dir)
	}
	if len(rest) == 0 || everything(rest) {
		return farZone(dir), farZone(dir)
	}
	is = farZone(path.Join(dir, samples(rest)))
	return is, is
}

// farZone places one clean absolute path elsewhere.
func farZone(p string) rules.Zone {
	homes := []string{"/root", grammar.AwayHome}
	var z rules.Zone
	switch {
	case p == "/":
		z = rules.Root
	case isSomeHome(p):
		z = rules.Home
	case below(p, "/root") || policy.IsHarmless(p):
	case policy.IsSystem(p) && !isAndroid(p):
		z = rules.RemoteSystem
		if slices.Contains(policy.SystemDirs(), p) {
			z |= rules.SystemDir
		}
	}
	if policy.IsDisk(p) {
		z |= rules.Disk
	}
	if policy.IsSecret(p, homes) {
		z |= rules.Secret
	}
	if policy.IsPersistent(p, homes) && z&rules.RemoteSystem == 0 {
		z |= rules.Persist
	}
	if z == 0 && !policy.IsHarmless(p) && !below(p, "/tmp") && !below(p, "/var/tmp") {
		z = rules.Remote
	}
	return z
}
