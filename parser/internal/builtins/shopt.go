package builtins

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
)

// Options are the options of a shell that change what words mean. They are those
// that a source may set anywhere: a pattern before the place is read as one after it.
type Options uint16

const (
	LastPipe    Options = 1 << iota // a pipeline may end in the shell itself
	NullGlob                        // nullglob: a pattern that nothing matches is no word
	FailGlob                        // failglob: it is an error that breaks off the line
	ExtGlob                         // extglob: @( ) and its like in a value are patterns
	NoCaseGlob                      // nocaseglob: patterns match in either case
	NoCaseMatch                     // nocasematch: those of ${x/p/s} do
	XPGEcho                         // xpg_echo: echo reads backslashes
	CDVariables                     // cdable_vars: cd takes the name of a variable
	Keyword                         // set -k: assignments behind the program are no words of it
	WordSplit                       // zsh's: values are split, or are patterns
)

// optionNamed is the option of a name. In zsh's, neither case nor lines between words
// count (bash(1), The Shopt Builtin; zshoptions(1)).
func optionNamed(name string) Options {
	switch strings.ReplaceAll(strings.ToLower(name), "_", "") {
	case "lastpipe":
		return LastPipe
	case "nullglob", "cshnullglob":
		return NullGlob
	case "failglob":
		return FailGlob
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

// OptionsIn is what a word says that names an option; one that is not known may be
// any of them. Several may be joined by colons, as in BASHOPTS.
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

// OptionsSetBy are the options that shopt, set, or zsh's setopt and emulate may set.
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
