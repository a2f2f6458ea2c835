package rules

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// asksWords reports whether a rule matches the words of a command and not its effects.
func (r *Rule) asksWords() bool {
	return r.Program != "" && r.Effect == 0 && (r.Sub != "" || r.Verbs != "" || r.Operand != "" || r.Any != "")
}

// explains reports whether a command only prints its usage: --help is one of its options, and not
// the value of the option before it.
func explains(v *grammar.Invocation) bool {
	if usage(v) {
		return true
	}
	if hasOption(v, "--help") != parser.Yes {
		return false
	}
	before := ""
	for _, w := range v.Command.Args[1:] {
		text, known := w.Text()
		if (text == "--help" || text == "-help") && (!strings.HasPrefix(before, "-") || isSwitch(v, before)) {
			return true
		}
		if before = text; !known {
			before = "-"
		}
	}
	return false
}

// usage reports whether -h alone after a subcommand asks for its usage.
func usage(v *grammar.Invocation) bool {
	args := v.Command.Args
	n := len(args)
	if !v.HasTrait(spec.HelpAlone) || v.Sub == "" || n < 3 || args[n-1].Is("-h") != parser.Yes {
		return false
	}
	last := v.Sub[strings.LastIndexByte(v.Sub, ' ')+1:]
	return args[n-2].Is(last) == parser.Yes
}

// isSwitch reports whether a word is an option that takes no value.
func isSwitch(v *grammar.Invocation, word string) bool {
	return slices.ContainsFunc(v.Options, func(g grammar.OptionUse) bool {
		return g.Option != nil && g.Option.Arg == spec.None && wordlist.Among(word, g.Option.Names)
	})
}
