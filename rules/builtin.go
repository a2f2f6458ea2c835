package rules

import "slices"

// Builtin returns the built-in catalogue: all packs, in a fixed order.
func Builtin() []Rule {
	return slices.Concat(
		fs(), git(), run(), net(), reach(),
		containers(), clusters(), infrastructure(), clouds(), platforms(), vaults(), backups(), queues(), publishers(),
		volume(), service(), account(), firewall(), key(), packages(), database(), device(),
	)
}
