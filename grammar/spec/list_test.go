package spec_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/grammar/spec"
)

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"", "", true},
		{"", "a", false},
		{"a", "a", true},
		{"a", "ab", false},
		{"*", "", true},
		{"*", "a/b", true},
		{"a*", "abc", true},
		{"a*", "ba", false},
		{"*c", "abc", true},
		{"a*c", "ac", true},
		{"a*c", "acb", false},
		{"a*b*c", "axbxc", true},
		{"a*b*c", "axc", false},
		{"a*ab", "aab", true},
		{"ab*ba", "aba", false},
		{"*.*.x", "a.b.x", true},
		{"[a]", "a", false},
	} {
		assert.Equal(t, c.want, spec.Glob(c.pattern, c.text), "%q %q", c.pattern, c.text)
	}
}

// word is a word with an unknown part for each "?".

func TestMatchSub(t *testing.T) {
	for _, c := range []struct {
		why, patterns, sub string
		want               bool
	}{
		{"as it is", "stash/drop reset", "stash drop", true},
		{"a star is any text", "*/delete-*", "s3api delete-bucket", true},
		{"slashes too", "*/delete", "storage blob delete", true},
		{"a whole word", "*/delete", "blob undelete", false},
		{"no part of one", "rm", "rmi", false},
		{"none asked for", "", "rm", false},
		{"none given", "rm *", "", true},
	} {
		assert.Equal(t, c.want, spec.MatchSub(c.patterns, c.sub), c.why)
	}
}
