package spec

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
)

// Glob reports whether text matches a pattern in which * matches any text, including the empty
// text. Every other byte matches itself.
func Glob(pattern, text string) bool {
	star := strings.IndexByte(pattern, '*')
	if star < 0 {
		return text == pattern
	}
	if !strings.HasPrefix(text, pattern[:star]) {
		return false
	}
	text = text[star:]
	for {
		pattern = pattern[star+1:]
		star = strings.IndexByte(pattern, '*')
		if star < 0 {
			return strings.HasSuffix(text, pattern)
		}
		at := strings.Index(text, pattern[:star])
		if at < 0 {
			return false
		}
		text = text[at+star:]
	}
}

// MatchSub reports whether a subcommand matches one of some blank-separated patterns, in which *
// matches any text, including slashes.
func MatchSub(patterns, sub string) bool {
	if strings.IndexByte(sub, ' ') >= 0 {
		sub = strings.ReplaceAll(sub, " ", "/")
	}
	if (sub == "" || !strings.Contains(patterns, sub)) && strings.IndexByte(patterns, '*') < 0 {
		return false // most of them
	}
	for p := range wordlist.Each(patterns) {
		if Glob(p, sub) {
			return true
		}
	}
	return false
}
