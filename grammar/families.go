package grammar

// families are the tables, one for each family of programs.
//
// To add a program, add a row to its family's table; to add a family, add its table
// here. A row is a few names and a function that makes its [Syntax]: what it makes is
// code and constants until the program is looked up. Data that points to other data
// costs every start of every program that holds it, looked up or not: the Go runtime
// reads through all of it first.
var families = [...][]row{
	shells, wrappers, processes, curl, wget, network, interpreters, files, disks, texts, searches, builtins, archives, transfers, filters,
	queries, git, self, containers, clusters, infrastructure, aws, gcp, azure, platforms, vaults, backups, queues, publishers,
	terminals, finders, clients, packers, runtimes, modules, builders,
	partitions, mounts, volumes, inits, accounts, firewalls, packages, libraries, databases, editors, keys, phone, warehouses, fleet, parallels,
	runners, printers, fetchers, unread, launchers,
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
