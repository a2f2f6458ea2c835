package rules

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// Options returns the names in a list of options as Any and None are, without
// the patterns for their values.
func Options(list string) []string {
	names := strings.Fields(list)
	for i := range names {
		names[i], _ = option(names[i])
	}
	return names
}

// option splits an entry of such a list into the option's name and a pattern
// for its value: "--pid=host". Without a dash "=" is a part of the name: "of=",
// and of "if==/dev/zero" the second one stands before the pattern.
func option(entry string) (name, pattern string) {
	if name, pattern, ok := strings.Cut(entry, "="); ok && entry[0] == '-' {
		return name, pattern
	}
	if name, pattern, ok := strings.Cut(entry, "=="); ok { // if= of dd, which ends in one itself
		return name + "=", pattern
	}
	return entry, "*"
}

// mayHaveOption tells whether one of some options is given, or may be.
func mayHaveOption(v *grammar.Invocation, options string) parser.Truth {
	t := hasOption(v, options)
	if v.Open {
		t = t.Or(parser.Maybe)
	}
	return t
}

// hasOption is mayHaveOption for the options that show. What only may be there spares no
// command: in "$ARGS" there could as well be nothing.
func hasOption(v *grammar.Invocation, options string) parser.Truth {
	best := parser.No
	for o := range wordlist.Each(options) {
		name, pattern := option(o)
		for value, t := range v.Values(name) {
			best = best.Or(t.And(fits(pattern, value)))
		}
	}
	return best
}
