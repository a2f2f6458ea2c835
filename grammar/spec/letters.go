package spec

import (
	"slices"

	"github.com/agent-loop/shimgen/internal/wordlist"
)

// Letters is the set of first letters of an option's names, as bits. It quickly excludes most
// options that a word is compared with.
type Letters uint64

// LettersOf returns the first letters of blank-separated names of options.
func LettersOf(names string) (all Letters) {
	for name := range wordlist.Each(names) {
		all |= LetterOf(name)
	}
	return all
}

// LetterOf returns the first letter of one name after its dash, plus or two dashes.
func LetterOf(name string) Letters {
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

// Prepare computes the first letters of the options' names. Look-ups also work without it. It
// leaves out subcommands: git has so many that a process which decides once would touch more
// pages than it saves.
func (x *Syntax) Prepare() {
	x.options = make([]Letters, len(x.Options))
	x.undashed, x.oneDash = 0, 0
	for i := range x.Options {
		for name := range wordlist.Each(x.Options[i].Names) {
			first := LetterOf(name)
			x.options[i] |= first
			if len(name) > 2 && name[1] != '-' && !isWord(name) {
				x.oneDash |= first
			}
		}
		if isWord(x.Options[i].Names) {
			x.undashed |= x.options[i]
		}
	}
}

// isPrepared reports whether the first letters are those of all options.
func (x *Syntax) isPrepared() bool { return len(x.options) == len(x.Options) }

// isNoOption reports whether a word, which begins like names with a letter, is certainly no option as a whole. Most
// words are not: operands and bundles.
func (x *Syntax) isNoOption(word string, begin Letters) bool {
	switch prepared := x.isPrepared(); {
	case isWord(word):
		return prepared && x.undashed&begin == 0 || !prepared && !x.hasUndashed()
	case !prepared:
		return false
	}
	return len(word) > 2 && word[1] != '-' && x.oneDash&begin == 0
}

// hasUndashed reports whether an option is written without a dash.
func (x *Syntax) hasUndashed() bool {
	for i := range x.Options {
		if isWord(x.Options[i].Names) {
			return true
		}
	}
	return false
}

// next returns the index of the next option, from one on, of which a name may begin with one of some
// letters; -1 if there is none.
func (x *Syntax) next(from int, some Letters) int {
	if !x.isPrepared() {
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

// Inheriting returns the syntax of a subcommand with the options of the outer syntax as well.
func (x *Syntax) Inheriting(outer *Syntax) *Syntax {
	all := *x
	all.Style |= Inherit
	if !x.isPrepared() {
		all.options = nil
	}
	all.Options, all.options = slices.Concat(x.Options, outer.Options), slices.Concat(all.options, outer.options)
	all.undashed, all.oneDash = x.undashed|outer.undashed, x.oneDash|outer.oneDash
	return &all
}
