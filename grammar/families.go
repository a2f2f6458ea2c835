package grammar

// families are the tables, one for each family of programs.
var families = [...][]Program{shells, wrappers, processes, curl, wget, network, interpreters, files, disks, texts, searches, builtins, archives, transfers, filters, queries, git, self, containers, clusters, infrastructure, aws, gcp, azure, platforms, vaults, backups, queues, publishers}
