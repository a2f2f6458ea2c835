package catalogue

import (
	_ "embed" // for the index
	"errors"

	"github.com/agent-loop/shimgen/rules"
)

// index is [rules.Set.Index] of the built-in rules.
//
// A process that judges one command looks up only a few programs. Without an index it would read all
// rules for each. To rebuild it after a change of rules:
//
//	go test ./rules/catalogue ./policy/variables -run 'TestIndex$' -update
//
// Checking that the index matches the rules would require reading all rules, and cost as much as
// the index saves. So installers call CheckIndex, and so does a program that was not installed;
// an installed program was checked at its installation.
//
//go:embed index.txt
var index string

// CheckIndex returns an error if the index does not match the program's rules. Then some rules would
// never be tried, and nothing may be judged.
func CheckIndex() error {
	if index != rules.NewSet(packs()...).Index() {
		return errors.New("rules/catalogue: index.txt is of other rules: go test ./rules/catalogue -run TestIndex -update")
	}
	return nil
}

// Builtin returns the built-in catalogue: all packs, in a fixed order. All
// callers share the rules and must not change them.
func Builtin() rules.Set { return rules.Indexed(index, packs()...) }

// packs returns the packs of the catalogue. A pack that is missing here has no effect.
func packs() [][]rules.Rule {
	return [][]rules.Rule{
		fs, git, run, environment, net, secrets, remotefs,
		containers, clusters, infrastructure, clouds, platforms, vaults, backups, queues, publishers,
		volume, service, account, firewall, key, packages, database, device,
		migrations, capacity, hardware, clients, machine, mac, trust, remote, unknown, monitoring, tools,
		exposure, credentials, escape, fetch, persistence, sharing, windows, requests, messages, wallets, industrial, grants, verbs,
	}
}
