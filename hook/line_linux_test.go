package hook

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// children waits for processes that a hook may still end by itself, and reports whether
// this process then has a child. This process is their subreaper, so it inherits every
// process that nobody waited for.
func children(t *testing.T) bool {
	t.Helper()
	time.Sleep(20 * time.Millisecond)
	var status unix.WaitStatus
	pid, err := unix.Wait4(-1, &status, unix.WNOHANG, nil)
	for err == nil && pid == 0 { // it still runs
		time.Sleep(50 * time.Millisecond)
		pid, err = unix.Wait4(-1, &status, unix.WNOHANG, nil)
	}
	return err == nil
}

// Where nobody reaps orphans, as in many containers, each process that a hook does not
// wait for stays a zombie as long as the container runs.
func TestCommandLineLeavesNoChild(t *testing.T) {
	require.NoError(t, unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))
	defer func() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0) }()
	guards := map[string]string{
		"it allows": "cat >/dev/null; exit 90", "it refuses": "cat >/dev/null; exit 92", "it fails": "exit 1",
		"it takes a while": "cat >/dev/null; sleep 0.2; exit 90", "it never ends": "exec sleep 600",
	}
	for name, shell := range shellsHere(t) {
		for why, source := range guards {
			guard := filepath.Join(t.TempDir(), "guard")
			require.NoError(t, os.WriteFile(guard, []byte(scriptOf(source)), 0o755))
			for _, program := range []string{guard, intact(t, source)} {
				if program != guard && why == "it never ends" {
					continue // it ends itself
				}
				start := time.Now()
				under(t, shell, commandLine(1, program))
				assert.Less(t, time.Since(start), 8*time.Second, "%s: %s", name, why)
				assert.False(t, children(t), "%s: %s: %s", name, why, program)
			}
		}
	}
}

// The hook works with SIGTERM ignored, as it is if its agent ignores it.
func TestCommandLineWhereTheSignalIsIgnored(t *testing.T) {
	require.NoError(t, unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))
	defer func() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0) }()
	guard := filepath.Join(t.TempDir(), "guard")
	require.NoError(t, os.WriteFile(guard, []byte("#!/bin/sh\nexit 90\n"), 0o755))
	for name, shell := range shellsHere(t) {
		start := time.Now()
		_, _, status := under(t, append([]string{"sh", "-c", `trap "" TERM; exec "$@"`, "sh"}, shell...), commandLine(20, guard))
		assert.Zero(t, status, name)
		assert.Less(t, time.Since(start), 8*time.Second, name)
		assert.False(t, children(t), name)
	}
}

// An agent that keeps the pipe of its payload open gets an answer anyway.
func TestCommandLineWaitsForNoEnd(t *testing.T) {
	started := map[string]*exec.Cmd{}
	start := time.Now()
	for name, shell := range shellsHere(t) {
		cmd := exec.Command(shell[0], append(shell[1:], "-c", commandLine(5, "/nowhere/shimgen", "hook", "codex"))...)
		in, err := cmd.StdinPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		_, err = io.WriteString(in, strings.Repeat("x", 1<<20))
		assert.NoError(t, err, name)
		started[name] = cmd
	}
	for name, cmd := range started {
		_ = cmd.Wait()
		assert.Less(t, time.Since(start), 15*time.Second, name)
		assert.Equal(t, 2, cmd.ProcessState.ExitCode(), name)
	}
}
