package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// startRun starts a program with shimgen run on a terminal, and returns once it has
// printed a line "ready".
func startRun(t *testing.T, attr *syscall.SysProcAttr, words ...string) (cmd *exec.Cmd, master *os.File) {
	t.Helper()
	master, slave := terminal(t)
	top, err := os.MkdirTemp("/var/tmp", "run") // everybody may traverse it
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(top) })
	program := filepath.Join(top, "shimgen")
	image, err := os.ReadFile(filepath.Join(built, "shimgen"))
	require.NoError(t, err)
	syscall.ForkLock.RLock() // a child forked meanwhile would hold it open, and nothing could execute it
	err = os.WriteFile(program, image, 0o755)
	syscall.ForkLock.RUnlock()
	require.NoError(t, err)
	if user := attr.Credential; user != nil {
		require.NoError(t, os.Chown(top, int(user.Uid), int(user.Gid)))
		require.NoError(t, slave.Chmod(0o666))
	}
	attr.Setsid, attr.Setctty = true, true
	cmd = &exec.Cmd{
		Path: program, Args: append([]string{"shimgen", "run"}, words...), Dir: top, Env: []string{"HOME=" + top + "/home", "PATH=" + os.Getenv("PATH")},
		Stdin: slave, Stdout: slave, Stderr: slave, SysProcAttr: attr,
	}
	require.NoError(t, cmd.Start())
	slave.Close()
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	shown := ""
	for buffer := make([]byte, 4096); !strings.Contains(shown, "ready"); {
		require.NoError(t, master.SetReadDeadline(time.Now().Add(20*time.Second)))
		n, err := master.Read(buffer)
		require.NoError(t, err, shown)
		shown += string(buffer[:n])
	}
	return cmd, master
}

// awaited waits until a process has ended.
func awaited(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	late := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait()
	require.True(t, late.Stop(), "it did not end")
	return cmd.ProcessState.ExitCode()
}

// Closing the terminal ends the program, even if it ignores the signal.
func TestAClosedTerminalEndsARun(t *testing.T) {
	for name, source := range map[string]string{
		"hears": "echo ready; read x; read x",
		"deaf":  "trap '' HUP TERM; echo ready; while :; do sleep 1; done",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd, master := startRun(t, &syscall.SysProcAttr{}, "--sandbox", "none", "--", "sh", "-c", source)
			inside := children(t, cmd.Process.Pid)
			require.NotEmpty(t, inside)
			require.NoError(t, master.Close())
			awaited(t, cmd)
			for _, pid := range inside {
				assert.ErrorIs(t, unix.Kill(pid, 0), unix.ESRCH, "%d lives on", pid)
			}
		})
	}
}

// children returns the child processes of a process.
func children(t *testing.T, pid int) (pids []int) {
	t.Helper()
	table, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	for _, name := range table {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		var number, parent int
		var state string
		_, rest, _ := strings.Cut(string(text), ") ")
		if _, err := fmt.Sscan(rest, &state, &parent); err == nil && parent == pid {
			_, err = fmt.Sscan(string(text), &number)
			require.NoError(t, err)
			pids = append(pids, number)
		}
	}
	return pids
}

// An unprivileged user can run a program on a terminal of its own, too.
func TestAnotherUserRunsOnATerminal(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root, to become another user")
	}
	cmd, master := startRun(t, &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}, "--", "sh", "-c", `echo ready; read x; test "$x" = typed && test -t 0 && exit 9`)
	_, err := master.WriteString("typed\n")
	require.NoError(t, err)
	assert.Equal(t, 9, awaited(t, cmd))
}
