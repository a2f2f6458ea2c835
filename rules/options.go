package rules

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// Options returns the names in a list of options such as Any and None, without the patterns for
// their values.
func Options(list string) []string {
	names := strings.Fields(list)
	for i := range names {
		names[i], _ = option(names[i])
	}
	return names
}

// option splits an entry of such a list into the option's name and a pattern for its value:
// "--pid=host". In a name without a dash, "=" is a part of the name: "of=". In "if==/dev/zero"
// the second "=" separates the pattern.
func option(entry string) (name, pattern string) {
	if name, pattern, ok := strings.Cut(entry, "="); ok && entry[0] == '-' {
		return name, pattern
	}
	if name, pattern, ok := strings.Cut(entry, "=="); ok { // if= of dd, which ends in one itself
		return name + "=", pattern
	}
	return entry, "*"
}

// mayHaveOption returns whether one of some options is given, or may be.
func mayHaveOption(v *grammar.Invocation, options string) parser.Truth {
	return hasOption(v, options).Or(hidesOption(v, options))
}

// hasOption is mayHaveOption for options that are actually written. A possible option exempts no
// command, since "$ARGS" may also be empty.
func hasOption(v *grammar.Invocation, options string) parser.Truth {
	best := parser.No
	var own spec.Letters // of all options that are given
	for i := range v.Options {
		own |= lettersOf(&v.Options[i])
	}
	if own == 0 {
		return parser.No
	}
	for o := range wordlist.Each(options) {
		if spec.LetterOf(o)&own == 0 {
			continue // nearly every one
		}
		name, pattern := option(o)
		for i := range v.Options {
			if t := v.Options[i].Is(name); t != parser.No {
				best = best.Or(t.And(fits(pattern, v.Options[i].Value)))
			}
		}
	}
	return best
}

// lettersOf returns the first letters of an option's names. One that the grammar does not have may be a bundle of
// several.
func lettersOf(g *grammar.OptionUse) spec.Letters {
	if g.Option == nil {
		return ^spec.Letters(0)
	}
	return spec.LettersOf(g.Option.Names)
}
