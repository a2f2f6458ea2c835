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
	x.worded = 0
	for i := range x.Options {
		x.options[i] = lettersOf(x.Options[i].Names)
		if isWord(x.Options[i].Names) {
			x.worded |= x.options[i]
		}
	}
}

// next returns the index of the next option, from one on, of which a name may begin with one of some
// letters; -1 if there is none.
func (x *Syntax) next(from int, some letters) int {
	if len(x.options) != len(x.Options) {
		if from < len(x.Options) {
			return from
		}
		return -1
	}
	for i := from; i < len(x.options); i++ {
		if x.options[i]&some != 0 {
			return i
		}
	}
	return -1
}

// Inherit adds the options of the outer syntax to that of a subcommand.
func (x *Syntax) Inherit(outer *Syntax) {
	x.Style |= Inherit
	if len(x.options) != len(x.Options) {
		x.options = nil
	}
	x.Options, x.options, x.worded = slices.Concat(x.Options, outer.Options), slices.Concat(x.options, outer.options), x.worded|outer.worded
}
