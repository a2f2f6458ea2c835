package rules

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// shown reports whether what an invocation prints goes to no other command and to no file.
// Where some programs are named, one of them itself writes what it reads.
func (o *origins) shown(fed string, v *grammar.Invocation) bool {
	if slices.ContainsFunc(v.Command.Redirects, func(r parser.Redirect) bool { return r.FD != "2" }) {
		return false
	}
	for _, c := range v.Command.Stdin.From {
		if w := o.programs[c]; fed != "" && (w == nil || !listed(fed, w.Name)) {
			return false
		}
	}
	for c := v.Command; c != nil; c = c.Outer {
		for w := range grammar.All(o.invs) {
			if w.Command != c && takes(w.Command, c) {
				return false
			}
		}
	}
	return true
}

// carries reports whether a word has in it the value of a variable whose name fits one of some
// patterns, as far as that is not known. A header that is there for credentials may.
func carries(patterns string, w parser.Word) bool {
	if header, _, is := strings.Cut(strings.ToLower(w.Prefix()), ": "); is {
		for _, end := range [...]string{"authorization", "token", "key", "auth", "cookie"} {
			if strings.HasSuffix(header, end) {
				return false
			}
		}
	}
	for _, p := range w.Parts {
		name := strings.TrimLeft(p.Text, "${")
		if p.Kind != parser.Unknown || len(name) == len(p.Text) {
			continue
		}
		if i := strings.IndexFunc(name, func(c rune) bool { return c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') }); i >= 0 {
			name = name[:i]
		}
		for pattern := range spec.Listed(patterns) {
			if name != "" && Glob(pattern, name) {
				return true
			}
		}
	}
	return false
}
