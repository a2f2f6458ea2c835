package builtins

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
)

// Options are the shell options that change the meaning of words. An option counts if any
// place of the source sets it: words before that place are read in the same way.
type Options uint16

const (
	LastPipe    Options = 1 << iota // a pipeline may end in the shell itself
	NullGlob                        // nullglob: a pattern that nothing matches is no word
	FailGlob                        // failglob: it is an error that aborts the line
	ExtGlob                         // extglob: @( ) and its like in a value are patterns
	NoCaseGlob                      // nocaseglob: patterns match in either case
	NoCaseMatch                     // nocasematch: those of ${x/p/s} do
	XPGEcho                         // xpg_echo: echo reads backslashes
	CDVariables                     // cdable_vars: cd takes the name of a variable
	Keyword                         // set -k: assignments after the program name are not arguments
	GlobStar                        // globstar: ** goes into directories, and **/ is none as well
	WordSplit                       // zsh's: values are split, or are patterns
)

// optionNamed returns the option with a name. zsh ignores case and underscores in its names
// (bash(1), The Shopt Builtin; zshoptions(1)).
func optionNamed(name string) Options {
	switch strings.ReplaceAll(strings.ToLower(name), "_", "") {
	case "lastpipe":
		return LastPipe
	case "nullglob", "cshnullglob":
		return NullGlob
	case "failglob":
		return FailGlob
	case "globstar":
		return GlobStar
	case "extglob", "kshglob", "extendedglob":
		return ExtGlob
	case "nocaseglob":
		return NoCaseGlob
	case "nocasematch":
		return NoCaseMatch
	case "xpgecho":
		return XPGEcho
	case "cdablevars":
		return CDVariables
	case "keyword":
		return Keyword
	case "shwordsplit", "globsubst", "sh", "ksh", "csh":
		return WordSplit
	}
	return 0
}

// OptionsIn returns the options that a word names. An unknown word may name any of them.
// Several names may be joined by colons, as in BASHOPTS.
func OptionsIn(w tree.Word) Options {
	text, known := w.Text()
	if !known {
		return ^WordSplit
	}
	var s Options
	for name := range strings.SplitSeq(text, ":") {
		s |= optionNamed(name)
	}
	return s
}

// OptionsSetBy returns the options that shopt, set, or zsh's setopt and emulate may set.
func OptionsSetBy(builtin string, words []tree.Word) Options {
	var s Options
	for i, a := range words {
		text := a.Prefix()
		if builtin == "set" {
			switch {
			case text == "--" || a.Known() && !strings.HasPrefix(text, "-"):
				return s
			case HasOption(text, "-o") && i+1 < len(words):
				s |= OptionsIn(words[i+1])
			}
			if HasOption(text, "-k") {
				s |= Keyword
			}
			continue
		}
		if builtin == "shopt" && strings.HasPrefix(text, "-") && strings.Contains(text, "u") {
			return 0
		}
		s |= OptionsIn(a)
	}
	return s
}
