package main

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// atStart matches the Go runtime's report of a package that does anything at program
// start.
var atStart = regexp.MustCompile(`(?m)^init (\S+) @.*, (\d+) bytes, (\d+) allocs$`)

// TestStartIsFree holds that tables are constant data, or computed on first use:
// otherwise every command that a shim passes on would pay for them.
func TestStartIsFree(t *testing.T) {
	c := exec.Command(filepath.Join(built, "shimgen"), "version")
	c.Env = []string{"GODEBUG=inittrace=1", "HOME=" + t.TempDir()}
	var stderr strings.Builder
	c.Stderr = &stderr
	require.NoError(t, c.Run())
	packages := atStart.FindAllStringSubmatch(stderr.String(), -1)
	require.NotEmpty(t, packages, "the runtime traced nothing")
	for _, p := range packages {
		ours := p[1] == "main" || strings.HasPrefix(p[1], "github.com/agent-loop/shimgen/")
		assert.False(t, ours, "%s does something at every start: %s bytes in %s allocations", p[1], p[2], p[3])
	}
}
