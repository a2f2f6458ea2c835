package rules

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
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
	for i := range v.Options {
		g := &v.Options[i]
		if !mayList(options, g) {
			continue // nearly every one
		}
		for o := range wordlist.Each(options) {
			name, pattern := option(o)
			if t := g.Is(name); t != parser.No {
				best = best.Or(t.And(fits(pattern, g.Value)))
			}
		}
	}
	return best
}

// mayList reports whether a list of options may have an entry for one: an option that the grammar
// does not have may be a bundle of several.
func mayList(options string, g *grammar.OptionUse) bool {
	if g.Option == nil {
		return true
	}
	for spelling := range wordlist.Each(g.Option.Names) {
		if names(options, spelling) {
			return true
		}
	}
	return false
}

// names reports whether an entry of a list of options has a name.
func names(options, name string) bool {
	for from := 0; name != ""; {
		at := strings.Index(options[from:], name)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(name)
		if (at == 0 || options[at-1] == ' ') && (from == len(options) || options[from] == ' ' || options[from] == '=') {
			return true
		}
	}
	return false
}
