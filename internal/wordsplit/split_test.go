package wordsplit_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/internal/wordsplit"
)

func TestSplit(t *testing.T) {
	both := wordsplit.Quoting{Quotes: `"'`, Separators: " ;", Escaped: func(quote, next byte) (string, bool) {
		return string(next), quote != '\''
	}}
	for _, c := range []struct {
		why, text string
		words     []string
		closed    bool
	}{
		{"blanks and other separators", " a  b;c ", []string{"a", "b", "c"}, true},
		{"quotes keep blanks", `a "b c" 'd e'`, []string{"a", "b c", "d e"}, true},
		{"a quote within a word", `a"b c"d`, []string{"ab cd"}, true},
		{"the other quote is ordinary", `"it's" '"'`, []string{"it's", `"`}, true},
		{"an empty word", `a ""`, []string{"a", ""}, true},
		{"an escaped blank", `a\ b`, []string{"a b"}, true},
		{"an escaped quote", `"a\"b"`, []string{`a"b`}, true},
		{"a backslash where it is ordinary", `'a\'`, []string{`a\`}, true},
		{"a backslash at the end", `a\`, []string{`a\`}, true},
		{"an open quote", `a "b c`, []string{"a", "b c"}, false},
		{"nothing", "", nil, true},
	} {
		words, closed := both.Split(c.text)
		assert.Equal(t, c.words, words, c.why)
		assert.Equal(t, c.closed, closed, c.why)
	}
}
