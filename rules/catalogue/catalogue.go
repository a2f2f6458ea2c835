package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/rules"
)

// Rules returns all rules of the catalogue, in a fixed order. No program calls it: programs contain
// the text that package builtin has of them.
func Rules() []rules.Rule { return slices.Concat(packs()...) }

// packs returns the packs of the catalogue. A pack that is missing here has no effect.
func packs() [][]rules.Rule {
	return [][]rules.Rule{
		fs, git, run, environment, net, secrets, remotefs,
		containers, clusters, infrastructure, clouds, platforms, vaults, backups, queues, publishers,
		volume, service, account, firewall, key, packages, database, device,
		sending, wholesale,
		migrations, capacity, hardware, clients, machine, mac, trust, remote, unknown, monitoring, tools,
		exposure, credentials, escape, fetch, sources, persistence, sharing, windows, requests, messages, wallets, spending, silencing, widening, industrial, grants, live, verbs,
	}
}
