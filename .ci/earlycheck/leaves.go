package main

import (
	"slices"
	"strings"
)

// A leaf is a function of another package that early code may lead to. It was read
// in the runtime's source, and says why it does no harm there; earlycheck does not
// look into it.
type leaf struct {
	name string // a prefix, if it ends in "*"
	why  string
	exit bool // reached by a jump of the entry alone
}

// leaves are short on purpose. What the compiler puts in for the language's checks
// ends in a trap: with no g.m it faults, no handler is there yet, and the process
// dies of the signal with nothing run. What copies and compares is not here: the
// gate has its own loops for that.
var leaves = []leaf{
	{"_rt0_amd64_linux", "the ordinary entry: here the runtime starts", true},
	{"_rt0_arm64_linux", "the ordinary entry: here the runtime starts", true},
	{"_rt0_arm64_android", "the ordinary entry: here the runtime starts", true},
	{"runtime.morestack_noctxt", "grows the stack; never taken, since the stack is bounded and the entry declares four times as much", false},
	{"runtime.panicBounds", "an index or slice is out of range: a trap", false},
	{"runtime.panicIndex*", "the same, before Go 1.26", false},
	{"runtime.panicSlice*", "the same, before Go 1.26", false},
	{"runtime.panicunsafestringlen", "unsafe.String with a bad length: a trap", false},
	{"runtime.panicunsafestringnilptr", "unsafe.String of nil: a trap", false},
	{"runtime.panicunsafeslicelen", "unsafe.Slice with a bad length: a trap", false},
	{"runtime.panicunsafeslicenilptr", "unsafe.Slice of nil: a trap", false},
	{"runtime.panicdivide", "division by zero: a trap", false},
	{"runtime.panicshift", "negative shift: a trap", false},
}

// leafOf returns the leaf that a function is.
func leafOf(name string) (leaf, bool) {
	i := slices.IndexFunc(leaves, func(l leaf) bool {
		prefix, open := strings.CutSuffix(l.name, "*")
		return name == l.name || open && strings.HasPrefix(name, prefix)
	})
	if i < 0 {
		return leaf{}, false
	}
	return leaves[i], true
}

// compares is the one function of the entry's package that may take addresses of
// code: those of the entries and of the ordinary one, to find out which of them
// the kernel was told of. It calls none.
const compares = ".entries"

// mayTake reports whether a function may take the address of another.
func (w *walker) mayTake(n *node, f symbol) bool {
	l, known := leafOf(f.name)
	return n.name == w.home+compares && (w.isEntry(f.name) || known && l.exit)
}

// isEntry reports whether a name is that of an entry of the package.
func (w *walker) isEntry(name string) bool {
	return name == w.home+".entry" || name == w.home+".judgeEntry"
}
