// Package zone locates the paths, hosts and ports that commands name: the zones they are
// certainly in, and those they may be in.
//
// [New] makes the [Map] of one request: its policy, its machine, its directories. [Map.Zones]
// answers what rules ask about an effect's word; [Map.Zone] locates one known path, and [Map.At]
// also follows its links and applies the user's own entries. The zones are defined in package
// rules, and the lists of places in package place.
//
//	m := zone.New(p, machine, "/home/agent/work", "")
//	m.Zone("/etc/passwd") // rules.System
//
// A word is read as a literal path followed by names that may be patterns or unknown. A pattern
// is certainly in the zone of any name that it matches; an unknown name may be in the zone of any
// possible name. An entirely unknown word may be anywhere.
//
// The package has no effects. It asks a [Machine] about the machine, whose file view is an
// interface, so that tests and benchmarks run on a tree in memory. Files may change between its
// answer and the start of the command: the shim and the sandbox check again.
package zone
