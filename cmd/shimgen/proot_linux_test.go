package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// When shimgen is killed, proot ends, and so does what it started. The next run removes
// what the killed one had for temporary files.
func TestKilledRunLeavesNoProot(t *testing.T) {
	if exec.Command("proot", "true").Run() != nil {
		t.Skip("needs proot, and ptrace")
	}
	w := newWorld(t)
	cmd := exec.Command(w.judge(), "exec", "--sandbox", "proot", "--", "sh", "-c", "echo $PROOT_TMP_DIR; exec sleep 1000")
	cmd.Dir, cmd.Env = w.home, []string{"HOME=" + w.home, "PATH=/usr/bin:/bin"}
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	lines := bufio.NewScanner(out)
	require.True(t, lines.Scan())
	own := filepath.Dir(lines.Text())
	require.DirExists(t, own)
	proots := children(t, cmd.Process.Pid)
	require.Len(t, proots, 1)
	programs := children(t, proots[0])
	require.NotEmpty(t, programs)
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	for _, pid := range append(proots, programs...) {
		assert.True(t, hasEnded(pid), "%d goes on", pid)
	}
	got := w.shimgen(t, "", "exec", "--sandbox", "proot", "--", "true")
	assert.Equal(t, outcome{}, got)
	assert.NoDirExists(t, own)
}

// hasEnded waits until there is no process of that number, or a dead one that nobody awaited.
func hasEnded(pid int) bool {
	for range 200 {
		_, err := os.Readlink(filepath.Join("/proc", strconv.Itoa(pid), "exe"))
		if err != nil {
			return true
		}
		time.Sleep(100 * time.Millisecond)
	}
	return false
}

// On a terminal a program sees one, and its status is a shell's.
func TestStatusBelowProotOnATerminal(t *testing.T) {
	if exec.Command("proot", "true").Run() != nil {
		t.Skip("needs proot, and ptrace")
	}
	w := newWorld(t)
	for _, c := range []struct {
		script string
		want   int
		shows  string
	}{
		{"exit 3", 3, ""},
		{"exit 255", 255, ""},
		{"test -t 0 && test -t 1 && test -t 2 && echo three terminals >&2", 0, "three terminals"},
		{"kill -TERM $$", 128 + 15, "terminated with signal 15"},
		{`test "$1" = "it's" && test -z "$2" && test $# = 2`, 0, ""},
		{"ls -l /proc/self/fd | grep -c '3 ->' >&2; true", 0, "1"}, // of ls itself, which reads the directory
	} {
		master, slave := terminal(t)
		cmd := exec.Command(w.judge(), "exec", "--sandbox", "proot", "--", "sh", "-c", c.script, "sh", "it's", "")
		cmd.Dir, cmd.Env = w.home, []string{"HOME=" + w.home, "PATH=/usr/bin:/bin"}
		cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
		shown := make(chan string)
		go func() {
			var all []byte
			part := make([]byte, 4096)
			for {
				n, err := master.Read(part)
				if all = append(all, part[:n]...); err != nil {
					shown <- string(all)
					return
				}
			}
		}()
		err := cmd.Run()
		slave.Close()
		text := <-shown
		var exit *exec.ExitError
		if err != nil {
			require.ErrorAs(t, err, &exit, c.script)
		}
		assert.Equal(t, c.want, cmd.ProcessState.ExitCode(), "%s: %s", c.script, text)
		assert.Contains(t, text, c.shows, c.script)
	}
}
