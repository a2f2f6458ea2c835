package rules

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// holdsVariable reports whether a word of an invocation contains the value of a variable whose
// name matches one of some patterns. A header that is meant for credentials may contain one, so
// holdsVariable returns false for it.
func holdsVariable(patterns string, v *grammar.Invocation, w parser.Word) bool {
	isHeader := slices.ContainsFunc(v.Options, func(g grammar.OptionUse) bool {
		return g.Value.Span == w.Span && wordlist.Among(g.Name, "-H --header --proxy-header")
	})
	if header, _, is := strings.Cut(strings.ToLower(w.Prefix()), ":"); is && isHeader {
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
		for pattern := range wordlist.Each(patterns) {
			if name != "" && spec.Glob(pattern, name) {
				return true
			}
		}
	}
	return false
}
