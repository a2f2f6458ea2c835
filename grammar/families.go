package grammar

// families are the tables, one for each family of programs.
//
// A table is constant data, so that a start pays for none of them. To add a
// program, add a row to its family's table; to add a family, add its table
// here. What bools, values, leaves, verbs or slices.Concat put together is no
// constant: such a row has a Build in the place of its Syntax,
//
//	{Names: "x", Source: "x(1)", Build: func() Syntax { return verbs(1, bools("--all")) }},
//
// and options that rows share are a constant list, or a function that returns
// one. A value that rows share is constant only if the lists in it have names of
// their own: what stands in the middle of it the compiler copies at every start.
var families = [...][]Program{
	shells, wrappers, processes, curl, wget, network, interpreters, files, disks, texts, searches, builtins, archives, transfers, filters,
	queries, git, self, containers, clusters, infrastructure, aws, gcp, azure, platforms, vaults, backups, queues, publishers,
	terminals, finders, clients, packers, runtimes, modules, builders,
	partitions, mounts, volumes, inits, accounts, firewalls, packages, libraries, databases, editors, keys, phone, warehouses, fleet, parallels,
	runners, printers, fetchers, unread,
}

// The roles of the first operand in values that rows share.
var (
	firstFile     = []Role{File}
	firstWrite    = []Role{Write}
	firstScript   = []Role{Script}
	firstShell    = []Role{Shell}
	firstAssign   = []Role{Assign}
	firstHardLink = []Role{HardLink}
)
