package rules

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// passers are programs that print what they read, in another order or form.
const passers = "cat tac tee head tail less more sort uniq nl rev paste fold column base64 base32 xxd od hexdump"

// shown reports whether what an invocation prints goes to no command that keeps it to itself.
// Where some programs are named, one of them itself writes what it reads.
func (o *origins) shown(fed string, v *grammar.Invocation) bool {
	if slices.ContainsFunc(v.Command.Redirects, discards) {
		return false
	}
	for _, c := range v.Command.Stdin.From {
		if w := o.programs[c]; fed != "" && (w == nil || !listed(fed, w.Name)) {
			return false
		}
	}
	for c := v.Command; c != nil; c = c.Outer {
		for w := range grammar.All(o.invs) {
			if w.Command != c && (takes(w.Command, c) && !listed(passers, w.Name) || assigns(w.Command, c)) {
				return false
			}
		}
	}
	return true
}

// discards reports whether a redirection throws standard output away.
func discards(r parser.Redirect) bool {
	return r.FD != "2" && r.Target.Is("/dev/null") == parser.Yes
}

// assigns reports whether a command sets a variable to what another prints.
func assigns(c, from *parser.Command) bool {
	return slices.ContainsFunc(c.Assigns, func(a parser.Assign) bool { return slices.Contains(a.Value.From(), from) })
}

// carries reports whether a word of an invocation has in it the value of a variable whose name
// fits one of some patterns, as far as that is not known. A header that is there for
// credentials may.
func carries(patterns string, v *grammar.Invocation, w parser.Word) bool {
	isHeader := slices.ContainsFunc(v.Options, func(g grammar.Given) bool {
		return g.Value.Span == w.Span && listed("-H --header --proxy-header", g.Name)
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
		for pattern := range spec.Listed(patterns) {
			if name != "" && Glob(pattern, name) {
				return true
			}
		}
	}
	return false
}
