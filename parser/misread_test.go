package parser

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/parser/internal/reader"
)

// mvdan.cc/sh reads some sources as no shell does. They are errors, so that nothing in them passes unread.
func TestMisreadSources(t *testing.T) {
	for _, c := range []struct {
		reason, source string
		lang           reader.Lang
		want           string // of the error, or "" for none
	}{
		{"a document that ends within an expansion", "cat <<E\n${x:-'}\nE\na; b '}'", reader.Bash, "here-document"},
		{"within a substitution", "cat <<E\n$(a\nE\nb\n)\nE\n", reader.Bash, "here-document"},
		{"in a function", "f() { cat <<-E\n\t${x:-\"}\n\tE\na; b '\"}'\n}", reader.Bash, "here-document"},
		{"the mark within a line", "cat <<E\nE x\n${x:-E}\n E\nE\na", reader.Bash, ""},
		{"a mark that is quoted in its middle", "cat <<E''F\n${x:-'}\nEF\na; b '}'", reader.Bash, "here-document"},
		{"a mark that is quoted in its middle, and a text that ends", "cat <<E''F\n${x:-a}\nEF\nb", reader.Bash, ""},
		{"an indented mark at the end", "cat <<-E\n\t$x\n\tE", reader.Bash, ""},
		{"a quoted mark", "cat <<'E'\n${x:-'}\nE\na", reader.Bash, ""},
		{"a document without a last newline", "cat <<E\n$x\nE", reader.Bash, ""},
		{"zsh's arithmetic with a dot", "a ${x:-$((b ./c); d)}", reader.Zsh, "arithmetic"},
		{"arithmetic in all its forms", "a $((1+2)) $[3] ${x:$((1))}; ((x = 4)); b `echo $((5))` $((6)\\\n)", reader.Bash, ""},
	} {
		_, err := Parse(c.source, Options{Lang: c.lang})
		if c.want == "" {
			assert.NoError(t, err, c.reason)
			continue
		}
		assert.ErrorContains(t, err, c.want, c.reason)
	}
}
