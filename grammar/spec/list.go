package spec

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
)

// Glob reports whether text matches a pattern in which * matches any text, including the empty
// text. Every other byte matches itself.
func Glob(pattern, text string) bool {
	for {
		head, rest, star := strings.Cut(pattern, "*")
		if !star {
			return text == pattern
		}
		if !strings.HasPrefix(text, head) {
			return false
		}
		text, pattern = text[len(head):], rest
		if rest == "" {
			return true
		}
		if !strings.Contains(rest, "*") {
			return strings.HasSuffix(text, rest)
		}
		next, _, _ := strings.Cut(rest, "*")
		i := strings.Index(text, next)
		if i < 0 {
			return false
		}
		text = text[i:]
	}
}

// MatchSub reports whether a subcommand matches one of some blank-separated patterns, in which *
// matches any text, including slashes.
func MatchSub(patterns, sub string) bool {
	if strings.IndexByte(sub, ' ') >= 0 {
		sub = strings.ReplaceAll(sub, " ", "/")
	}
	if (sub == "" || !strings.Contains(patterns, sub)) && !strings.Contains(patterns, "*") {
		return false // most of them
	}
	for p := range wordlist.Each(patterns) {
		if Glob(p, sub) {
			return true
		}
	}
	return false
}
