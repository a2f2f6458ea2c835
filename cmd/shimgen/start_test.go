package main

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// atStart is what the Go runtime says of a package of ours that does anything
// when the program starts.
var atStart = regexp.MustCompile(`(?m)^init github\.com/agent-loop/shimgen/(\S+) .* (\d+) bytes, (\d+) allocs$`)

// freeStart is how many bytes one package may allocate when the program starts.
// Every command that a shim hands over pays for all of them.
const freeStart = 8 << 10

// TestStartIsFree holds that tables are constant data, or made when they are
// first asked for.
func TestStartIsFree(t *testing.T) {
	c := exec.Command(filepath.Join(built, "shimgen"), "version")
	c.Env = []string{"GODEBUG=inittrace=1", "HOME=" + t.TempDir()}
	var stderr strings.Builder
	c.Stderr = &stderr
	require.NoError(t, c.Run())
	packages := atStart.FindAllStringSubmatch(stderr.String(), -1)
	require.NotEmpty(t, packages, "the runtime traced nothing")
	for _, p := range packages {
		bytes, err := strconv.Atoi(p[2])
		require.NoError(t, err)
		assert.LessOrEqual(t, bytes, freeStart, "%s allocates %s times at every start", p[1], p[3])
	}
}
