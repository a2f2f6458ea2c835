package shellquote_test

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/internal/shellquote"
)

func TestWord(t *testing.T) {
	for _, c := range []struct{ why, word, want string }{
		{"a path", "a/b-c_d.e", "a/b-c_d.e"},
		{"an option with a value", "--x=1,2:3", "--x=1,2:3"},
		{"nothing", "", "''"},
		{"a blank", "a b", "'a b'"},
		{"a quote", "it's", `'it'\''s'`},
		{"a variable", "$x", "'$x'"},
		{"a home", "~", "'~'"},
		{"a comment", "#", "'#'"},
		{"a newline", "a\nb", "'a\nb'"},
	} {
		assert.Equal(t, c.want, shellquote.Word(c.word), c.why)
	}
	assert.Equal(t, "'a'", shellquote.Single("a"), "even where it needs none")
}

// A shell reads each word back.
func TestCommand(t *testing.T) {
	argv := []string{"printf", `%s\n`, "", "it's", "a b", "$HOME", "*", "~", `\`, "^x"}
	out, err := exec.Command("sh", "-c", shellquote.Command(argv)).Output()
	require.NoError(t, err)
	assert.Equal(t, "\nit's\na b\n$HOME\n*\n~\n\\\n^x\n", string(out))
}
