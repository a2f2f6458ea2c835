package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestF5_ManyShimsAtOnceWriteWholeLines starts shims concurrently, by the gate and by the
// judge.
func TestF5_ManyShimsAtOnceWriteWholeLines(t *testing.T) {
	w := newWorld(t)
	w.write(t, "fake/git", "#!/bin/sh\n", 0o755)
	const shims, atOnce = 200, 16
	env := []string{"HOME=" + w.home, "PATH=" + filepath.Join(w.home, "fake") + ":/usr/bin:/bin"}
	slots := make(chan struct{}, atOnce)
	failed := make(chan error, shims)
	for i := range shims {
		slots <- struct{}{}
		go func() {
			defer func() { <-slots }()
			words := []string{"status", strconv.Itoa(i), strings.Repeat("x", 3000)}
			if i%4 == 0 {
				words[0] = "push"
			}
			cmd := exec.Command(filepath.Join(w.bin(), "git"), words...)
			cmd.Env, cmd.Dir = env, w.home
			failed <- cmd.Run()
		}()
	}
	for range shims {
		require.NoError(t, <-failed)
	}
	data, err := os.ReadFile(w.today())
	require.NoError(t, err)
	seen, all := map[string]bool{}, records(t, string(data))
	for _, r := range all {
		argv := r["argv"].([]any)
		seen[argv[2].(string)] = true
	}
	assert.Len(t, seen, shims, "each shim has a line of its own")
	assert.Len(t, all, shims)
}
