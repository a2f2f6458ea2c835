package spec

import (
	"slices"

	"github.com/agent-loop/shimgen/internal/wordlist"
)

// letters is the set of first letters of an option's names, as bits. It quickly excludes most
// options that a word is compared with.
type letters uint64

// letter returns the bit of one name's first letter after its dash, plus or two dashes.
func letter(name string) letters {
	long := 0
	switch {
	case len(name) > 1 && name[:2] == "--":
		name, long = name[2:], 32
	case name != "" && (name[0] == '-' || name[0] == '+'):
		name = name[1:]
	}
	if name == "" {
		return 1 << long
	}
	return 1 << (long + int(name[0]&31))
}

// lettersOf returns the set for blank-separated names.
func lettersOf(names string) (all letters) {
	for name := range wordlist.Each(names) {
		all |= letter(name)
	}
	return all
}

// Prepare computes the first letters of the options' names. Look-ups also work without it. It
// leaves out subcommands: git has so many that a process which decides once would touch more
// pages than it saves.
func (x *Syntax) Prepare() {
	x.options = make([]letters, len(x.Options))
	for i := range x.Options {
		x.options[i] = lettersOf(x.Options[i].Names)
	}
}

// mayBegin reports whether a name of an option may begin with one of some letters.
func (x *Syntax) mayBegin(option int, some letters) bool {
	return len(x.options) != len(x.Options) || x.options[option]&some != 0
}

// Inherit adds the options of the outer syntax to that of a subcommand.
func (x *Syntax) Inherit(outer *Syntax) {
	x.Style |= Inherit
	if len(x.options) != len(x.Options) {
		x.options = nil
	}
	x.Options, x.options = slices.Concat(x.Options, outer.Options), slices.Concat(x.options, outer.options)
}
