package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
)

func TestOptions(t *testing.T) {
	assert.Equal(t, []string{"-f", "--pid", "of=", "--dry-run"}, Options("-f --pid=host of= --dry-run=-"))
	assert.Empty(t, Options(""))
}

// TestOptionQuestions holds what asks for an option, and what spares a command.
func TestOptionQuestions(t *testing.T) {
	for _, c := range []struct {
		why, options, source string
		has, given           parser.Truth
	}{
		{"by name", "--pid", "docker run --pid host i", parser.Yes, parser.Yes},
		{"by value", "--pid=host", "docker run --pid=host i", parser.Yes, parser.Yes},
		{"another value", "--pid=host", "docker run --pid container:x i", parser.No, parser.No},
		{"one of several", "--cap-add=ALL", "docker run --cap-add A --cap-add ALL i", parser.Yes, parser.Yes},
		{"by another spelling", "--volumes", "docker rm -fv c", parser.Yes, parser.Yes},
		{"without value", "--dry-run=-", "kubectl delete --dry-run pod x", parser.Yes, parser.Yes},
		{"a value that means no", "--dry-run=client", "kubectl delete --dry-run=none pod x", parser.No, parser.No},
		{"a value that is not known", "--pid=host", `docker run --pid "$x" i`, parser.Maybe, parser.Maybe},
		{"an unknown word may be it, and may not", "--force", "docker rm $x c", parser.Maybe, parser.No},
		{"an option that is not listed hides none", "--force", "docker rm --strange x c", parser.No, parser.No},
		{"a name that ends in an equals sign", "of=", "dd of=x", parser.Yes, parser.Yes},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, err := parser.Parse(c.source, parser.Options{})
			require.NoError(t, err)
			v := grammar.Read(s, parser.Options{})[0]
			assert.Equal(t, c.has, mayHaveOption(v, c.options), "has")
			assert.Equal(t, c.given, hasOption(v, c.options), "given")
		})
	}
}
