package rules

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// streamers are programs that send their input to another host as it is.
const streamers = "http https xh nc ncat socat telnet websocat gnutls-cli"

// sendsVariable reports whether an effect sends the value of a variable whose name matches one of some
// patterns: in its word, in what commands print for that word, or in what the invocation reads or prints.
func (m *matcher) sendsVariable(patterns string, v *grammar.Invocation, e *grammar.Effect) bool {
	if isCredentialHeader(v, e.Word) {
		return false
	}
	holds := func(w parser.Word) bool { return holdsVariable(patterns, w) }
	if holds(e.Word) || m.flow.Prints(e.Word.From(), holds) || e.Kind&grammar.Reads != 0 && m.flow.FileHolds(v, e, holds) {
		return true
	}
	switch c := v.Command; {
	case e.Kind&grammar.Connects == 0:
		return false
	case e.Cause == grammar.ByRedirect:
		return m.flow.Prints([]*parser.Command{c}, holds) // echo $T >/dev/tcp/h/1
	case wordlist.Among(v.Name, streamers) || v.Name == "openssl" && v.Sub == "s_client":
		return holds(c.Stdin.Word) || m.flow.Prints(c.Stdin.From, holds)
	}
	return false
}

// isCredentialHeader reports whether a word is a header that is meant for credentials.
func isCredentialHeader(v *grammar.Invocation, w parser.Word) bool {
	header, _, is := strings.Cut(strings.ToLower(w.Prefix()), ":")
	if !is || !slices.ContainsFunc(v.Options, func(g grammar.OptionUse) bool {
		return g.Value.Span == w.Span && wordlist.Among(g.Name, "-H --header --proxy-header")
	}) {
		return false
	}
	for _, end := range [...]string{"authorization", "token", "key", "auth", "cookie"} {
		if strings.HasSuffix(header, end) {
			return true
		}
	}
	return false
}

// holdsVariable reports whether a word contains the value of a variable whose name matches one of some
// patterns.
func holdsVariable(patterns string, w parser.Word) bool {
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
