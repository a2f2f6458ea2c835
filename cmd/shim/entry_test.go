//go:build linux && (amd64 || arm64)

package main

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFastEntry runs every other test of the package on a shim that decides
// before the Go runtime starts.
func TestFastEntry(t *testing.T) {
	if os.Getenv(wayVariable) != "" {
		return // this is the second time
	}
	again := exec.Command(os.Args[0], "-test.failfast")
	again.Env = append(os.Environ(), wayVariable+"=fast")
	out, err := again.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
