package catalogue

import "github.com/agent-loop/shimgen/grammar/spec"

// Families are the tables, one for each family of programs.
var Families = [...][]spec.Row{
	shells, wrappers, processes, curl, wget, network, interpreters, files, disks, texts, searches, builtins, archives, transfers, filters,
	queries, git, self, containers, clusters, infrastructure, aws, gcp, azure, platforms, vaults, backups, queues, publishers,
	terminals, finders, clients, packers, runtimes, modules, builders,
	partitions, mounts, volumes, inits, accounts, firewalls, packages, libraries, databases, editors, keys, phone, warehouses, fleet, parallels,
	runners, printers, fetchers, unread, launchers,
}
