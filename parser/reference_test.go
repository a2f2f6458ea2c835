package parser

import (
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A value by its variable's name.
func TestReference(t *testing.T) {
	check(t, reader.Bash, []row{
		{"a value that is known", "x=rm; y=x; ${!y} a", []string{"x=rm", "y=x", "rm a"}},
		{"a variable that is not set", "y=x; a ${!y}", []string{"y=x", "a ?"}},
		{"a name that is not known", "a ${!y}", []string{"a ?"}},
		{"a name with a subscript", "x=(b); y=x[0]; a ${!y}", []string{"x=?", "y=x[0]", "a ?"}},
		{"the name of a reference", "declare -n x=y; y=b; a ${!x}", []string{"x=y declare -n", "y=b", "a ?"}},
		{"names that begin alike", "x1=b; a ${!x*}", []string{"x1=b", "a ?"}},
	})
}

// The words that a shell is given beside its source.
func TestArguments(t *testing.T) {
	args := []tree.Word{tree.Text("rm"), tree.Text("-rf"), {Parts: []tree.Part{{Kind: tree.Unknown, Text: "?"}}}}
	for source, want := range map[string]string{
		`$0 "$@"`: "rm -rf ?", `a "$1" $3 ${2}`: "a -rf ?", `shift; a "$1"`: "a ?", "f() { a $1; }; f b": "a b", "a $#": "a 2", "shift; a $#": "a 1", `a "${!#}"`: "a ?",
	} {
		s, err := Parse(source, Options{Args: args})
		require.NoError(t, err)
		assert.Equal(t, want, s.Commands[len(s.Commands)-1].String(), source)
	}
	s, err := Parse(`a $1`, Options{})
	require.NoError(t, err)
	assert.Equal(t, "a ?", s.Commands[0].String(), "not known")
}

// What the file of a process substitution holds.
func TestProcessSubstitutionOutput(t *testing.T) {
	for source, want := range map[string]string{
		"a <(echo b c)": "b c", `a <(printf 'b\n\n' | cat)`: "b", "a <(b)": "", "a >(echo b)": "", "a <(echo b; echo c)": "", `a <(printf 'b\0')`: "b\x00",
	} {
		s, err := Parse(source, Options{})
		require.NoError(t, err)
		last := s.Commands[len(s.Commands)-1]
		if source == "a >(echo b)" {
			last = s.Commands[0]
		}
		text, _ := last.Args[1].Parts[0].Held()
		assert.Equal(t, want, text, source)
	}
}
