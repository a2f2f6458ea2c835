package reader

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/parser/tree"
)

// A comment that the parser loses is not known to be one: the text is refused, at its #.
func TestACommentThatMayHideALine(t *testing.T) {
	_, _, err := File("a\ntime # \\\nb", Bash)
	var wrong *tree.SyntaxError
	require.ErrorAs(t, err, &wrong)
	assert.Equal(t, "2:6: what may be a comment that ends in a backslash", wrong.Error())
}

// However many such comments there are, the command behind them is one of its own.
func TestManyCommentsThatEndInABackslash(t *testing.T) {
	file, _, err := File("a # x \\\n"+strings.Repeat("# y \\\n", 500)+"b # z \\\nif c; then d; fi", Bash)
	require.NoError(t, err)
	assert.Len(t, file.Stmts, 3)
}

// What is no comment stays as it is.
func TestAnEscapedNewlineInAWord(t *testing.T) {
	for _, text := range []string{
		"a 'x # \\\ny'", "a \"x # \\\ny\"", "a x#\\\ny", "a <<E\n# \\\ny\nE\n", "a <<'E'\n# \\\ny\nE\n", "a '#' \\\n b", "a ${x# } \\\n b", "a \\\n b",
	} {
		file, _, err := File(text, Bash)
		require.NoError(t, err, text)
		assert.Len(t, file.Stmts, 1, text)
	}
}
