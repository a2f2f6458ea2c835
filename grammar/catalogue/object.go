package catalogue

import "github.com/agent-loop/shimgen/grammar/spec"

const daemonOptions = "--context --host --config --connection --url --root --runroot --namespace --address"

// Objects are the kinds of objects that texts make and destroy again. Of docker volumes with a name
// only those for trials are among them, since making one that is there is no failure; a stash is not, as it
// holds what was not committed before. Sources: docker(1), Compose CLI reference, git-branch(1), git-init(1), git-worktree(1), createdb(1), the
// command references of kind, k3d, minikube and rpk.
var Objects = [...]spec.ObjectKind{
	{
		Kind: "container", Where: daemonOptions,
		Makes: []spec.Call{
			{Program: "docker", Sub: "run create container/run container/create", None: "--replace", Name: "--name"},
			{Program: "docker", Sub: "run container/run", With: "-d --detach", None: "--replace", Prints: true},
			{Program: "docker", Sub: "create container/create", None: "--replace", Prints: true},
		},
		Destroys: []spec.Call{{Program: "docker", Sub: "rm container/rm container/remove", None: "-a --all -l --latest --link --filter --cidfile --depend"}},
		Rebinds:  []spec.Call{{Program: "docker", Sub: "rename container/rename context/use container/restore"}},
	},
	{
		Kind: "network", Where: daemonOptions,
		Makes:    []spec.Call{{Program: "docker", Sub: "network/create", First: 1}},
		Destroys: []spec.Call{{Program: "docker", Sub: "network/rm network/remove"}},
		Rebinds:  []spec.Call{{Program: "docker", Sub: "context/use"}},
	},
	{
		Kind: "volume", Where: daemonOptions,
		Makes:    []spec.Call{{Program: "docker", Sub: "volume/create", None: "--name", Prints: true, Bare: true}},
		Destroys: []spec.Call{{Program: "docker", Sub: "volume/rm volume/remove", None: "-a --all"}},
		Rebinds:  []spec.Call{{Program: "docker", Sub: "context/use"}},
	},
	{
		Kind: "worktree", Where: "-C --git-dir --work-tree", Here: true, Path: true,
		Makes:    []spec.Call{{Program: "git", Sub: "worktree/add", None: "-f --force", First: 1}},
		Destroys: []spec.Call{{Program: "git", Sub: "worktree/remove"}},
		Rebinds:  []spec.Call{{Program: "git", Sub: "worktree/move"}, {Program: "mv"}, {Program: "ln"}},
	},
	{
		Kind: "branch", Where: "-C --git-dir --work-tree", Here: true, Branch: true,
		Makes: []spec.Call{
			{Program: "git", Sub: "checkout", None: "-B -f --force", Name: "-b"},
			{Program: "git", Sub: "switch", None: "-C --force-create -f --force --discard-changes", Name: "-c"},
			{Program: "git", Sub: "branch", None: branchModes, First: 1},
		},
		Destroys: []spec.Call{
			{Program: "git", Sub: "branch", With: "-D", None: "-r --remotes -m --move -M -c --copy -C"},
			{Program: "git", Sub: "branch", With: "-d --delete", None: "-r --remotes -m --move -M -c --copy -C"},
		},
		Rebinds: []spec.Call{
			{Program: "git", Sub: "commit commit-tree am update-ref fast-import symbolic-ref fetch stash/branch"},
			{Program: "git", Sub: "branch", With: "-m --move -M -c --copy -C -f --force"},
			{Program: "git", Sub: "checkout switch", With: "-B --force-create"},
		},
	},
	{
		// What is committed in a worktree of one's own was not elsewhere before.
		Kind: "branch", Where: "-C --git-dir --work-tree", Here: true, Branch: true,
		Makes: []spec.Call{{Program: "git", Sub: "worktree/add", None: "-B -f --force", Name: "-b"}},
		Destroys: []spec.Call{
			{Program: "git", Sub: "branch", With: "-D", None: "-r --remotes -m --move -M -c --copy -C"},
			{Program: "git", Sub: "branch", With: "-d --delete", None: "-r --remotes -m --move -M -c --copy -C"},
		},
		Rebinds: []spec.Call{
			{Program: "git", Sub: "update-ref fast-import symbolic-ref fetch"},
			{Program: "git", Sub: "branch", With: "-m --move -M -c --copy -C -f --force"},
			{Program: "git", Sub: "checkout switch", With: "-B --force-create"},
		},
	},
	{
		Kind: "database", Where: "-h --host -p --port --maintenance-db", Taken: true,
		Makes:    []spec.Call{{Program: "createdb", Called: "createdb", None: "-? --help -V --version", First: 1}},
		Destroys: []spec.Call{{Program: "dropdb", Called: "dropdb"}},
	},
	{
		// Clusters of kind, k3d and minikube are on this machine, for development: one that is there is
		// hardly missed by a text that means to make it.
		Kind: "cluster", Where: "--kubeconfig",
		Makes:    []spec.Call{{Program: "kind", Sub: "create/cluster", Name: "--name"}},
		Destroys: []spec.Call{{Program: "kind", Sub: "delete/cluster", Name: "--name"}},
	},
	{
		Kind:     "cluster",
		Makes:    []spec.Call{{Program: "k3d", Sub: "cluster/create", First: 1}},
		Destroys: []spec.Call{{Program: "k3d", Sub: "cluster/delete", None: "-a --all -c --config"}},
	},
	{
		Kind:     "cluster",
		Makes:    []spec.Call{{Program: "minikube", Sub: "start", Name: "-p"}},
		Destroys: []spec.Call{{Program: "minikube", Sub: "delete", None: "--all --purge", Name: "-p"}},
	},
	{
		Kind: "volume", Where: daemonOptions, Trial: true,
		Makes:    []spec.Call{{Program: "docker", Sub: "volume/create", First: 1}},
		Destroys: []spec.Call{{Program: "docker", Sub: "volume/rm volume/remove", None: "-a --all"}},
		Rebinds:  []spec.Call{{Program: "docker", Sub: "context/use"}},
	},
	{
		Kind: "project of Compose", Where: daemonOptions + " -f --project-directory --profile", Here: true, Trial: true,
		Makes:    []spec.Call{{Program: "docker", Sub: "compose/up", Name: "-p"}, {Program: "docker-compose", Sub: "up", Name: "-p"}},
		Destroys: []spec.Call{{Program: "docker", Sub: "compose/down", None: "--rmi", Name: "-p"}, {Program: "docker-compose", Sub: "down", None: "--rmi", Name: "-p"}},
		Rebinds:  []spec.Call{{Program: "docker", Sub: "context/use"}},
	},
	{
		Kind: "project of Compose", Where: daemonOptions + " -p --project-directory --profile", Here: true, Trial: true,
		Makes:    []spec.Call{{Program: "docker", Sub: "compose/up", Name: "-f"}, {Program: "docker-compose", Sub: "up", Name: "-f"}},
		Destroys: []spec.Call{{Program: "docker", Sub: "compose/down", None: "--rmi", Name: "-f"}, {Program: "docker-compose", Sub: "down", None: "--rmi", Name: "-f"}},
		Rebinds:  []spec.Call{{Program: "docker", Sub: "context/use"}},
	},
	{
		// A server at another port than the usual one.
		Kind: "server", NotNames: "6379",
		Makes:    []spec.Call{{Program: "redis-server", Name: "--port"}},
		Destroys: []spec.Call{{Program: "redis-cli", None: "-h --host -u --uri -s --cluster --cluster-yes", Name: "-p"}},
	},
	{
		Kind: "topic", Where: "--brokers --config -X", Taken: true,
		Makes:    []spec.Call{{Program: "rpk", Sub: "topic/create", First: 1}},
		Destroys: []spec.Call{{Program: "rpk", Sub: "topic/delete", None: "-r --regex"}},
	},
	{
		// What is pushed by force to a repository of one's own was not elsewhere before.
		Kind: "repository", Where: "-C --git-dir --work-tree", Here: true, Path: true, Again: true,
		Makes:    []spec.Call{{Program: "git", Sub: "init", With: "--bare", First: 1}},
		Destroys: []spec.Call{{Program: "git", Sub: "push", None: "--repo --receive-pack --exec", First: 1}},
		Rebinds:  []spec.Call{{Program: "mv"}, {Program: "ln"}, {Program: "git", Sub: "config config/* remote remote/*"}},
	},
}

// branchModes are the options with which git branch makes none.
const branchModes = "-d --delete -D -m --move -M -c --copy -C -f --force -r --remotes -a --all -l --list -u --set-upstream-to --unset-upstream --edit-description " +
	"--contains --no-contains --merged --no-merged --points-at --show-current --sort --format"
