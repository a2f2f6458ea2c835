package expand_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/tree"
)

func TestWithoutGlobStar(t *testing.T) {
	star, text := tree.Part{Kind: tree.Glob, Text: "*"}, func(s string) tree.Part { return tree.Part{Kind: tree.Literal, Text: s} }
	for _, c := range []struct {
		why   string
		parts []tree.Part
		want  string // "" for none
	}{
		{"at the start", []tree.Part{star, star, text("/x")}, "x"},
		{"below the root", []tree.Part{text("/"), star, star, text("/x")}, "/x"},
		{"in the middle", []tree.Part{text("a/"), star, star, text("/b")}, "a/b"},
		{"twice", []tree.Part{star, star, text("/"), star, star, text("/c")}, "c"},
		{"before another pattern", []tree.Part{star, star, text("/"), star, text(".go")}, "*.go"},
		{"at the end: every directory below", []tree.Part{text("a/"), star, star, text("/")}, "a/"},
		{"behind text, where ** is *", []tree.Part{text("/a"), star, star, text("/b")}, ""},
		{"behind a pattern", []tree.Part{star, star, star, text("/b")}, ""},
		{"all files below", []tree.Part{text("a/"), star, star}, ""},
		{"nothing would be left", []tree.Part{star, star, text("/")}, ""},
	} {
		got, found := expand.WithoutGlobStar(tree.Word{Parts: c.parts})
		assert.Equal(t, c.want != "", found, c.why)
		if found {
			assert.Equal(t, c.want, got.String(), c.why)
		}
	}
}
