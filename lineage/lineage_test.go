package lineage

import (
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/host"
)

// chainOf returns processes that need not exist, the nearest first.
func chainOf(pids ...int) iter.Seq[host.Relative] {
	var chain []host.Relative
	for _, pid := range pids {
		chain = append(chain, host.Relative{Process: host.Process{PID: pid, Start: 7}})
	}
	return slices.Values(chain)
}

// pid is a number that no process has: Linux assigns none above 2^22.
const pid = 1 << 23

func TestSessionOfProcesses(t *testing.T) {
	root := t.TempDir()
	b := In(root, os.Getuid())
	s1, s2 := Session{"claude", "s1"}, Session{"codex", "s2"}
	_, ok := b.Of(chainOf(pid))
	assert.False(t, ok, "nothing was ever marked")

	marked(t, root, s1, pid+1)
	marked(t, root, s2, pid+2)
	for _, tt := range []struct {
		why   string
		chain iter.Seq[host.Relative]
		want  Session
	}{
		{"the agent's own process", chainOf(pid + 1), s1},
		{"below it", chainOf(pid+9, pid+8, pid+1), s1},
		{"an agent that another one started", chainOf(pid+9, pid+2, pid+1), s2},
		{"beside it", chainOf(pid+9, pid+8), Session{}},
		{"another process that has its number", slices.Values([]host.Relative{{Process: host.Process{PID: pid + 1, Start: 8}}}), Session{}},
	} {
		got, ok := b.Of(tt.chain)
		assert.Equal(t, tt.want, got, tt.why)
		assert.Equal(t, tt.want != Session{}, ok, tt.why)
	}
	marked(t, root, s2, pid+1)
	got, _ := b.Of(chainOf(pid + 1))
	assert.Equal(t, s2, got, "the last word counts: one process may have one session after the other")
}

// marked writes what Mark would write about an existing process.
func marked(t *testing.T, root string, s Session, pid int) Book {
	t.Helper()
	b := In(root, os.Getuid())
	require.NoError(t, os.MkdirAll(root, 0o700))
	require.NoError(t, b.dir.Prepare())
	r := record{host.Process{PID: pid, Start: 7}, s}
	require.NoError(t, b.dir.Write(nameOf(r.Process), r))
	return b
}

// A label cannot fill a disk or a line, and labels of ended processes are removed.
func TestMarksAreBounded(t *testing.T) {
	own := host.Ancestors(os.Getpid())
	if len(own) == 0 {
		t.Skip("needs proc(5)")
	}
	root := t.TempDir()
	for i := range maxAgents + 10 {
		marked(t, root, Session{"a", strconv.Itoa(i)}, pid+i)
	}
	b := In(root, os.Getuid())
	require.NoError(t, b.Mark(Session{"a", strings.Repeat("x", longest+1)}, slices.Values(own)))
	require.NoError(t, b.Mark(Session{"a", ""}, slices.Values(own)))
	names, err := b.dir.Names()
	require.NoError(t, err)
	assert.Len(t, names, maxAgents+10, "neither is a session's name")

	require.NoError(t, b.Mark(Session{"a", "s"}, slices.Values(own)))
	names, err = b.dir.Names()
	require.NoError(t, err)
	assert.Equal(t, []string{nameOf(own[0].Process)}, names)
	got, ok := b.Of(slices.Values(own))
	assert.True(t, ok)
	assert.Equal(t, Session{"a", "s"}, got)
}

// Agents start hooks through a shell, which has ended when they run a command.
func TestAShellForALineIsNoAgent(t *testing.T) {
	if len(host.Ancestors(os.Getpid())) == 0 {
		t.Skip("needs proc(5)")
	}
	for _, tt := range []struct {
		why  string
		args []string
		want bool
	}{
		{"sh -c LINE", []string{"-c", "read x; echo"}, true},
		{"sh -ec LINE", []string{"-ec", "read x; echo"}, true},
		{"a script", []string{"script"}, false},
		{"a shell that somebody types into", []string{"-s"}, false},
	} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "script"), []byte("read x; echo\n"), 0o600))
		c := exec.Command("sh", tt.args...)
		c.Dir = dir
		in, err := c.StdinPipe()
		require.NoError(t, err)
		require.NoError(t, c.Start())
		require.Eventually(t, func() bool { // execve(2) closes the pipe on which Start waits before the new arguments are visible
			words, err := os.ReadFile("/proc/" + strconv.Itoa(c.Process.Pid) + "/cmdline")
			return err == nil && len(words) > 0
		}, 10*time.Second, time.Millisecond)
		assert.Equal(t, tt.want, isShellCommand(c.Process.Pid), tt.why)
		in.Close()
		_ = c.Wait() // a shell whose input ends may end with any status
	}
}
