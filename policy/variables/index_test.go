package variables

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write index.txt anew")

// The index is of these rows and rules. A variable that it lacked would be judged by nobody.
func TestIndex(t *testing.T) {
	if *update {
		require.NoError(t, os.WriteFile("index.txt", []byte(makeIndex()), 0o644))
		return
	}
	assert.NoError(t, CheckIndex())
}

func hasPrefix(name string, stems []string) bool {
	return slices.ContainsFunc(stems, func(stem string) bool { return strings.HasPrefix(name, stem) })
}

// Whether a variable counts is the same with the index and without.
func TestIndexedVariables(t *testing.T) {
	names, stems := counting()
	ask := []string{"", "A", "HOME", "PATH", "AGENT_LOOP_X", "zzz", "_", "\n", " ", "LD_PRELOAD\nX", "GIT_DIR PAGER"}
	for _, name := range append(slices.Clone(names), stems...) {
		ask = append(ask, name, name+"X", name+"_", name[:len(name)-1], name[1:], strings.ToLower(name), name+"\n")
	}
	for _, name := range ask {
		assert.Equal(t, slices.Contains(names, name) || hasPrefix(name, stems), isIndexed(name), "%q", name)
	}
	assert.Equal(t, []string{"LD_PRELOAD=", "GIT_DIR=a=b"}, pairsOf([]string{"LD_PRELOAD=", "A=b", "LD_PRELOAD", "GIT_DIR=a=b", "=", ""}))
}
