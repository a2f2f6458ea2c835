package sandbox

import (
	"slices"
	"strings"
)

// A Property is something that the kernel enforces on a confined command.
type Property string

// The properties. [Prove] tries exactly what each says.
const (
	// Writes: files are created, changed, renamed, removed, and their modes set, only
	// below the box's writable directories.
	Writes Property = "writes"
	// Reads: what the box hides has no content.
	Reads Property = "reads"
	// Listed: of what the box empties nothing has content but what its other lists name.
	Listed Property = "read-list"
	// Kept: what the box keeps stays as it is, although a directory above it is
	// writable, and so do the names of the directories between them.
	Kept Property = "kept-names"
	// Offline: no address of the machine or beyond it is reached, its loopback and its
	// abstract Unix sockets included.
	Offline Property = "network"
	// Ends: nothing that the command started outlives it, in a session of its own or not.
	Ends Property = "ends-with-command"
	// Apart: processes outside cannot be seen, signalled or traced.
	Apart Property = "processes"
	// Calls: system calls that widen what can be attacked fail ([Filter]).
	Calls Property = "system-calls"
)

// All returns the properties, in the order in which they are shown.
func All() []Property { return []Property{Writes, Reads, Listed, Kept, Offline, Ends, Apart, Calls} }

// Needs returns the properties that a box needs from a backend.
func (b Box) Needs() []Property {
	needs := []Property{Writes, Ends, Apart, Calls}
	if len(b.Hide) > 0 {
		needs = append(needs, Reads)
	}
	if len(b.Empty) > 0 {
		needs = append(needs, Listed)
	}
	if len(b.Keep) > 0 {
		needs = append(needs, Kept)
	}
	if b.Network != Full {
		needs = append(needs, Offline)
	}
	return needs
}

// Findings are the results of a proof: nil for a property that holds, else what was possible or
// why nothing could be tried. A property that is missing does not hold.
type Findings map[Property]error

// Missing returns those of the needed properties that do not hold.
func (f Findings) Missing(needed []Property) []Property {
	var missing []Property
	for _, p := range needed {
		if why, tried := f[p]; !tried || why != nil {
			missing = append(missing, p)
		}
	}
	return missing
}

// Names returns properties in words: "writes, network".
func Names(properties []Property) string {
	var names []string
	for _, p := range All() {
		if slices.Contains(properties, p) {
			names = append(names, string(p))
		}
	}
	return strings.Join(names, ", ")
}
