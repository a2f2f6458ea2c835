package completion_test

import (
	"bytes"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/completion"
)

// line is a command line of the test's own.
type line struct {
	Rules struct {
		Show struct {
			ID string `arg:""`
		} `cmd:""`
	} `cmd:""`
	Env struct {
		Shell   string `enum:"sh,fish" default:"sh" short:"s"`
		Profile string
	} `cmd:""`
}

func TestAScriptHasVerbsFlagsAndValues(t *testing.T) {
	k, err := kong.New(&line{}, kong.Name("shimgen"))
	require.NoError(t, err)
	words, err := completion.Words(k.Model.Node)
	require.NoError(t, err)
	for _, word := range []string{" rules show", " env", "--shell", "-s", " env --shell", "fish", "cautious", "git.reset-hard"} {
		assert.Contains(t, words, word)
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		var out bytes.Buffer
		require.NoError(t, completion.Write(&out, shell, k.Model.Node))
		for _, word := range []string{"rules show", "--shell", "git.reset-hard", "cautious"} {
			assert.Contains(t, out.String(), word, shell)
		}
	}
}
