package query

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/gate"
)

var scale = flag.Int("trail.mib", 32, "how large a trail the tests of scale make, in MiB; 1024 is what the times in docs/performance.md are of")

// bigTrail makes a one-day trail as the gate and the judge write it: full parts of 64
// MiB, and the file still being written.
func bigTrail(t testing.TB) (dir string, lines int) {
	t.Helper()
	dir = t.TempDir()
	day := audit.DayFile{Day: window(now, 1)}
	for left, part := *scale, 1; left > 0; left, part = left-64, part+1 {
		day.Part = part
		if left <= 64 {
			day.Part = 0
		}
		f, err := os.Create(filepath.Join(dir, day.Name()))
		require.NoError(t, err)
		w := bufio.NewWriterSize(f, 1<<20)
		for size := min(left, 64) << 20; size > 0; lines++ {
			n, err := w.Write(ordinaryLine(lines))
			require.NoError(t, err)
			size -= n
		}
		require.NoError(t, w.Flush())
		require.NoError(t, f.Close())
	}
	return dir, lines
}

// ordinaryLine is a shim's line; one in eight has escapes.
func ordinaryLine(n int) []byte {
	var l gate.Line
	l.Begin(now.Unix()+int64(n/1000), int64(n), "path_proxy")
	l.Text("command", "git")
	l.Open("argv")
	for _, arg := range []string{"git", "log", "--oneline", "-n", fmt.Sprint(n % 97), "--", fmt.Sprintf("src/pkg%d/file%d.go", n%31, n)} {
		l.Item(arg)
	}
	if n%8 == 0 {
		l.Item("a message \"with quotes\"\nand a second line")
	}
	l.Close()
	l.Text("action", []string{"allow", "warn"}[n%5/4])
	l.Open("rules")
	if n%5 == 4 {
		l.Item("git.push")
	}
	l.Close()
	l.Text("profile", "cautious")
	l.ID("id", gate.NewID(int64(n), 0, n))
	l.Number("pid", int64(n))
	l.Number("ppid", 1)
	l.Number("uid", 1000)
	l.Text("cwd", "/home/user/project/some/where")
	l.Text("ring", "shim")
	l.Text("path", "/usr/bin/git")
	l.End()
	return l.Bytes()
}

// TestScale bounds how long people wait at a terminal: in CI on a small trail, by hand on
// a large one. The bound is generous, since the machine may be slow. What must not
// happen: reading the end takes longer as the trail grows.
func TestScale(t *testing.T) {
	dir, lines := bigTrail(t)
	for _, tt := range []struct {
		name string
		ask  func() (found int, err error)
		want int
	}{
		{"tail", func() (n int, err error) {
			_, err = Tail(dir, 10, func([]byte) error { n++; return nil })
			return n, err
		}, 10},
		{"search for what is common", func() (n int, err error) {
			_, err = Search(dir, []string{"git.push"}, 1, now, func([]byte) error { n++; return nil })
			return n, err
		}, MaxResults},
		{"search for what is rare", func() (n int, err error) {
			_, err = Search(dir, []string{fmt.Sprintf("FILE%d.go", lines/2)}, 1, now, func([]byte) error { n++; return nil })
			return n, err
		}, 1},
		{"search for what is not there", func() (n int, err error) {
			_, err = Search(dir, []string{"no such text"}, 1, now, func([]byte) error { n++; return nil })
			return n, err
		}, 0},
		{"stats", func() (n int, err error) {
			s, err := Count(dir, 0, now)
			return s.Lines, err
		}, lines},
		{"report", func() (int, error) {
			r, seen, err := NewReport(dir, now.Add(-48*time.Hour), now)
			if err == nil {
				err = r.WriteHTML(io.Discard)
			}
			return seen.Lines, err
		}, lines},
	} {
		start, before := time.Now(), cpuTime(t)
		found, err := tt.ask()
		took, cpu := time.Since(start), cpuTime(t)-before
		require.NoError(t, err)
		assert.Equal(t, tt.want, found, tt.name)
		if tt.name == "report" && *scale == 100 { // asked for, on a machine that does nothing else
			assert.Less(t, cpu, 5*time.Second, tt.name)
		}
		t.Logf("%d MiB, %d lines, %s: %s, %s of CPU", *scale, lines, tt.name, took.Round(time.Millisecond/10), cpu.Round(time.Millisecond))
		if strings.HasPrefix(tt.name, "tail") || strings.HasSuffix(tt.name, "common") {
			assert.Less(t, cpu, time.Second/5, tt.name)
		}
	}
}

// cpuTime is the processor time that this process has used, which other work on the
// machine does not change.
func cpuTime(t *testing.T) time.Duration {
	var used syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
