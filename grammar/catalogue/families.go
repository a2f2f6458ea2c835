package catalogue

import "github.com/agent-loop/shimgen/grammar/spec"

// Families are the tables, one for each family of programs.
var Families = [...][]spec.Row{
	shells, wrappers, processes, curl, wget, network, interpreters, files, disks, texts, finders, builtins, archives, transfers, filters,
	queries, git, self, containers, kube, infrastructure, aws, gcp, azure, platforms, secrets, backups, queues, publishers,
	terminals, windows, searches, remotePrograms, packers, runtimes, modules, builders,
	partitions, mounts, volumes, inits, users, firewalls, packages, languagePackages, databases, editors, keys, phone, warehouses, fleet, parallels,
	runners, printers, fetchers, unread, launchers, reducers, generators, hosting, macs, wallets, industrial,
}
