package rules

import (
	"iter"
	"strings"
)

// Set is a list of packs. The built-in ones are constant data, which no process
// copies or reads before it needs it: a shim that refuses starts anew for every
// command.
type Set [][]Rule

// Builtin returns the built-in catalogue: all packs, in a fixed order. All
// callers share the rules and must not change them.
func Builtin() Set {
	return Set{
		fs, git, run, environment, net, reach, away,
		containers, clusters, infrastructure, clouds, platforms, vaults, backups, queues, publishers,
		volume, service, account, firewall, key, packages, database, device,
		migrations, machine, mac, trust, remote,
	}
}

// All yields the rules of all packs, in their order.
func (s Set) All() iter.Seq[*Rule] {
	return func(yield func(*Rule) bool) {
		for _, pack := range s {
			for i := range pack {
				if !yield(&pack[i]) {
					return
				}
			}
		}
	}
}

// about returns, in their order, the rules that may be about a program: those
// that name it, or none. Rules about the same programs stand side by side.
func (s Set) about(program string) []*Rule {
	some := make([]*Rule, 0, 128)
	names, named := "", true
	for _, pack := range s {
		for i := range pack {
			if r := &pack[i]; r.Program != names {
				names = r.Program
				named = names == "" || program != "" && strings.Contains(names, program)
			}
			if named {
				some = append(some, &pack[i])
			}
		}
	}
	return some
}

// Len is how many rules there are.
func (s Set) Len() int {
	n := 0
	for _, pack := range s {
		n += len(pack)
	}
	return n
}

// Find returns the rule of a name, or nil.
func (s Set) Find(id string) *Rule {
	for r := range s.All() {
		if r.ID == id {
			return r
		}
	}
	return nil
}
