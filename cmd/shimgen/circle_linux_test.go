package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/internal/exit"
)

// A program that looks for the next of its name on PATH finds the shim, which finds that
// program. Whether it becomes what it found or starts it as a child, and however the shim
// was built, that ends, with few lines in the trail.
func TestA12_ShimsAndWrappersThatAreNoScriptsEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 20 s: .ci/run does it")
	}
	for way, dir := range shimWays(t) {
		w := worldOf(t, dir)
		wrappers := filepath.Join(w.home, "wrappers")
		require.NoError(t, os.Mkdir(wrappers, 0o700))
		out, err := exec.Command("go", "build", "-o", filepath.Join(wrappers, "rm"), "./testdata/seeker").CombinedOutput()
		require.NoError(t, err, "%s", out)
		w.write(t, "real/rm", "#!/bin/sh\necho the real one\n", 0o700)
		for _, mode := range []string{"exec", "child"} {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			var stderr strings.Builder
			cmd := exec.CommandContext(ctx, filepath.Join(w.bin(), "rm"), "--version")
			cmd.Env = []string{"HOME=" + w.home, "MODE=" + mode, "PATH=" + strings.Join([]string{w.bin(), wrappers, filepath.Join(w.home, "real"), "/usr/bin", "/bin"}, ":")}
			cmd.Dir, cmd.Stderr = w.home, &stderr
			err := cmd.Run()
			var ended *exec.ExitError
			require.True(t, errors.As(err, &ended), "%s, %s: %v", way, mode, err)
			assert.Equal(t, exit.Failed, ended.ExitCode(), "%s, %s", way, mode)
			assert.Contains(t, stderr.String(), "shimgen: rm: shims start each other without end\nshimgen: hint: ask the user", "%s, %s", way, mode)
		}
		trail, err := filepath.Glob(filepath.Join(w.root, "audit", "*.jsonl"))
		require.NoError(t, err)
		require.Len(t, trail, 1)
		text, err := os.ReadFile(trail[0])
		require.NoError(t, err)
		assert.Less(t, strings.Count(string(text), "\n"), 3000, way)
	}
}
