package rules

import (
	"slices"
	"sync"
)

// Builtin returns the built-in catalogue: all packs, in a fixed order. The
// packs are constant data; a rule that is built would be built at every start.
// All callers share the rules and must not change them.
func Builtin() []Rule { return slices.Clip(catalogue()) }

// catalogue is all packs in one; it is made when it is first asked for.
var catalogue = sync.OnceValue(func() []Rule {
	return slices.Concat(
		fs, git, run, net, reach, away,
		containers, clusters, infrastructure, clouds, platforms, vaults, backups, queues, publishers,
		volume, service, account, firewall, key, packages, database, device,
	)
})
