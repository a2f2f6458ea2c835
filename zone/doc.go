// Package zone says where the paths, hosts and ports that commands name lie: in which zones
// for certain, and in which at most.
//
// [New] makes the [Map] of one request: its policy, its machine, its directories. [Map.Zones]
// is what rules ask of an effect's word; [Map.Zone] places one path that is known, and
// [Map.At] also follows its links and takes the user's own entries into account. The zones
// themselves are those of package rules, and the lists behind them those of package place.
//
//	m := zone.New(p, machine, "/home/agent/work", "")
//	m.Zone("/etc/passwd") // rules.System
//
// A word is read as a literal path and, below it, names of which some are patterns or not
// known. A pattern surely lies where one of the names that it matches does; an unknown name
// may lie wherever such a name can. What is not known at all may lie anywhere.
//
// The package has no effects. What it must know of the machine it asks through a [Machine],
// whose file view is an interface, so that tests and benchmarks run on a tree in memory. Between
// its answer and the command's start files may change: the shim and the sandbox look again.
package zone
