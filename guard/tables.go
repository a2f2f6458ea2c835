package guard

import (
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// zoned is a table of places that make up a zone.
type zoned struct {
	zone   rules.Zone
	places []policy.Place
}

// tables are the zones that the policy keeps as data, for paths of which only
// a part is known.
func tables() []zoned {
	secrets, _ := policy.Secrets()
	all := []zoned{
		{rules.Disk, policy.Disks()},
		{rules.Secret, secrets},
		{rules.Persist, policy.Persistent()},
	}
	for _, dir := range policy.SystemDirs() {
		all = append(all, zoned{rules.SystemDir | rules.System, []policy.Place{{Path: dir}}})
	}
	return all
}

// known returns the zones of a clean absolute path that the policy keeps as
// data.
func known(p string, homes []string) rules.Zone {
	var z rules.Zone
	if policy.IsSystem(p) {
		z |= rules.System
	}
	for _, dir := range policy.SystemDirs() {
		if p == dir {
			z |= rules.SystemDir
		}
	}
	if policy.IsDisk(p) {
		z |= rules.Disk
	}
	if policy.IsSecret(p, homes) {
		z |= rules.Secret
	}
	if policy.IsPersistent(p, homes) {
		z |= rules.Persist
	}
	return z
}
