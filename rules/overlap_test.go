package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/parser"
)

// Whether a word may fit a pattern depends on its end too, and on the slashes that a shell's
// pattern cannot match.
func TestOverlaps(t *testing.T) {
	star := parser.Part{Kind: parser.Glob, Text: "*"}
	lit := func(s string) parser.Part { return parser.Part{Kind: parser.Literal, Text: s} }
	unknown, split := parser.Part{Text: "$x"}, parser.Part{Text: "$x", Split: true}
	number := parser.Part{Text: "$RANDOM"}
	for _, c := range []struct {
		pattern string
		word    []parser.Part
		want    bool
	}{
		{"*/.git/HEAD", []parser.Part{lit("src/"), star, lit(".ts")}, false},
		{"*/.git/HEAD", []parser.Part{star, lit("/HEAD")}, false},
		{"*/.git/HEAD", []parser.Part{star, lit("/"), star, lit("/HEAD")}, true},
		{".git/refs/*", []parser.Part{lit(".git/"), star}, false},
		{".git/refs/*", []parser.Part{lit(".git/"), unknown}, true},
		{"*.git*", []parser.Part{lit("a"), star}, true},
		{"*_history", []parser.Part{lit("/tmp/out-"), number, lit(".log")}, false},
		{"*1*", []parser.Part{number}, true},
		{"*a*", []parser.Part{number}, false},
		{"*/HEAD", []parser.Part{unknown, lit(".log")}, false},
		{"*/HEAD", []parser.Part{split, lit(".log")}, true},
		{"", []parser.Part{star}, true},
		{"", []parser.Part{lit("a"), star}, false},
		{"*", []parser.Part{unknown}, true},
	} {
		word := readPartly(parser.Word{Parts: c.word}, "", nil)
		assert.Equal(t, c.want, word.overlaps(c.pattern), "%q %v", c.pattern, c.word)
	}
}
