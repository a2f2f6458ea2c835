package catalogue

import (
	_ "embed" // for the index
	"errors"

	"github.com/agent-loop/shimgen/rules"
)

// index is [rules.Set.Index] of the built-in rules.
//
// A process that judges one command asks about a few programs. Without an index it
// would read all rules for each. To make it anew after a change of rules:
//
//	go test ./rules/catalogue ./policy/variables -run 'TestIndex$' -update
//
// To read all rules, so as to see that the index is of these, would cost every start
// what the index saves. Who installs sees that it is, and so does every program that was
// not installed (CheckIndex); an installed one is the very program that has seen it.
//
//go:embed index.txt
var index string

// CheckIndex returns an error if the index is of other rules than the program has: then
// some would never be asked, and nothing may be judged.
func CheckIndex() error {
	if index != rules.NewSet(packs()...).Index() {
		return errors.New("rules/catalogue: index.txt is of other rules: go test ./rules/catalogue -run TestIndex -update")
	}
	return nil
}

// Builtin returns the built-in catalogue: all packs, in a fixed order. All
// callers share the rules and must not change them.
func Builtin() rules.Set { return rules.Indexed(index, packs()...) }

// packs are the packs of the catalogue. One that is not here finds nothing.
func packs() [][]rules.Rule {
	return [][]rules.Rule{
		fs, git, run, environment, net, secrets, remotefs,
		containers, clusters, infrastructure, clouds, platforms, vaults, backups, queues, publishers,
		volume, service, account, firewall, key, packages, database, device,
		migrations, capacity, hardware, clients, machine, mac, trust, remote, unknown, monitoring, tools,
		exposure, credentials, escape, fetch, persistence, sharing, windows, verbs,
	}
}
